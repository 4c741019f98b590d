package dev.stowage.sim.stacked;

/**
 * The largest loads of a service by the cores that it may use. It may leave some of them idle:
 * cores beyond its threads are of no use to it, and slow or remote ones may be worse than none. So
 * more cores never hold less. Loads are over the largest one on the first architecture.
 */
final class LargestLoads {
    private final double[][] known; // by CPU and PIM cores, up to the threads
    private final Cores[][] used;

    /**
     * On a server.
     *
     * @param isPlaced true if pages that PIM cores of two stacks use were moved to them
     */
    LargestLoads(StackedModel model, StackedService service, boolean isPlaced) {
        Cores all = model.cores();
        int cpus = Math.min(all.cpu(), StackedModel.THREADS);
        int pims = Math.min(all.pim(), StackedModel.THREADS);
        known = new double[cpus + 1][pims + 1];
        used = new Cores[cpus + 1][pims + 1];
        for (int cpu = 0; cpu <= cpus; cpu++) {
            for (int pim = 0; pim <= pims; pim++) {
                Cores cores = new Cores(cpu, pim);
                boolean isOfUse = cores.all() <= StackedModel.THREADS;
                known[cpu][pim] = isOfUse ? model.largest(service, cores, isPlaced) : 0;
                used[cpu][pim] = cores;
                inherit(cpu, pim, cpu - 1, pim);
                inherit(cpu, pim, cpu, pim - 1);
            }
        }
    }

    private void inherit(int cpu, int pim, int fromCpu, int fromPim) {
        if (fromCpu >= 0 && fromPim >= 0 && known[fromCpu][fromPim] >= known[cpu][pim]) {
            known[cpu][pim] = known[fromCpu][fromPim];
            used[cpu][pim] = used[fromCpu][fromPim];
        }
    }

    /** The largest load on at most these cores. */
    double of(Cores cores) {
        return known[cpu(cores)][pim(cores)];
    }

    /** The cores among these on which it is reached, as few as that takes. */
    Cores used(Cores cores) {
        return used[cpu(cores)][pim(cores)];
    }

    private int cpu(Cores cores) {
        return Math.min(cores.cpu(), known.length - 1);
    }

    private int pim(Cores cores) {
        return Math.min(cores.pim(), known[0].length - 1);
    }
}
