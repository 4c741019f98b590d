package dev.stowage.sim.cluster;

/**
 * What is free on a server, or an upper bound for a set of servers, in one long: four fields of 15
 * bits, each with a spare bit above it, that are compared and merged all at once.
 *
 * <p>The fields are CPU, memory, and two skew fields that tell sets whose free CPU and free memory
 * lie on different servers: {@code min(cpu / 2, memory)} and {@code min(2 * cpu, memory)}. Amounts
 * are counted in parts of the largest server, rounded down, plus one; a server that is down has 0
 * everywhere. All of it is monotone, so that a word never excludes a server that fits; whether one
 * does is for exact figures to say.
 */
final class PackedFree {
    /** Nothing: a server that is down, or no server at all. */
    static final long NOTHING = 0;

    private static final long SPARE_BITS = 0x8000_8000_8000_8000L;
    private static final long ONE_EACH = 0x0001_0001_0001_0001L;
    private static final int LARGEST = (1 << 15) - 2;

    private final double partsPerMicroCore;
    private final double partsPerByte;

    /** For servers of at most these capacities. */
    PackedFree(long largestMicroCores, long largestBytes) {
        partsPerMicroCore = (double) LARGEST / Math.max(1, largestMicroCores);
        partsPerByte = (double) LARGEST / Math.max(1, largestBytes);
    }

    /** The word of a server with so much free, or of a task that asks for so much. */
    long of(long cpuMicroCores, long memoryBytes) {
        if (cpuMicroCores < 0) {
            return NOTHING;
        }
        long cpu = Math.min(LARGEST, (long) (cpuMicroCores * partsPerMicroCore));
        long memory = Math.min(LARGEST, (long) (memoryBytes * partsPerByte));
        long low = Math.min(cpu >> 1, memory);
        long high = Math.min(cpu << 1, memory);
        return ONE_EACH + (cpu | memory << 16 | low << 32 | high << 48);
    }

    /** The top bit of each field in which {@code row} holds {@code task}. */
    static long held(long row, long task) {
        return ((row | SPARE_BITS) - task) & SPARE_BITS;
    }

    /** The bits of a field that are set in all fields. */
    static int inAllFields(long bits) {
        long halves = bits & (bits >>> 32);
        return (int) (halves & (halves >>> 16)) & 0xffff;
    }

    /** Zero if {@code row} holds {@code task} in all fields. */
    static long lacking(long row, long task) {
        return held(row, task) ^ SPARE_BITS;
    }

    /** The larger of both in each field. */
    static long max(long a, long b) {
        long smaller = lacking(a, b); // spare bits of the fields of a that are below those of b
        long fields = (smaller << 1) - (smaller >>> 15);
        return a ^ ((a ^ b) & fields);
    }

    /** True if some field of both is the same. */
    static boolean sharesField(long a, long b) {
        long difference = a ^ b;
        return ((difference - ONE_EACH) & ~difference & SPARE_BITS) != 0;
    }
}
