package dev.stowage.sim.stacked;

import dev.stowage.sim.node.ErlangWait;
import java.util.function.DoublePredicate;

/**
 * Latency of services on cores of two kinds, in the steady state. Time per instruction is a core's
 * part and what accesses to cache and memory expose of their latency; service time follows it. The
 * percentile is that without load, times the factor of the slowest kind in use, and a wait as in
 * M/M/k, calibrated so that the first architecture meets its target exactly at load 1.
 */
public final class StackedModel {
    private static final double BRAWNY_GHZ = 2.4;
    private static final double WIMPY_GHZ = 2.0;
    private static final double CACHE_NANOS = 30 / BRAWNY_GHZ;
    private static final double FAR_NANOS = 65;
    private static final int REFERENCE_CORES = 4;
    private static final double LEAST_CORE_PART = 0.1;
    private static final double LOG_ODDS = Math.log(100); // of the 99th percentile
    private static final double MOST_LOAD = 8;
    private static final int STEPS = 24;

    /**
     * Share of accesses to the other stack in architecture 9, to which a remote stack is fitted.
     */
    private static final double REMOTE_SHARE = 0.5;

    /** Threads of a service; it has no use for more cores. Source: section V-A. */
    static final int THREADS = 20;

    private final StackedLibrary library;
    private final ServerKind kind;
    private final double kneeWait;

    /** Of the default server, with PIM cores. */
    public StackedModel(StackedLibrary library) {
        this(library, ServerKind.PIM);
    }

    /** Of a kind of server. */
    public StackedModel(StackedLibrary library, ServerKind kind) {
        this.library = library;
        this.kind = kind;
        kneeWait = wait(library.knee(), REFERENCE_CORES);
    }

    ServerKind kind() {
        return kind;
    }

    /** What its server has. */
    public Cores cores() {
        return kind.cores();
    }

    private static double wait(double rho, int servers) {
        double tail = LOG_ODDS + Math.log(Math.max(ErlangWait.probability(servers, rho), 1e-300));
        return tail <= 0 ? 0 : tail / (servers * (1 - rho));
    }

    /** Service time on an architecture over that on the first. */
    double factor(StackedService service, Architecture on) {
        double reference = 1 / (service.instructionsPerCycle() * BRAWNY_GHZ);
        double misses = service.missesPerKiloInstruction() / 1000;
        double accesses = misses / service.missRate();
        double stalls = service.exposure() * (accesses * CACHE_NANOS + misses * FAR_NANOS);
        double core = Math.max(reference - stalls, LEAST_CORE_PART * reference);
        double exposure = service.exposure();
        if (!on.isBrawny()) {
            core *= service.slowdown() * BRAWNY_GHZ / WIMPY_GHZ;
            exposure *= library.exposureGrowth();
        }
        double memory = on.memoryNanos() + (on.isRemote() ? library.remoteNanos() : 0);
        double waits =
                on.isDeep()
                        ? accesses * CACHE_NANOS + misses * memory
                        : accesses * (1 + library.shallowGrowth()) * memory;
        return (core + exposure * waits) / reference;
    }

    /** Percentile over target; very large without a steady state. */
    private double latency(
            StackedService service, double load, double capacity, int cores, double slowest) {
        double scaled = capacity / (1 + service.scaling() * (cores - REFERENCE_CORES));
        double rho = library.knee() * load * REFERENCE_CORES / scaled;
        if (!(rho < 1)) {
            return Double.POSITIVE_INFINITY;
        }
        double mean = cores / scaled;
        return service.zeroLoad() * slowest
                + (1 - service.zeroLoad()) * mean * wait(rho, cores) / kneeWait;
    }

    /** Largest load on an architecture over that on the first. */
    double largestOn(StackedService service, Architecture on) {
        double factor = factor(service, on);
        return largest(
                load -> latency(service, load, on.cores() / factor, on.cores(), factor) <= 1);
    }

    /**
     * Largest load on some cores, all of which are used, up to the threads.
     *
     * @param isPlaced true if pages that are used by PIM cores of two stacks were moved and
     *     replicated to them
     */
    public double largest(StackedService service, Cores cores, boolean isPlaced) {
        if (cores.all() == 0) {
            return 0;
        }
        double remote = steady(service, cores, isPlaced);
        return largest(load -> latencyOverTarget(service, load, cores, remote) <= 1);
    }

    /**
     * How remote the accesses of PIM cores are in the steady state, in those of architecture 9,
     * where half of them go to another stack. If pages were moved and copied, those of the cores
     * beyond a stack that are written by several threads; else evenly to all stacks in use.
     */
    private static double steady(StackedService service, Cores cores, boolean isPlaced) {
        int pim = Math.min(cores.pim(), THREADS - Math.min(cores.cpu(), THREADS));
        int stacks = (pim + Cores.PER_STACK - 1) / Cores.PER_STACK;
        if (stacks < 2) {
            return 0;
        }
        double elsewhere =
                isPlaced
                        ? (double) (pim - Cores.PER_STACK) / pim * service.pages().readWrite()
                        : 1 - 1.0 / stacks;
        return elsewhere / REMOTE_SHARE;
    }

    /** Service time on wimpy cores; see {@link #latencyOverTarget} for {@code remote}. */
    private double wimpy(StackedService service, double remote) {
        Architecture cores = kind.wimpy();
        double farther = kind.stacks() > 0 ? library.remoteNanos() * remote : 0;
        return factor(service, cores.withMemory(cores.memoryNanos() + farther));
    }

    /**
     * Service time on CPU cores while a service has PIM cores too: what both may write is not
     * cached in the LLC then. That PIM cores do not cache it either is in what was fitted to them.
     * Source: section III-A.
     */
    private double spanning(StackedService service) {
        if (kind.stacks() == 0) {
            return 1;
        }
        double reference = 1 / (service.instructionsPerCycle() * BRAWNY_GHZ);
        double misses = service.missesPerKiloInstruction() / 1000;
        double hits = misses / service.missRate() - misses;
        double farther = service.pages().readWrite() * hits * (FAR_NANOS - CACHE_NANOS);
        return 1 + service.exposure() * farther / reference;
    }

    /** Largest load on any of the server's cores: what shares are of. */
    double largestAlone(StackedService service) {
        return new LargestLoads(this, service, true).of(kind.cores());
    }

    /**
     * Percentile of a service over its target; infinite where requests pile up.
     *
     * @param load over the largest one on the first architecture
     * @param cores at least one
     * @param remote accesses of PIM cores to other stacks, over those of architecture 9 (1 is every
     *     second access)
     */
    double latencyOverTarget(StackedService service, double load, Cores cores, double remote) {
        int cpu = Math.min(cores.cpu(), THREADS);
        int pim = Math.min(cores.pim(), THREADS - cpu);
        double wimpy = wimpy(service, remote);
        double brawny = pim > 0 ? spanning(service) : 1;
        double capacity = cpu / brawny + pim / wimpy;
        double slowest = Math.max(cpu > 0 ? brawny : 0, pim > 0 ? wimpy : 0);
        return latency(service, load, capacity, cpu + pim, slowest);
    }

    /**
     * True if services that share cores of all kinds, whichever is free, meet their targets. A
     * request waits for the cores, which all share, and for a thread of its service.
     *
     * @param loads by service
     */
    boolean holdsTogether(StackedService[] services, double[] loads, Cores cores) {
        double used = 0;
        double[] mean = new double[services.length];
        double[] slowest = new double[services.length];
        int scaled = Math.min(cores.all(), THREADS) - REFERENCE_CORES;
        for (int i = 0; i < mean.length; i++) {
            double wimpy = wimpy(services[i], 2 - 2.0 / Math.max(1, kind.stacks()));
            double brawny = cores.pim() > 0 ? spanning(services[i]) : 1;
            slowest[i] = Math.max(cores.cpu() > 0 ? brawny : 0, cores.pim() > 0 ? wimpy : 0);
            mean[i] =
                    (cores.cpu() * brawny + cores.pim() * wimpy)
                            / cores.all()
                            * (1 + services[i].scaling() * scaled);
            used += library.knee() * loads[i] * REFERENCE_CORES / cores.all() * mean[i];
        }
        if (!(used < 1)) {
            return false;
        }
        int threads = Math.min(cores.all(), THREADS);
        for (int i = 0; i < mean.length; i++) {
            double zero = services[i].zeroLoad();
            double own = library.knee() * loads[i] * REFERENCE_CORES / threads * mean[i];
            if (!(own < 1)) {
                return false;
            }
            double longest = Math.max(wait(used, cores.all()), wait(own, threads));
            if (zero * slowest[i] + (1 - zero) * mean[i] * longest / kneeWait > 1) {
                return false;
            }
        }
        return true;
    }

    private static double largest(DoublePredicate holds) {
        if (!holds.test(1e-9)) {
            return 0;
        }
        double low = 0;
        double high = MOST_LOAD;
        for (int step = 0; step < STEPS; step++) {
            double middle = (low + high) / 2;
            if (holds.test(middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
