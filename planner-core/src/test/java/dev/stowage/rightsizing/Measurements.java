package dev.stowage.rightsizing;

import dev.stowage.rightsizing.evidence.MeasuredUse;
import dev.stowage.rightsizing.evidence.UseRow;
import dev.stowage.rightsizing.evidence.UseRows;
import dev.stowage.rightsizing.evidence.UseVisitor;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Measurements of a test, sorted by start as a source gives them. */
public final class Measurements implements MeasuredUse {
    public static final long MINUTE = 60_000_000L;

    /** A measurement. */
    public record Row(
            int service,
            int replica,
            long start,
            long end,
            long cpu,
            long peak,
            long memory,
            long kills) {}

    private final List<Row> rows = new ArrayList<>();
    private final boolean isByItem;

    public Measurements(boolean isByItem) {
        this.isByItem = isByItem;
    }

    public Measurements add(int service, int replica, long start, long end, long cpu, long memory) {
        rows.add(new Row(service, replica, start, end, cpu, cpu, memory, 0));
        return this;
    }

    /** So many kills in the measurement that was added last. */
    Measurements kills(long kills) {
        Row last = rows.remove(rows.size() - 1);
        rows.add(
                new Row(
                        last.service,
                        last.replica,
                        last.start,
                        last.end,
                        last.cpu,
                        last.peak,
                        last.memory,
                        kills));
        return this;
    }

    /** Measurements of five minutes one after another. */
    Measurements series(int service, int replica, long[] cpu, long[] memory) {
        for (int i = 0; i < cpu.length; i++) {
            long start = i * (5 * MINUTE);
            add(service, replica, start, start + 5 * MINUTE, cpu[i], memory[i]);
        }
        return this;
    }

    public List<Row> rows() {
        return rows.stream().sorted((a, b) -> Long.compare(a.start, b.start)).toList();
    }

    @Override
    public UseRows visit(UseVisitor visitor) {
        UseRow row = new UseRow();
        for (Row each : rows()) {
            row.service = each.service;
            row.replica = each.replica;
            row.startMicros = each.start;
            row.endMicros = each.end;
            row.cpuMicroCores = each.cpu;
            row.peakMicroCores = each.peak;
            row.memoryBytes = each.memory;
            row.outOfMemoryKills = each.kills;
            visitor.measured(row);
        }
        return new UseRows(
                "test",
                rows.size(),
                rows.size(),
                new TreeMap<>(),
                new TreeMap<>(),
                new TreeMap<>());
    }

    @Override
    public boolean isByItem() {
        return isByItem;
    }
}
