package dev.stowage.ingest.quarantine;

import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.manifest.TraceManifest.Window;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The books of one source table: every row that was read is used, quarantined or ignored by a named
 * rule. Not thread-safe.
 */
public final class RowLedger {
    private final Map<String, Long> ignored = new TreeMap<>();
    private long read;
    private long used;
    private long quarantined;
    private long from = Long.MAX_VALUE;
    private long to = Long.MIN_VALUE;

    /** Rows were read. */
    public void read(long rows) {
        read += rows;
    }

    /** A row was used. */
    public void used(long timeMicros) {
        used++;
        from = Math.min(from, timeMicros);
        to = Math.max(to, timeMicros);
    }

    /** Extends the window without a row: a row used may cover a span of time. */
    public void reaches(long timeMicros) {
        to = Math.max(to, timeMicros);
    }

    /** A row was quarantined. */
    public void quarantined() {
        quarantined++;
    }

    /** Rows were ignored by a rule. */
    public void ignored(IgnoreRule rule, long rows) {
        if (rows > 0) {
            ignored.merge(rule.label(), rows, Long::sum);
        }
    }

    /** Takes over the books of another table whose rows belong to this one. */
    public void addAll(RowLedger other) {
        read += other.read;
        used += other.used;
        quarantined += other.quarantined;
        from = Math.min(from, other.from);
        to = Math.max(to, other.to);
        other.ignored.forEach((rule, rows) -> ignored.merge(rule, rows, Long::sum));
    }

    /** Rows read so far. */
    public long rowsRead() {
        return read;
    }

    /** Rows read so far that hold data: no header, empty line or comment. */
    long dataRows() {
        return read
                - ignored.entrySet().stream()
                        .filter(each -> TraceManifest.Table.isLayout(each.getKey()))
                        .mapToLong(Map.Entry::getValue)
                        .sum();
    }

    /** Rows quarantined so far. */
    public long rowsQuarantined() {
        return quarantined;
    }

    /**
     * Closes the books.
     *
     * @throws IllegalStateException if a row was lost or counted twice
     */
    public TraceManifest.Table close(long rowsWritten) {
        @Nullable Window window = used == 0 ? null : new Window(from, to);
        return new TraceManifest.Table(read, used, quarantined, ignored, rowsWritten, window);
    }
}
