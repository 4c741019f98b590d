package dev.stowage.sim.stacked;

/** Cores of both kinds that a service has. */
public record Cores(int cpu, int pim) {
    /** PIM cores of a stack. */
    static final int PER_STACK = 8;

    /** Those of the default server: 4 CPU cores, and 8 PIM cores in each of 2 stacks. */
    public static final Cores SERVER = new Cores(4, 16);

    public Cores {
        if (cpu < 0 || pim < 0) {
            throw new IllegalArgumentException(cpu + " CPU cores and " + pim + " PIM cores");
        }
    }

    /** How many. */
    int all() {
        return cpu + pim;
    }

    /** With more of each. */
    Cores plus(int moreCpu, int morePim) {
        return new Cores(cpu + moreCpu, pim + morePim);
    }
}
