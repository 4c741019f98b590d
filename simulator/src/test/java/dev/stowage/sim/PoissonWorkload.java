package dev.stowage.sim;

import dev.stowage.basis.Seeds;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskOutcome;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

/**
 * Customers of a queue for closed forms: Poisson arrivals, independent service times, one core
 * each. Service times have a mean of one second or so, so that microseconds are fine enough.
 *
 * @param tasks how many
 * @param perSecond arrival rate
 * @param serviceSeconds draws a service time
 * @param seed root seed
 * @param replication number of the replication
 */
record PoissonWorkload(
        int tasks,
        double perSecond,
        ToDoubleFunction<RandomGenerator> serviceSeconds,
        long seed,
        int replication)
        implements Workload {

    /** Exponential with mean 1 s. */
    static double exponential(RandomGenerator random) {
        return -Math.log1p(-random.nextDouble());
    }

    @Override
    public String name() {
        return "poisson";
    }

    @Override
    public TaskSource open() {
        RandomGenerator arrivals = Seeds.stream(seed, "arrivals", replication);
        RandomGenerator services = Seeds.stream(seed, "services", replication);
        byte finished = (byte) List.of(TaskOutcome.values()).indexOf(TaskOutcome.FINISHED);
        return new TaskSource() {
            private int next;
            private double seconds;

            @Override
            public boolean read(TaskBatch batch) {
                int size = Math.min(batch.capacity(), tasks - next);
                for (int i = 0; i < size; i++) {
                    seconds += exponential(arrivals) / perSecond;
                    batch.submitMicros[i] = Math.round(seconds * 1e6);
                    batch.durationMicros[i] =
                            Math.round(serviceSeconds.applyAsDouble(services) * 1e6);
                    batch.cpuMicroCores[i] = 1_000_000;
                    batch.memoryBytes[i] = 1;
                    batch.jobId[i] = next++;
                    batch.outcome[i] = finished;
                }
                batch.size = size;
                return size > 0;
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
