package dev.stowage.workload.demand;

import dev.stowage.basis.Progress;
import dev.stowage.model.UsageBatch;
import dev.stowage.model.UsageSource;
import dev.stowage.model.Workload;
import java.util.Optional;

/**
 * The resources that tasks use together over time, as they were measured: the demand of a service
 * that would be given no more. A task counts only while it was measured.
 */
public final class UsageDemand {
    private final HeldAmounts amounts;
    private long measurements;
    private long absent;
    private long withoutCpu;
    private long instant;

    /**
     * What tasks used.
     *
     * @param demand the most within each interval
     * @param originMicros time of the workload at which it begins: that of the first measurement,
     *     rounded down to whole intervals
     * @param measurements how many were counted
     * @param absent how many of them lacked CPU or memory, which then counts as 0
     * @param withoutCpu how many of those lacked CPU
     * @param instant how many more took no time and were left out
     */
    public record Result(
            ServiceDemand demand,
            long originMicros,
            long measurements,
            long absent,
            long withoutCpu,
            long instant) {}

    private UsageDemand(long intervalSeconds) {
        amounts = new HeldAmounts(intervalSeconds);
    }

    /**
     * Reads the measurements of a workload.
     *
     * @param intervalSeconds length of the intervals, at least 1
     * @return empty if nothing was measured
     */
    public static Optional<Result> of(Workload workload, long intervalSeconds, Progress progress) {
        Optional<UsageSource> usage = workload.usage();
        if (usage.isEmpty()) {
            return Optional.empty();
        }
        UsageDemand demand = new UsageDemand(intervalSeconds);
        progress.start("adding up measurements", -1);
        try (UsageSource source = usage.get()) {
            UsageBatch batch = new UsageBatch(UsageBatch.DEFAULT_CAPACITY);
            while (source.read(batch)) {
                for (int row = 0; row < batch.size; row++) {
                    demand.add(batch, row);
                }
                progress.advanceTo(demand.measurements);
            }
        } finally {
            progress.done();
        }
        return demand.close();
    }

    private void add(UsageBatch batch, int row) {
        if (batch.endMicros[row] == batch.startMicros[row]) {
            instant++;
            return;
        }
        long cpu = batch.cpuMicroCores[row];
        long memory = batch.memoryBytes[row];
        absent += cpu == UsageBatch.UNKNOWN || memory == UsageBatch.UNKNOWN ? 1 : 0;
        withoutCpu += cpu == UsageBatch.UNKNOWN ? 1 : 0;
        amounts.add(
                batch.startMicros[row],
                batch.endMicros[row],
                Math.max(0, cpu),
                Math.max(0, memory));
        measurements++;
    }

    private Optional<Result> close() {
        if (amounts.isEmpty()) {
            return Optional.empty();
        }
        long origin = amounts.originMicros();
        return Optional.of(
                new Result(amounts.close(), origin, measurements, absent, withoutCpu, instant));
    }
}
