package dev.stowage.sim;

import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A workload in memory, for tests: rows in order of submit. */
final class ColumnWorkload implements Workload {
    /** One task; a duration of {@link TaskBatch#NONE} never ends. */
    record Row(long submit, long duration, long cpu, long memory, TaskOutcome outcome) {
        static Row of(long submit, long duration, long cpu, long memory) {
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

    ColumnWorkload(int batchSize, List<Row> rows) {
        this.batchSize = batchSize;
        this.rows.addAll(rows);
    }

    static ColumnWorkload of(Row... rows) {
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
    public TaskSource open() {
        return new TaskSource() {
            private int next;

            @Override
            public boolean read(TaskBatch batch) {
                int limit = Math.min(batchSize, batch.capacity());
                batch.size = 0;
                while (batch.size < limit && next < rows.size()) {
                    Row row = rows.get(next);
                    int i = batch.size++;
                    batch.submitMicros[i] = row.submit();
                    batch.durationMicros[i] = row.duration();
                    batch.cpuMicroCores[i] = row.cpu();
                    batch.memoryBytes[i] = row.memory();
                    batch.jobId[i] = next++;
                    batch.taskIndex[i] = 0;
                    batch.priority[i] = 0;
                    batch.taskClass[i] =
                            (byte) List.of(TaskClass.values()).indexOf(TaskClass.BATCH);
                    batch.outcome[i] = (byte) List.of(TaskOutcome.values()).indexOf(row.outcome());
                }
                return batch.size > 0;
            }

            @Override
            public Map<String, Long> leftOut() {
                return Map.of();
            }

            @Override
            public void close() {}
        };
    }
}
