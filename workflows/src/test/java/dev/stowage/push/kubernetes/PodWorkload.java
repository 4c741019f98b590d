package dev.stowage.push.kubernetes;

import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.util.List;
import java.util.Map;

/**
 * A few pods over time, for a run and for a real cluster alike.
 *
 * @param pods in order of submit
 */
record PodWorkload(String name, List<Pod> pods) implements Workload {
    static final long SECOND = 1_000_000;
    static final long GIB = 1L << 30;

    /** Where in a second everything happens: late enough for nothing to slip into another one. */
    static final long PHASE_MICROS = 200_000;

    private static final byte BATCH = (byte) List.of(TaskClass.values()).indexOf(TaskClass.BATCH);
    private static final byte FINISHED =
            (byte) List.of(TaskOutcome.values()).indexOf(TaskOutcome.FINISHED);

    /** A pod that runs for so many seconds. */
    record Pod(int submit, int seconds, int cores, int gib, int priority) {}

    /** Reads lines of {@code submit seconds cores GiB priority}, in seconds. */
    static PodWorkload of(String name, String text) {
        return new PodWorkload(
                name,
                text.lines()
                        .map(line -> line.strip().split(" +", -1))
                        .map(
                                parts ->
                                        new Pod(
                                                Integer.parseInt(parts[0]),
                                                Integer.parseInt(parts[1]),
                                                Integer.parseInt(parts[2]),
                                                Integer.parseInt(parts[3]),
                                                Integer.parseInt(parts[4])))
                        .toList());
    }

    @Override
    public TaskSource open() {
        return new TaskSource() {
            private boolean isRead;

            @Override
            public boolean read(TaskBatch batch) {
                batch.size = isRead ? 0 : pods.size();
                batch.isPlain = true;
                for (int i = 0; i < batch.size; i++) {
                    Pod pod = pods.get(i);
                    batch.submitMicros[i] = pod.submit() * SECOND + PHASE_MICROS;
                    batch.durationMicros[i] = pod.seconds() * SECOND;
                    batch.cpuMicroCores[i] = pod.cores() * SECOND;
                    batch.memoryBytes[i] = pod.gib() * GIB;
                    batch.jobId[i] = i;
                    batch.taskIndex[i] = 0;
                    batch.priority[i] = pod.priority();
                    batch.taskClass[i] = BATCH;
                    batch.outcome[i] = FINISHED;
                }
                isRead = true;
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
