package dev.stowage.sim.stacked;

/**
 * A latency-critical service of PIMCloud's Table II, and what was fitted to Tables II and III.
 *
 * @param instructionsPerCycle alone on brawny cores
 * @param missesPerKiloInstruction of the last-level cache
 * @param missRate of it
 * @param exposure share of a memory access that its instructions wait for; fitted
 * @param scaling growth of service time per core beyond four; fitted
 * @param slowdown of an instruction on a wimpy core at the same clock; fitted
 * @param memoryGb of all its pages
 * @param pages what its accesses go to
 * @param zeroLoad percentile without load over its target, on four brawny cores
 * @param published largest load on each of the nine architectures over that on the first
 * @param publishedLatency percentile without load over its target, on each of them
 */
@SuppressWarnings("ArrayRecordComponent") // not compared
public record StackedService(
        String name,
        double instructionsPerCycle,
        double missesPerKiloInstruction,
        double missRate,
        double exposure,
        double scaling,
        double slowdown,
        double memoryGb,
        Pages pages,
        double zeroLoad,
        double[] published,
        double[] publishedLatency) {
    /** How many architectures Table III has. */
    static final int ARCHITECTURES = 9;

    public StackedService {
        if (published.length != ARCHITECTURES) {
            throw new IllegalArgumentException(
                    name + " has " + published.length + " largest loads, expected 9");
        }
        if (publishedLatency.length != ARCHITECTURES) {
            throw new IllegalArgumentException(
                    name + " has " + publishedLatency.length + " latencies, expected 9");
        }
        published = published.clone();
        publishedLatency = publishedLatency.clone();
    }

    /**
     * How many wimpy cores a brawny one is worth: {@code (load on 4 CPU cores / 4) / (load on 16
     * PIM cores / 16)}, of architectures 1 and 9.
     */
    public double preference() {
        return 4 * published[0] / published[ARCHITECTURES - 1];
    }

    /** The same of the ten little cores of architecture 3; infinite if they hold no load. */
    double preferenceToLittleCores() {
        return 2.5 * published[0] / published[2];
    }
}
