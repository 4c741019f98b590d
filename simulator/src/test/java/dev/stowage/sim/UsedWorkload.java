package dev.stowage.sim;

import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskOutcome;
import dev.stowage.model.TaskSource;
import dev.stowage.model.UsageBatch;
import dev.stowage.model.UsageSource;
import dev.stowage.model.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A workload in memory whose tasks have measured use, for tests: rows in order of submit. */
public final class UsedWorkload implements Workload {
    /** A measurement: recorded time, CPU, memory (-1 = unknown). */
    public record Window(long start, long cpu, long memory) {}

    /** One task; a duration of {@link TaskBatch#NONE} never ends, a use of -1 is unknown. */
    public record Row(
            long submit,
            long duration,
            long cpu,
            long memory,
            int priority,
            long cpuUsed,
            long memoryUsed,
            List<Window> windows) {
        static Row of(long submit, long duration, long cpu, long cpuUsed) {
            return new Row(submit, duration, cpu, 0, 0, cpuUsed, 0, List.of());
        }

        boolean neverEnds() {
            return duration == TaskBatch.NONE;
        }
    }

    private record Measured(Window window, int task) {}

    private final List<Row> rows;

    public UsedWorkload(List<Row> rows) {
        this.rows = List.copyOf(rows);
    }

    @Override
    public String name() {
        return "used";
    }

    @Override
    public TaskSource open() {
        return new RowSource(rows.size(), Integer.MAX_VALUE) {
            @Override
            protected void fill(TaskBatch batch, int i, int task) {
                Row row = rows.get(task);
                batch.isPlain = false;
                batch.clearExtras(i);
                batch.submitMicros[i] = row.submit();
                batch.durationMicros[i] = row.duration();
                batch.cpuMicroCores[i] = row.cpu();
                batch.memoryBytes[i] = row.memory();
                batch.jobId[i] = task;
                batch.taskIndex[i] = 0;
                batch.priority[i] = row.priority();
                batch.taskClass[i] = 0;
                TaskOutcome outcome = row.neverEnds() ? TaskOutcome.RUNNING : TaskOutcome.FINISHED;
                batch.outcome[i] = (byte) List.of(TaskOutcome.values()).indexOf(outcome);
                batch.cpuUsedMicroCores[i] = row.cpuUsed();
                batch.memoryUsedBytes[i] = row.memoryUsed();
            }
        };
    }

    @Override
    public Optional<UsageSource> usage() {
        List<Measured> all = new ArrayList<>();
        for (int task = 0; task < rows.size(); task++) {
            for (Window window : rows.get(task).windows()) {
                all.add(new Measured(window, task));
            }
        }
        all.sort(Comparator.comparingLong(measured -> measured.window().start()));
        return all.isEmpty() ? Optional.empty() : Optional.of(source(all));
    }

    private static UsageSource source(List<Measured> all) {
        return new UsageSource() {
            private int next;

            @Override
            public boolean read(UsageBatch batch) {
                batch.size = 0;
                while (batch.size < 7 && next < all.size()) { // many batches, small ones
                    Measured measured = all.get(next++);
                    int i = batch.size++;
                    batch.startMicros[i] = measured.window().start();
                    batch.endMicros[i] = measured.window().start() + 1;
                    batch.jobId[i] = measured.task();
                    batch.taskIndex[i] = 0;
                    batch.cpuMicroCores[i] = measured.window().cpu();
                    batch.memoryBytes[i] = measured.window().memory();
                }
                return batch.size > 0;
            }

            @Override
            public void close() {}
        };
    }
}
