package dev.stowage.sim;

import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskOutcome;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A workload in memory, for tests: rows in order of submit. */
public final class ColumnWorkload implements Workload {
    /** Whose task it is and what it waits for; a user of -1 is unknown. */
    public record Tag(long job, int index, int priority, int user, int stage, List<Integer> after) {
        static Tag ofPriority(long job, int priority) {
            return new Tag(job, 0, priority, -1, 0, List.of());
        }
    }

    /**
     * One task; a duration of {@link TaskBatch#NONE} never ends. Without a tag it is a job of its
     * own, numbered by its row.
     */
    public record Row(
            long submit,
            long duration,
            long cpu,
            long memory,
            TaskOutcome outcome,
            @Nullable Tag tag) {
        public Row(long submit, long duration, long cpu, long memory, TaskOutcome outcome) {
            this(submit, duration, cpu, memory, outcome, null);
        }

        public Row with(Tag other) {
            return new Row(submit, duration, cpu, memory, outcome, other);
        }

        public static Row of(long submit, long duration, long cpu, long memory) {
            return new Row(
                    submit,
                    duration,
                    cpu,
                    memory,
                    duration == TaskBatch.NONE ? TaskOutcome.RUNNING : TaskOutcome.FINISHED);
        }
    }

    private final List<Row> rows = new ArrayList<>();
    private final int batchSize;

    public ColumnWorkload(int batchSize, List<Row> rows) {
        this.batchSize = batchSize;
        this.rows.addAll(rows);
    }

    public static ColumnWorkload of(Row... rows) {
        return new ColumnWorkload(TaskBatch.DEFAULT_CAPACITY, List.of(rows));
    }

    List<Row> rows() {
        return rows;
    }

    @Override
    public String name() {
        return "rows";
    }

    @Override
    public Set<TaskColumn> columns() {
        boolean hasStages =
                rows.stream().map(Row::tag).anyMatch(tag -> tag != null && !tag.after().isEmpty());
        return hasStages ? Set.of(TaskColumn.USER, TaskColumn.STAGES) : Set.of(TaskColumn.USER);
    }

    @Override
    public TaskSource open() {
        return new RowSource(rows.size(), batchSize) {
            @Override
            protected void fill(TaskBatch batch, int i, int number) {
                Row row = rows.get(number);
                batch.submitMicros[i] = row.submit();
                batch.durationMicros[i] = row.duration();
                batch.cpuMicroCores[i] = row.cpu();
                batch.memoryBytes[i] = row.memory();
                Tag tag = row.tag();
                batch.jobId[i] = tag == null ? number : tag.job();
                batch.taskIndex[i] = tag == null ? 0 : tag.index();
                batch.priority[i] = tag == null ? 0 : tag.priority();
                batch.isPlain &= tag == null;
                batch.clearExtras(i);
                if (tag != null) {
                    batch.userId[i] = tag.user();
                    batch.stage[i] = tag.stage();
                    batch.afterStages[i] =
                            tag.after().stream().mapToInt(Integer::intValue).toArray();
                }
                batch.taskClass[i] = (byte) List.of(TaskClass.values()).indexOf(TaskClass.BATCH);
                batch.outcome[i] = (byte) List.of(TaskOutcome.values()).indexOf(row.outcome());
            }
        };
    }
}
