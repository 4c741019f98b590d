package dev.stowage.workload;

import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tasks that a test has written down. */
public final class MadeWorkload implements Workload {
    /** A task; class 0 is batch, 1 user-facing. */
    public record Task(long job, int index, long submitMicros, int taskClass, int user) {}

    private final List<Task> tasks = new ArrayList<>();

    public MadeWorkload add(long job, int index, long submitMicros, int taskClass) {
        tasks.add(new Task(job, index, submitMicros, taskClass, -1));
        return this;
    }

    public MadeWorkload addOf(int user, long job, long submitMicros) {
        tasks.add(new Task(job, 0, submitMicros, 0, user));
        return this;
    }

    @Override
    public String name() {
        return "made";
    }

    @Override
    public TaskSource open() {
        return new TaskSource() {
            private int next;

            /** Seven tasks at a time, plain if none of them has a user. */
            @Override
            public boolean read(TaskBatch batch) {
                int atOnce = Math.min(7, batch.capacity());
                batch.size = 0;
                batch.isPlain = true;
                for (int i = next; i < Math.min(next + atOnce, tasks.size()); i++) {
                    batch.isPlain &= tasks.get(i).user() < 0;
                }
                for (; batch.size < atOnce && next < tasks.size(); next++) {
                    Task task = tasks.get(next);
                    int at = batch.size++;
                    batch.submitMicros[at] = task.submitMicros();
                    batch.durationMicros[at] = 10 * task.job() + task.index();
                    batch.cpuMicroCores[at] = 1;
                    batch.memoryBytes[at] = 2;
                    batch.jobId[at] = task.job();
                    batch.taskIndex[at] = task.index();
                    batch.priority[at] = 3;
                    batch.taskClass[at] = (byte) task.taskClass();
                    batch.outcome[at] = 0;
                    if (!batch.isPlain) {
                        batch.clearExtras(at);
                        batch.userId[at] = task.user();
                    }
                }
                return batch.size > 0;
            }

            @Override
            public Map<String, Long> leftOut() {
                return Map.of("neverScheduled", 2L);
            }

            @Override
            public void close() {}
        };
    }

    /** All tasks of a workload, in order; -2 stands for the user of a plain batch. */
    public static List<Task> read(Workload workload) {
        List<Task> all = new ArrayList<>();
        TaskBatch batch = new TaskBatch(5);
        try (TaskSource source = workload.open()) {
            long last = Long.MIN_VALUE;
            while (source.read(batch)) {
                for (int i = 0; i < batch.size; i++) {
                    if (batch.submitMicros[i] < last) {
                        throw new AssertionError("out of order: " + batch.submitMicros[i]);
                    }
                    last = batch.submitMicros[i];
                    all.add(
                            new Task(
                                    batch.jobId[i],
                                    batch.taskIndex[i],
                                    batch.submitMicros[i],
                                    batch.taskClass[i],
                                    batch.isPlain ? -2 : batch.userId[i]));
                }
            }
        }
        return all;
    }
}
