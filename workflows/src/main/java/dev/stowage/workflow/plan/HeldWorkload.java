package dev.stowage.workflow.plan;

import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskSource;
import dev.stowage.model.UsageSource;
import dev.stowage.model.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A workload whose tasks were read or drawn once and are held in memory; one that is too large is
 * read anew in each pass. Delivers the same tasks as the workload that it was made of.
 */
final class HeldWorkload implements Workload {
    private static final long ROW_BYTES = 128;
    private static final long UNHELD_BYTES = 4 << 20;

    private final Workload origin;
    private final Optional<Tasks> tasks;

    /** All tasks of a pass, and what its source said at the end of it. */
    private record Tasks(
            List<TaskBatch> batches, long rows, Map<String, Long> leftOut, List<String> users) {}

    private HeldWorkload(Workload origin, Optional<Tasks> tasks) {
        this.origin = origin;
        this.tasks = tasks;
    }

    /** Reads a workload once; it is held if its tasks take at most {@code mostBytes}. */
    static HeldWorkload of(Workload origin, long mostBytes) {
        return new HeldWorkload(origin, read(origin, mostBytes / ROW_BYTES));
    }

    private static Optional<Tasks> read(Workload origin, long mostRows) {
        List<TaskBatch> batches = new ArrayList<>();
        long rows = 0;
        try (TaskSource source = origin.open()) {
            TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
            while (source.read(batch)) {
                rows += batch.size;
                if (rows > mostRows) {
                    return Optional.empty();
                }
                batches.add(copy(batch));
            }
            return Optional.of(new Tasks(batches, rows, source.leftOut(), source.users()));
        }
    }

    private static TaskBatch copy(TaskBatch from) {
        TaskBatch copy = new TaskBatch(from.size);
        for (int row = 0; row < from.size; row++) {
            copy.append(from, row);
        }
        return copy;
    }

    /** Estimate of the memory that it takes. */
    long bytes() {
        return tasks.map(held -> held.rows() * ROW_BYTES).orElse(0L) + UNHELD_BYTES;
    }

    @Override
    public String name() {
        return origin.name();
    }

    @Override
    public TaskSource open() {
        return tasks.<TaskSource>map(Source::new).orElseGet(origin::open);
    }

    @Override
    public Set<TaskColumn> columns() {
        return origin.columns();
    }

    @Override
    public Workload asRecorded() {
        return origin.asRecorded();
    }

    @Override
    public List<String> notes() {
        return origin.notes();
    }

    @Override
    public boolean isZeroUnknown() {
        return origin.isZeroUnknown();
    }

    @Override
    public long standingJobs() {
        return origin.standingJobs();
    }

    @Override
    public Optional<UsageSource> usage() {
        return origin.usage();
    }

    /** A pass over held tasks. */
    private static final class Source implements TaskSource {
        private final Tasks tasks;
        private int batch;
        private int row;

        Source(Tasks tasks) {
            this.tasks = tasks;
        }

        @Override
        public boolean read(TaskBatch into) {
            into.size = 0;
            into.isPlain = true;
            while (into.size < into.capacity() && batch < tasks.batches().size()) {
                TaskBatch from = tasks.batches().get(batch);
                if (row == from.size) {
                    batch++;
                    row = 0;
                } else {
                    into.append(from, row++);
                }
            }
            return into.size > 0;
        }

        @Override
        public Map<String, Long> leftOut() {
            return tasks.leftOut();
        }

        @Override
        public List<String> users() {
            return tasks.users();
        }

        @Override
        public void close() {}
    }
}
