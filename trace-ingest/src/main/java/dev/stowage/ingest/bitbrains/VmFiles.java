package dev.stowage.ingest.bitbrains;

import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.schema.FamilyDescription;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.FoundFile;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.ingest.spill.RowCursor;
import dev.stowage.ingest.spill.RowSorter;
import dev.stowage.ingest.spill.SpillSpace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The measurements of all virtual machines. A file is a virtual machine; files of the same name in
 * folders named after months ({@code 2013-7}) are parts of one. Beyond memory they are on disk.
 */
final class VmFiles extends TableBuilder {
    private static final SourceSchema TABLE =
            FamilyDescription.of("bitbrains").table("vm_measurements");
    private static final int TIME = TABLE.column("Timestamp [ms]");
    private static final int CORES = TABLE.column("CPU cores");
    private static final int CPU_PERCENT = TABLE.column("CPU usage [%]");
    private static final int MEMORY_CAPACITY = TABLE.column("Memory capacity provisioned [KB]");
    private static final int MEMORY_USED = TABLE.column("Memory usage [KB]");
    private static final String MONTH = "[0-9]{4}-[0-9]{1,2}";
    private static final long FULL = 1_000_000; // 100 %
    private static final long MAX_CORES = 1_000_000L * 100_000; // micro-cores
    private static final long MAX_PERCENT = 1L << 30;
    private static final long MAX_BYTES = 1L << 53;
    private static final long MAX_MICROS = 1L << 61;

    private static final double SHARE_OF_MEMORY = 0.4;

    private final RowSorter rows; // by virtual machine and time: cores, percent, memory used
    private final List<VmSeries> vms = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private long above100Percent;

    VmFiles(Quarantine quarantine, SpillSpace space) {
        super(TraceClock.of(0, OptionalLong.empty(), OptionalLong.empty()), quarantine);
        rows = space.sorter(3, SHARE_OF_MEMORY);
    }

    @Override
    protected void take(RowChunk chunk) {
        if (chunk.size() > 0) {
            int vm = number(chunk.source());
            for (int row = 0; row < chunk.size(); row++) {
                take(chunk, row, vm);
            }
        }
    }

    private int number(FoundFile file) {
        return numbers.computeIfAbsent(
                key(file.path()),
                key -> {
                    vms.add(new VmSeries(file.baseName()));
                    return vms.size() - 1;
                });
    }

    private static String key(Path path) {
        StringBuilder key = new StringBuilder();
        for (Path part : path.toAbsolutePath().normalize()) {
            if (!part.toString().matches(MONTH)) {
                key.append('/').append(part);
            }
        }
        return key.toString();
    }

    private void take(RowChunk chunk, int row, int number) {
        VmSeries vm = vms.get(number);
        long time = chunk.value(TIME, row);
        long cores = chunk.value(CORES, row);
        long percent = chunk.value(CPU_PERCENT, row);
        long memory = chunk.value(MEMORY_CAPACITY, row);
        long used = chunk.value(MEMORY_USED, row);
        boolean isHuge = cores > MAX_CORES || percent > MAX_PERCENT;
        if (time < 0) {
            reject(chunk, row, BadRow.NEGATIVE, "a timestamp before 1970");
        } else if (isHuge || time > MAX_MICROS || Math.max(memory, used) > MAX_BYTES) {
            reject(chunk, row, BadRow.OUT_OF_RANGE, "a value beyond any machine's");
        } else {
            first = Math.min(first, time);
            last = Math.max(last, time);
            vm.see(time);
            if (cores == 0) {
                ledger.ignored(IgnoreRule.NOT_PROVISIONED, 1);
            } else {
                above100Percent += percent > FULL ? 1 : 0;
                vm.provisioned(cores, memory);
                rows.add(number, time, cores, percent, used);
            }
        }
    }

    /** A measurement is used, by its time on the canonical clock. */
    void use(long canonicalMicros) {
        ledger.used(canonicalMicros);
    }

    /** A measurement is left out. */
    void ignore(IgnoreRule rule) {
        ledger.ignored(rule, 1);
    }

    /** The measurements while provisioned, by virtual machine and time; once. */
    RowCursor sorted() {
        return rows.sorted();
    }

    List<VmSeries> vms() {
        return vms;
    }

    long above100Percent() {
        return above100Percent;
    }

    /** The first timestamp of all, since 1970; 0 if there is none. */
    long firstMicros() {
        return first == Long.MAX_VALUE ? 0 : first;
    }

    /** The last one. */
    long lastMicros() {
        return Math.max(last, 0);
    }
}
