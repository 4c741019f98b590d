package dev.stowage.sim.stacked;

import java.util.List;

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

    /** What is left when some have theirs. */
    Cores without(List<Cores> taken) {
        Cores left = this;
        for (Cores each : taken) {
            left = left.plus(-each.cpu(), -each.pim());
        }
        return left;
    }

    /** With more of each. */
    Cores plus(int moreCpu, int morePim) {
        return new Cores(cpu + moreCpu, pim + morePim);
    }
}
