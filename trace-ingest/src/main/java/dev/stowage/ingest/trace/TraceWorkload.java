package dev.stowage.ingest.trace;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.Words;
import dev.stowage.ingest.parquet.ColumnFileReader;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskSource;
import dev.stowage.model.UsageSource;
import dev.stowage.model.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a canonical trace, streamed row group by row group, reading only the columns that
 * are wanted.
 */
final class TraceWorkload implements Workload {
    private static final List<String> COLUMNS =
            List.of(
                    "submit_micros",
                    "duration_micros",
                    "cpu_micro_cores",
                    "memory_bytes",
                    "job_id",
                    "task_index",
                    "priority",
                    "class",
                    "outcome",
                    "attempts");

    private final String name;
    private final Path file;
    private final Set<TaskColumn> columns;
    private final List<String> extraNames;
    private final @Nullable JobUsers jobUsers;
    private final @Nullable Path usageFile;
    private final List<String> notes;

    /**
     * Prepares to read.
     *
     * @param columns what is delivered of what a plain batch lacks
     * @param extraNames the columns that say it, as {@link TraceExtras#columnsFor} gives them
     * @param jobUsers users by job, if they are wanted and the tasks don't name theirs
     * @param usageFile the measurements, if there are any
     * @param notes what a reader of answers should know of the trace
     */
    TraceWorkload(
            String name,
            Path file,
            Set<TaskColumn> columns,
            List<String> extraNames,
            @Nullable JobUsers jobUsers,
            @Nullable Path usageFile,
            List<String> notes) {
        this.name = name;
        this.file = file;
        this.columns = columns;
        this.extraNames = extraNames;
        this.jobUsers = jobUsers;
        this.usageFile = usageFile;
        this.notes = List.copyOf(notes);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    @Override
    public TaskSource open() {
        return new Source(
                file,
                new TraceExtras(file, extraNames, TraceExtras.isOnlyResources(columns), jobUsers),
                extraNames);
    }

    @Override
    public Set<TaskColumn> columns() {
        return columns;
    }

    @Override
    public Optional<UsageSource> usage() {
        return Optional.ofNullable(usageFile).map(TraceUsage::new);
    }

    /** Hot: fills the columns of a batch straight from those of the file. */
    private static final class Source implements TaskSource {
        private final Path path;
        private final ColumnFileReader file;
        private final TraceExtras extras;
        private int left;
        private int[] attempts = new int[0];
        private long lastSubmitMicros;
        private long neverScheduled;

        Source(Path path, TraceExtras extras, List<String> extraNames) {
            this.path = path;
            this.extras = extras;
            List<String> names = new ArrayList<>(COLUMNS);
            names.addAll(extraNames);
            file =
                    ColumnFileReader.open(
                            path, CanonicalTable.TASKS.columns(names.toArray(String[]::new)));
        }

        @Override
        public boolean read(TaskBatch batch) {
            batch.size = 0;
            batch.isPlain = true;
            while (batch.size == 0) {
                if (left == 0) {
                    if (!file.nextGroup()) {
                        extras.end();
                        return false;
                    }
                    left = file.groupRows();
                }
                int count = Math.min(left, batch.capacity());
                fill(batch, count);
                left -= count;
                batch.size = keepScheduled(batch, count);
            }
            batch.isPlain = extras.isEmpty() || !usesExtras(batch);
            return true;
        }

        private void fill(TaskBatch batch, int count) {
            if (attempts.length < count) {
                attempts = new int[batch.capacity()];
            }
            file.column(0).longs(batch.submitMicros, count, 0);
            file.column(1).longs(batch.durationMicros, count, TaskBatch.NONE);
            file.column(2).longs(batch.cpuMicroCores, count, 0);
            file.column(3).longs(batch.memoryBytes, count, 0);
            file.column(4).longs(batch.jobId, count, 0);
            file.column(5).ints(batch.taskIndex, count, 0);
            file.column(6).ints(batch.priority, count, 0);
            file.column(7).words(batch.taskClass, count, Words.classes());
            file.column(8).words(batch.outcome, count, Words.outcomes());
            file.column(9).ints(attempts, count, 0);
            if (!extras.isEmpty()) {
                extras.fill(file, COLUMNS.size(), batch, count);
            }
        }

        private static boolean usesExtras(TaskBatch batch) {
            for (int row = 0; row < batch.size; row++) {
                if (batch.usesExtras(row)) {
                    return true;
                }
            }
            return false;
        }

        /** Drops rows without a duration that never ran; returns how many are left. */
        private int keepScheduled(TaskBatch batch, int count) {
            int kept = 0;
            boolean hasExtras = !extras.isEmpty();
            for (int i = 0; i < count; i++) {
                if (batch.submitMicros[i] < lastSubmitMicros) {
                    throw unsorted(batch.submitMicros[i]);
                }
                lastSubmitMicros = batch.submitMicros[i];
                if (hasExtras) {
                    extras.see(batch, i);
                }
                if (batch.durationMicros[i] == TaskBatch.NONE && attempts[i] == 0) {
                    neverScheduled++;
                    continue;
                }
                if (kept != i) {
                    batch.copyPlain(batch, i, kept);
                    if (hasExtras) {
                        batch.copyExtras(batch, i, kept);
                    }
                }
                kept++;
            }
            return kept;
        }

        private InputException unsorted(long submitMicros) {
            return InputException.of(
                    path,
                    "submit_micros " + submitMicros + " after " + lastSubmitMicros,
                    "tasks sorted by submit_micros",
                    "Ingest the trace again, or sort the file.");
        }

        @Override
        public List<String> users() {
            return extras.users();
        }

        @Override
        public Map<String, Long> leftOut() {
            return neverScheduled == 0 ? Map.of() : Map.of("neverScheduled", neverScheduled);
        }

        @Override
        public void close() {
            file.close();
        }
    }
}
