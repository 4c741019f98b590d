package dev.stowage.similarity;

import dev.stowage.basis.Seeds;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskOutcome;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;

/** The tasks of some jobs of a workload in a window of time, on a clock that starts with it. */
final class WindowedTasks implements Workload {
    /**
     * One that has an end: of tasks that are alive at the end of a trace, durations don't count.
     */
    @SuppressWarnings("EnumOrdinal") // what TaskBatch defines
    private static final byte CUT_OFF = (byte) TaskOutcome.KILLED.ordinal();

    private final ObservedWorkload side;
    private final long startMicros;
    private final long lengthMicros;
    private final LongPredicate isTaken;
    private final boolean hasGpus;

    WindowedTasks(
            ObservedWorkload side,
            long startMicros,
            long lengthMicros,
            double share,
            long seed,
            boolean hasGpus) {
        this.side = side;
        this.hasGpus = hasGpus;
        this.startMicros = startMicros;
        this.lengthMicros = lengthMicros;
        this.isTaken =
                JobSubset.of(
                        side, startMicros, lengthMicros, share, Seeds.mix(seed, "replayedJobs", 0));
    }

    @Override
    public String name() {
        return side.name();
    }

    @Override
    public Set<TaskColumn> columns() {
        return hasGpus ? Set.of(TaskColumn.GPU) : Set.of();
    }

    @Override
    public TaskSource open() {
        return new Source(side.tasks().workload().open());
    }

    private final class Source implements TaskSource {
        private final TaskSource from;
        private final TaskBatch read = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        private int next;
        private boolean isOver;

        Source(TaskSource from) {
            this.from = from;
        }

        @Override
        public boolean read(TaskBatch batch) {
            batch.size = 0;
            batch.isPlain = true;
            while (batch.size < batch.capacity() && hasNext()) {
                long submit = read.submitMicros[next] - startMicros;
                if (submit > lengthMicros) {
                    isOver = true; // all that follow are later still
                } else if (submit >= 0 && isTaken.test(read.jobId[next])) {
                    copy(batch, submit);
                }
                next++;
            }
            return batch.size > 0;
        }

        private boolean hasNext() {
            if (!isOver && next == read.size) {
                next = 0;
                isOver = !from.read(read);
            }
            return !isOver;
        }

        private void copy(TaskBatch to, long submit) {
            int at = to.size++;
            to.copyPlain(read, next, at);
            to.setGpu(at, hasGpus && !read.isPlain ? read.gpuMicros[next] : 0);
            to.submitMicros[at] = submit;
            if (to.durationMicros[at] == TaskBatch.NONE) { // it runs beyond the window
                to.durationMicros[at] = lengthMicros - submit + 1;
                to.outcome[at] = CUT_OFF;
            }
        }

        /** What is not replayed by the window is said elsewhere. */
        @Override
        public Map<String, Long> leftOut() {
            return Map.of();
        }

        @Override
        public void close() {
            from.close();
        }
    }
}
