package dev.stowage.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.policy.placement.PlacementPolicies;
import dev.stowage.sim.queue.QueueDisciplines;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The path of an event allocates nothing: a run of twice the tasks allocates no more, but for
 * arrays that still grow; so none of its runs has some ten thousand tasks that wait, of which each
 * wait is kept up to a limit. {@code ReplayBenchmark} with {@code -prof gc} shows the same.
 */
class AllocationTest {
    private static final int TASKS = 200_000;
    private static final int SERVERS = 200;

    /** The least object has 16 bytes: one for every 32 tasks would be too much. */
    private static final double BYTES_PER_TASK = 0.5;

    @ParameterizedTest
    @CsvSource({
        "first-fit, fifo, 300",
        "best-fit, fifo, 300",
        "least-load, fifo, 300",
        "round-robin, fifo, 300",
        "random, fifo, 300",
        "power-of-d[d=2], fifo, 300",
        "first-fit, fifo, 420", // too much: a queue builds up and drains at the end
        "first-fit, sparrow-late, 420",
        "first-fit, kube-scheduler, 420",
    })
    void allocatesNothingForAFurtherTask(String policy, String queue, int meanSeconds) {
        assumeTrue(
                ManagementFactory.getThreadMXBean() instanceof ThreadMXBean,
                "this JVM does not count allocated bytes");
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        run(policy, queue, meanSeconds, TASKS); // classes, lazily made tables
        long once = allocated(threads, policy, queue, meanSeconds, TASKS);
        long twice = allocated(threads, policy, queue, meanSeconds, 2 * TASKS);
        assertThat((double) (twice - once) / TASKS)
                .as("bytes a task, of %s and %s in all", once, twice)
                .isLessThan(BYTES_PER_TASK);
    }

    private static long allocated(
            ThreadMXBean threads, String policy, String queue, int meanSeconds, int tasks) {
        long before = threads.getCurrentThreadAllocatedBytes();
        run(policy, queue, meanSeconds, tasks);
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    private static void run(String policy, String queue, int meanSeconds, int tasks) {
        ServerType type = ServerType.of("1c1g", Resources.ofCoresAndGib(1, 1));
        RunResult result =
                Simulation.run(
                        SimulationSpec.of(
                                        new Synthetic(tasks, meanSeconds),
                                        ServerFleet.of(type, SERVERS))
                                .withPlacement(PlacementPolicies.registry().parse("test", policy))
                                .withQueue(QueueDisciplines.registry().parse("test", queue)));
        assertThat(result.summary().tasks().finished()).isEqualTo(tasks);
    }

    /** Equal waves of load, so that every array has its full length after the first of them. */
    private record Synthetic(int tasks, int meanSeconds) implements Workload {
        @Override
        public String name() {
            return "synthetic";
        }

        @Override
        public TaskSource open() {
            return new Source(tasks, meanSeconds);
        }
    }

    private static final class Source implements TaskSource {
        private static final int WAVE = 40_000;
        private static final byte BATCH =
                (byte) List.of(TaskClass.values()).indexOf(TaskClass.BATCH);
        private static final byte FINISHED =
                (byte) List.of(TaskOutcome.values()).indexOf(TaskOutcome.FINISHED);

        private SplittableRandom random = new SplittableRandom(1);
        private final int tasks;
        private final int meanSeconds;
        private int next;
        private long now;

        Source(int tasks, int meanSeconds) {
            this.tasks = tasks;
            this.meanSeconds = meanSeconds;
        }

        @Override
        public boolean read(TaskBatch batch) {
            int rows = Math.min(batch.capacity(), tasks - next);
            batch.size = rows;
            for (int i = 0; i < rows; i++, next++) {
                if (next % WAVE == 0) {
                    random = new SplittableRandom(1);
                    now += 40_000_000_000L;
                }
                now += random.nextInt(200_000);
                batch.submitMicros[i] = now;
                batch.durationMicros[i] = random.nextLong(2L * meanSeconds * 1_000_000L);
                batch.cpuMicroCores[i] = (10 + random.nextInt(91)) * 1000L;
                batch.memoryBytes[i] = (10 + random.nextInt(91)) * 1_000_000L;
                batch.jobId[i] = next;
                batch.taskIndex[i] = 0;
                batch.priority[i] = 0;
                batch.taskClass[i] = BATCH;
                batch.outcome[i] = FINISHED;
            }
            return rows > 0;
        }

        @Override
        public Map<String, Long> leftOut() {
            return Map.of();
        }

        @Override
        public void close() {}
    }
}
