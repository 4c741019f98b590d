package dev.stowage.sim.cluster;

/**
 * Upper bounds of what is free on any one server of a set, in four columns: CPU, memory, and two
 * skew columns that tell sets whose free CPU and free memory lie on different servers.
 *
 * <p>A skew column holds the largest {@code min(a * cpu, memory)} of any server, CPU counted in
 * bytes at the ratio of the reference server; a task needs at least its own {@code min(a * cpu,
 * memory)} there. Both factors are monotone, rounding included, so that a bound never excludes a
 * server that fits.
 */
final class FreeBounds {
    /** Columns of a set: long values, one set after the other in an array. */
    static final int COLUMNS = 4;

    private static final double LOW_SKEW = 0.5;
    private static final double HIGH_SKEW = 2.0;

    private final double lowSlope;
    private final double highSlope;

    /** For servers whose CPU and memory are about in the ratio of the given capacities. */
    FreeBounds(long referenceMicroCores, long referenceBytes) {
        double ratio =
                referenceMicroCores > 0 && referenceBytes > 0
                        ? (double) referenceBytes / referenceMicroCores
                        : 1;
        lowSlope = LOW_SKEW * ratio;
        highSlope = HIGH_SKEW * ratio;
    }

    /** First skew column; negative for a server that is down. */
    long low(long cpuMicroCores, long memoryBytes) {
        return Math.min((long) (cpuMicroCores * lowSlope), memoryBytes);
    }

    /** Second skew column. */
    long high(long cpuMicroCores, long memoryBytes) {
        return Math.min((long) (cpuMicroCores * highSlope), memoryBytes);
    }

    /** False if no server of the set at {@code at} has the four amounts. */
    static boolean mayHold(long[] bounds, int at, long cpu, long memory, long low, long high) {
        return bounds[at] >= cpu
                && bounds[at + 1] >= memory
                && bounds[at + 2] >= low
                && bounds[at + 3] >= high;
    }
}
