package dev.stowage.ingest.snapshot;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TableRows;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.rightsizing.evidence.MeasuredUse;
import dev.stowage.rightsizing.evidence.UseRow;
import dev.stowage.rightsizing.evidence.UseRows;
import dev.stowage.rightsizing.evidence.UseVisitor;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The measurements of a canonical trace as those of services: all tasks of a job are replicas of
 * the service that it belongs to, those that ran before or after the moment that is packed too.
 *
 * <p>Hot: every measurement of the trace passes by, four times in all. Memory grows with the tasks
 * of the jobs that are packed.
 */
public final class TraceUse implements MeasuredUse {
    private static final String[] COLUMNS = {
        "start_micros",
        "end_micros",
        "job_id",
        "task_index",
        "cpu_micro_cores",
        "memory_bytes",
        "max_cpu_micro_cores",
        "max_memory_bytes"
    };
    private static final int REPORT_EVERY = 1 << 16;

    private final CanonicalTrace trace;
    private final Progress progress;
    private final LongIndex jobs = new LongIndex();
    private final int[] serviceOfJob;
    private final LongIndex tasks = new LongIndex();
    private long lastStartMicros;

    private long unknownTask;
    private long noLength;
    private long notMeasured;
    private long absurd;

    /**
     * Of a trace.
     *
     * @param items the task of each item, in order
     * @param services number of the service of each item
     * @throws InputException if the trace has no usage table
     */
    public TraceUse(
            CanonicalTrace trace,
            List<TraceSnapshot.Task> items,
            int[] services,
            Progress progress) {
        UsageFeatures.requireUsage(
                trace,
                "Ingest the source's usage files too, or give a CSV with --usage, as"
                        + " docs/right-sizing.md describes.");
        this.trace = trace;
        this.progress = progress;
        serviceOfJob = new int[items.size()];
        for (int i = 0; i < services.length; i++) {
            TraceSnapshot.Task task = items.get(i);
            int job = jobs.findOrAdd(task.jobId());
            serviceOfJob[job] = services[i];
            if (tasks.findOrAdd(key(job, task.index())) != i) {
                tasks.findOrAdd(key(-1 - i, 0)); // the same task again: never measured
            }
        }
    }

    private static long key(int job, long index) {
        return (long) job << Integer.SIZE | index;
    }

    @Override
    public boolean isByItem() {
        return true;
    }

    @Override
    public UseRows visit(UseVisitor visitor) {
        lastStartMicros = Long.MIN_VALUE;
        unknownTask = 0;
        noLength = 0;
        notMeasured = 0;
        absurd = 0;
        UseRow row = new UseRow();
        long used = 0;
        long read = 0;
        try (TableRows rows = TableRows.open(trace.path(), CanonicalTable.USAGE, COLUMNS)) {
            progress.start("Measurements", rows.size());
            while (rows.next()) {
                if (fill(row, rows)) {
                    visitor.measured(row);
                    used++;
                }
                if (++read % REPORT_EVERY == 0) {
                    progress.advanceTo(read);
                }
            }
            progress.done();
        }
        return new UseRows(
                CanonicalTable.USAGE.fileIn(trace.path()).toString(),
                read,
                used,
                leftOut(),
                new TreeMap<>(),
                new TreeMap<>());
    }

    private SortedMap<String, Long> leftOut() {
        SortedMap<String, Long> counts = new TreeMap<>();
        count(counts, "of other jobs", unknownTask);
        count(counts, "without length", noLength);
        count(counts, "without CPU and memory", notMeasured);
        count(counts, "below 0 or above 2^53", absurd);
        return counts;
    }

    private static void count(SortedMap<String, Long> counts, String reason, long rows) {
        if (rows > 0) {
            counts.put(reason, rows);
        }
    }

    /** False if the row can't be used; then it is counted. */
    private boolean fill(UseRow row, TableRows rows) {
        row.startMicros = rows.value(0);
        row.endMicros = rows.value(1);
        requireOrder(row.startMicros);
        int job = jobs.find(rows.value(2));
        if (job < 0) {
            unknownTask++;
            return false;
        }
        row.service = serviceOfJob[job];
        if (row.endMicros <= row.startMicros) {
            noLength++;
            return false;
        }
        return fillAmounts(row, rows, job);
    }

    private boolean fillAmounts(UseRow row, TableRows rows, int job) {
        long cpu = rows.value(4);
        long memory = rows.value(5);
        long peak = rows.value(6);
        long memoryPeak = rows.value(7);
        if (isAbsurd(cpu) || isAbsurd(memory) || isAbsurd(peak) || isAbsurd(memoryPeak)) {
            absurd++;
            return false;
        }
        row.cpuMicroCores = cpu == ABSENT ? UseRow.UNKNOWN : cpu;
        row.peakMicroCores = Math.max(row.cpuMicroCores, peak);
        row.memoryBytes = Math.max(UseRow.UNKNOWN, Math.max(memory, memoryPeak));
        if (row.cpuMicroCores < 0 && row.memoryBytes < 0) {
            notMeasured++;
            return false;
        }
        row.replica = tasks.findOrAdd(key(job, rows.value(3)));
        return true;
    }

    private static boolean isAbsurd(long amount) {
        return (amount < 0 && amount != ABSENT) || amount > UseRow.MOST;
    }

    private void requireOrder(long startMicros) {
        if (startMicros < lastStartMicros) {
            throw InputException.of(
                    CanonicalTable.USAGE.fileIn(trace.path()),
                    "start_micros " + startMicros + " after " + lastStartMicros,
                    "measurements sorted by start_micros",
                    "Ingest the trace again, or sort the file.");
        }
        lastStartMicros = startMicros;
    }
}
