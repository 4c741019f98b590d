package dev.stowage.sim.stacked;

import java.util.List;

/**
 * Cores of one kind and their way to the memory, as in Table III.
 *
 * @param memoryNanos latency of the memory; remote stacks are farther by {@code isRemote}
 * @param isRemote true if accesses go to remote stacks too
 * @param isBrawny true for CPU cores
 * @param isDeep true with three levels of caches
 */
record Architecture(
        double memoryNanos, boolean isRemote, boolean isBrawny, boolean isDeep, int cores) {
    private static final double FAR = 65;
    private static final double NEAR = 21;

    /** The nine of Table III, in order; the first is an ordinary CPU, the last one PIM cores. */
    static final List<Architecture> ALL =
            List.of(
                    new Architecture(FAR, false, true, true, 4),
                    new Architecture(FAR, false, true, false, 6),
                    new Architecture(FAR, false, false, true, 10),
                    new Architecture(FAR, false, false, false, 16),
                    new Architecture(NEAR, false, true, true, 4),
                    new Architecture(NEAR, false, true, false, 6),
                    new Architecture(NEAR, false, false, true, 10),
                    new Architecture(NEAR, false, false, false, 16),
                    new Architecture(NEAR, true, false, false, 16));

    /** The same cores with another latency of the memory. */
    Architecture withMemory(double nanos) {
        return new Architecture(nanos, false, isBrawny, isDeep, cores);
    }

    /** PIM cores whose pages are all in their stack. */
    static final Architecture LOCAL = ALL.get(7);

    /** Wimpy cores beside the CPU, with its caches: big.LITTLE without stacks. */
    static final Architecture LITTLE = ALL.get(2);
}
