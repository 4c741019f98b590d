package dev.stowage.policy.node;

/**
 * The best of a node whose services share: all of them in the pool, or all but one, which has units
 * of its own, at the highest frequency. Cores and ways of that one are all tried. Best is that
 * whose worst latency over target is least.
 */
final class PoolSearch {
    private static final int NOBODY = -1;

    private final ComingInterval coming;
    private final int totalCores;
    private final int totalWays;
    private Allocation best;
    private double leastWorst;

    /** Of a node. */
    @SuppressWarnings("NullAway.Init") // given by best
    PoolSearch(ComingInterval coming) {
        this.coming = coming;
        totalCores = coming.total(NodeResource.CORES);
        totalWays = coming.total(NodeResource.WAYS);
    }

    /** The best of a node of which everything is in the pool; the other one if that is as good. */
    DivisionSearch.Found best(Allocation free, DivisionSearch.Found other) {
        best = other.allocation();
        leastWorst = other.worst();
        keep(shared(free, NOBODY));
        for (int apart = 0; apart < coming.services(); apart++) {
            Allocation trial = shared(free, apart);
            share(NodeResource.NETWORK, trial, apart);
            share(NodeResource.DISK, trial, apart);
            tryCores(trial, apart);
        }
        return new DivisionSearch.Found(best, leastWorst);
    }

    private Allocation shared(Allocation free, int apart) {
        Allocation trial = free.copy();
        for (int service = 0; service < coming.services(); service++) {
            if (service != apart) {
                trial.putIntoPool(service);
            }
        }
        return trial;
    }

    /** So many parts that neither the one nor the pool is busier than has to be; the fewest. */
    private void share(NodeResource resource, Allocation trial, int apart) {
        double own = coming.asked(resource, apart);
        double others = 0;
        for (int service = 0; service < coming.services(); service++) {
            others += service == apart ? 0 : coming.asked(resource, service);
        }
        int total = coming.total(resource);
        int parts = 0;
        double least = busier(own, 0, others, total);
        for (int each = 1; each <= total; each++) {
            double busy = busier(own, each, others, total - each);
            if (busy < least) {
                parts = each;
                least = busy;
            }
        }
        trial.move(resource, Allocation.POOL, apart, parts);
    }

    /** The higher of two utilisations, or 1, below which none does harm. */
    private static double busier(double own, int ownParts, double others, int otherParts) {
        double first = own == 0 ? 0 : own / ownParts;
        double second = others == 0 ? 0 : others / otherParts;
        return Math.max(1, Math.max(first, second));
    }

    private void tryCores(Allocation trial, int apart) {
        for (int cores = 1; cores < totalCores; cores++) {
            trial.move(NodeResource.CORES, Allocation.POOL, apart, 1);
            tryWays(trial, apart);
        }
    }

    private void tryWays(Allocation trial, int apart) {
        for (int ways = 1; ways < totalWays; ways++) {
            trial.move(NodeResource.WAYS, Allocation.POOL, apart, 1);
            tryMemory(trial, apart);
        }
        trial.move(
                NodeResource.WAYS, apart, Allocation.POOL, trial.units(NodeResource.WAYS, apart));
    }

    /**
     * What the one can't do without; if it keeps data in memory, about where it is as badly off as
     * the pool, since more makes it faster and the pool slower.
     */
    private void tryMemory(Allocation trial, int apart) {
        int low = coming.residentGb(apart);
        int high = coming.isCached(apart) ? coming.total(NodeResource.MEMORY) : low;
        int fewest = low;
        while (low < high) {
            int middle = (low + high) / 2;
            setMemory(trial, apart, middle);
            if (coming.latency(apart, trial) >= coming.worst(trial)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        for (int gb = Math.max(fewest, low - 1); gb <= low; gb++) {
            setMemory(trial, apart, gb);
            keep(trial);
        }
    }

    private static void setMemory(Allocation trial, int apart, int gb) {
        int more = gb - trial.units(NodeResource.MEMORY, apart);
        if (more > 0) {
            trial.move(NodeResource.MEMORY, Allocation.POOL, apart, more);
        } else {
            trial.move(NodeResource.MEMORY, apart, Allocation.POOL, -more);
        }
    }

    private void keep(Allocation trial) {
        double worst = coming.worst(trial);
        if (worst < leastWorst) {
            leastWorst = worst;
            best = trial.copy();
        }
    }
}
