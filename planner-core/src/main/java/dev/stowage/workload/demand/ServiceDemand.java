package dev.stowage.workload.demand;

import dev.stowage.basis.Check;
import dev.stowage.model.Resources;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The resources that a service needs over time to hold its performance: constant between changes.
 * Immutable.
 */
public final class ServiceDemand {
    private static final long MICROS_PER_SECOND = 1_000_000L;

    private final long[] startMicros;
    private final long[] cpuMicroCores;
    private final long[] memoryBytes;
    private final long endMicros;

    /**
     * @param startMicros when each level begins, from 0 on, rising
     * @param cpuMicroCores CPU of each level, at least 0
     * @param memoryBytes memory of each level, at least 0
     * @param endMicros end of the last level
     */
    public ServiceDemand(
            long[] startMicros, long[] cpuMicroCores, long[] memoryBytes, long endMicros) {
        this.startMicros = startMicros.clone();
        this.cpuMicroCores = cpuMicroCores.clone();
        this.memoryBytes = memoryBytes.clone();
        this.endMicros = endMicros;
        int n = startMicros.length;
        if (n == 0 || cpuMicroCores.length != n || memoryBytes.length != n) {
            throw new IllegalArgumentException(
                    "arrays of "
                            + n
                            + ", "
                            + cpuMicroCores.length
                            + ", "
                            + memoryBytes.length
                            + " levels, expected equal lengths of at least 1");
        }
        if (startMicros[0] != 0) {
            throw new IllegalArgumentException(
                    "startMicros[0] = " + startMicros[0] + ", expected 0");
        }
        for (int i = 0; i < n; i++) {
            long next = i + 1 < n ? startMicros[i + 1] : endMicros;
            if (next <= startMicros[i]) {
                throw new IllegalArgumentException(
                        "a level from " + startMicros[i] + " to " + next + ", expected rising");
            }
            Check.notNegative("cpuMicroCores", cpuMicroCores[i]);
            Check.notNegative("memoryBytes", memoryBytes[i]);
        }
    }

    /** The sum of some, each of them nothing after its end; at least one. */
    public static ServiceDemand sum(List<ServiceDemand> parts) {
        long end = parts.stream().mapToLong(ServiceDemand::endMicros).max().orElseThrow();
        long[] times =
                parts.stream()
                        .flatMapToLong(
                                part ->
                                        LongStream.concat(
                                                Arrays.stream(part.startMicros),
                                                LongStream.of(part.endMicros)))
                        .filter(time -> time < end)
                        .sorted()
                        .distinct()
                        .toArray();
        long[] cpu = new long[times.length];
        long[] memory = new long[times.length];
        for (ServiceDemand part : parts) {
            for (int i = 0; i < part.levels(); i++) { // by what changes
                int at = Arrays.binarySearch(times, part.startMicros[i]);
                cpu[at] += part.cpuMicroCores[i] - (i > 0 ? part.cpuMicroCores[i - 1] : 0);
                memory[at] += part.memoryBytes[i] - (i > 0 ? part.memoryBytes[i - 1] : 0);
            }
            if (part.endMicros < end) {
                int at = Arrays.binarySearch(times, part.endMicros);
                cpu[at] -= part.cpuMicroCores[part.levels() - 1];
                memory[at] -= part.memoryBytes[part.levels() - 1];
            }
        }
        for (int i = 1; i < times.length; i++) {
            cpu[i] = Math.addExact(cpu[i], cpu[i - 1]);
            memory[i] = Math.addExact(memory[i], memory[i - 1]);
        }
        return new ServiceDemand(times, cpu, memory, end);
    }

    /** Number of levels. */
    public int levels() {
        return startMicros.length;
    }

    /** When a level begins, in microseconds. */
    public long startMicros(int level) {
        return startMicros[level];
    }

    /** What is needed at a level. */
    public Resources at(int level) {
        return new Resources(cpuMicroCores[level], memoryBytes[level]);
    }

    /** When a level ends, in microseconds. */
    public long endMicros(int level) {
        return level + 1 < levels() ? startMicros[level + 1] : endMicros;
    }

    /** What is needed at a moment before the end, in microseconds. */
    public Resources atMicros(long micros) {
        Check.notNegative("micros", micros);
        int found = Arrays.binarySearch(startMicros, micros);
        return at(found >= 0 ? found : -found - 2);
    }

    /**
     * The demand of who decides every so many seconds: {@link #atDecisions}, until the last ends.
     */
    public ServiceDemand decidedEvery(long seconds) {
        Resources[] needs = atDecisions(seconds);
        int[] changes =
                IntStream.range(0, needs.length)
                        .filter(i -> i == 0 || !needs[i].equals(needs[i - 1]))
                        .toArray();
        long interval = seconds * MICROS_PER_SECOND;
        return new ServiceDemand(
                Arrays.stream(changes).mapToLong(i -> i * interval).toArray(),
                Arrays.stream(changes).mapToLong(i -> needs[i].cpuMicroCores()).toArray(),
                Arrays.stream(changes).mapToLong(i -> needs[i].memoryBytes()).toArray(),
                endMicros);
    }

    /** End of the last level, in microseconds. */
    public long endMicros() {
        return endMicros;
    }

    /** This with a share of every need more, {@link Resources#withMore}. */
    public ServiceDemand withMore(double share) {
        if (share == 0) {
            return this;
        }
        Resources[] needs =
                IntStream.range(0, levels())
                        .mapToObj(level -> at(level).withMore(share))
                        .toArray(Resources[]::new);
        return new ServiceDemand(
                startMicros,
                Arrays.stream(needs).mapToLong(Resources::cpuMicroCores).toArray(),
                Arrays.stream(needs).mapToLong(Resources::memoryBytes).toArray(),
                endMicros);
    }

    /** The largest need of each resource. */
    public Resources peak() {
        return new Resources(
                Arrays.stream(cpuMicroCores).max().orElse(0),
                Arrays.stream(memoryBytes).max().orElse(0));
    }

    /** The mean over time. */
    public Resources mean() {
        double cpu = 0;
        double memory = 0;
        for (int i = 0; i < levels(); i++) {
            double share = (double) (endMicros(i) - startMicros[i]) / endMicros;
            cpu += share * cpuMicroCores[i];
            memory += share * memoryBytes[i];
        }
        return new Resources(Math.round(cpu), Math.round(memory));
    }

    /**
     * What each interval between two decisions needs: the most within it, so that who holds that
     * holds the demand at every instant.
     *
     * @param seconds length of an interval; the last one may reach beyond the end
     */
    public Resources[] atDecisions(long seconds) {
        long interval = Math.multiplyExact(Check.positive("seconds", seconds), MICROS_PER_SECOND);
        int n = Math.toIntExact(-Math.floorDiv(-endMicros, interval));
        Resources[] needs = new Resources[n];
        Arrays.fill(needs, Resources.NONE);
        for (int level = 0; level < levels(); level++) {
            int first = Math.toIntExact(startMicros[level] / interval);
            int last = Math.toIntExact((endMicros(level) - 1) / interval);
            Resources need = at(level); // one for all decisions that fall into it alone
            for (int i = first; i <= last; i++) {
                needs[i] = needs[i].equals(Resources.NONE) ? need : needs[i].max(need);
            }
        }
        return needs;
    }
}
