package dev.stowage.sim.node;

import dev.stowage.basis.Seeds;
import dev.stowage.policy.node.Allocation;
import dev.stowage.policy.node.NodeResource;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Readings by requests: Poisson arrivals, first come first served on the cores of the service or of
 * the pool, exact order statistics of each interval. What a queue cannot explain of the wait,
 * burstiness, is drawn for each request from its law in {@link ServiceModel}. Until a service has
 * had as many requests as its percentile needs, it has no reading: NaN.
 *
 * <p>Hot: one pass over the requests of an interval without allocation; the free times of the cores
 * are scanned, as there are few. Guarded by {@code NodeBenchmark}.
 */
final class RequestReadings implements Readings {
    private final Source[] sources;
    private double now;
    private long pooled;
    private double[] poolFreeAt = {};

    RequestReadings(List<String> names, long seed, int replication) {
        sources = new Source[names.size()];
        for (int i = 0; i < sources.length; i++) {
            sources[i] =
                    new Source(
                            Seeds.stream(
                                    seed, "node.requests." + i + "." + names.get(i), replication));
        }
    }

    /** The requests of one service. */
    private static final class Source {
        private final RandomGenerator random;
        private double[] freeAt = {};
        private double nextArrival = Double.NaN;
        private double[] latencies = new double[1024];
        private int count;
        private double reading = Double.NaN;

        Source(RandomGenerator random) {
            this.random = random;
        }

        void add(double latency) {
            if (count == latencies.length) {
                latencies = Arrays.copyOf(latencies, 2 * count);
            }
            latencies[count++] = latency;
        }
    }

    @Override
    public void advance(double seconds, Allocation allocation, NodePerformance node) {
        double end = now + seconds;
        int poolCores =
                allocation.isPoolPaused()
                        ? 0
                        : allocation.units(NodeResource.CORES, Allocation.POOL);
        poolFreeAt = resized(poolFreeAt, poolCores);
        boolean hasPooled = false;
        for (int service = 0; service < sources.length; service++) {
            begin(service, node);
            if (allocation.isInPool(service) && !node.services[service].isStorageBound()) {
                hasPooled = true;
            } else {
                boolean isStill = node.utilisation(service) == NodePerformance.STARVED;
                sources[service].freeAt =
                        resized(sources[service].freeAt, isStill ? 0 : node.servers(service));
                while (sources[service].nextArrival < end) {
                    serve(service, sources[service].freeAt, node);
                }
            }
        }
        if (hasPooled) {
            servePool(end, allocation, node);
        }
        for (int service = 0; service < sources.length; service++) {
            read(service, node);
        }
        now = end;
    }

    private void begin(int service, NodePerformance node) {
        Source source = sources[service];
        double rate = rate(service, node);
        if (rate > 0 && (Double.isNaN(source.nextArrival) || source.nextArrival < now)) {
            source.nextArrival = now + exponential(source.random) / rate;
        } else if (rate == 0) {
            source.nextArrival = Double.NaN;
        }
    }

    private static double rate(int service, NodePerformance node) {
        ServiceModel model = node.services[service];
        return node.load(service)
                * model.utilisationAtMax
                * model.referenceCores
                / model.meanSeconds;
    }

    private void servePool(double end, Allocation allocation, NodePerformance node) {
        while (true) {
            int first = -1;
            for (int service = 0; service < sources.length; service++) {
                if (allocation.isInPool(service)
                        && !node.services[service].isStorageBound()
                        && sources[service].nextArrival < end
                        && (first < 0
                                || sources[service].nextArrival < sources[first].nextArrival)) {
                    first = service;
                }
            }
            if (first < 0) {
                return;
            }
            serve(first, poolFreeAt, node);
        }
    }

    /** One request: its wait, its service, and when the next one comes. */
    private void serve(int service, double[] freeAt, NodePerformance node) {
        Source source = sources[service];
        ServiceModel model = node.services[service];
        double arrival = source.nextArrival;
        source.nextArrival = arrival + exponential(source.random) / rate(service, node);
        double u = draw(source.random, model.requestScv());
        int core = earliest(freeAt);
        double start = core < 0 ? Double.POSITIVE_INFINITY : Math.max(arrival, freeAt[core]);
        double wait = start - arrival;
        if (wait > model.backlogLimitSeconds) {
            source.add(model.backlogLimitSeconds); // its client waits and sends no more
            return;
        }
        freeAt[core] = start + model.meanSeconds * node.queueFactor(service) * u;
        double response =
                node.factor(service)
                        * model.response.percentile()
                        * (model.response.isPoint() ? 1 : u / model.response.percentileOfUnit());
        source.add(wait + response + burst(service, source, node));
    }

    private static double burst(int service, Source source, NodePerformance node) {
        ServiceModel model = node.services[service];
        if (model.burstSeconds == 0) {
            return 0;
        }
        double rho = Math.min(node.utilisation(service), ErlangWait.MOST);
        int servers = node.servers(service);
        double u = source.random.nextDouble();
        double left = model.burstLogAtom(rho, servers) - Math.log(u);
        return left <= 0
                ? 0
                : Math.min(
                        model.backlogLimitSeconds,
                        left * node.queueFactor(service) * model.burstScale(rho, servers));
    }

    private void read(int service, NodePerformance node) {
        Source source = sources[service];
        double q = 1 - Math.exp(-node.services[service].logOdds);
        int least = (int) Math.ceil(1 / (1 - q) - 1e-9);
        if (source.count < least) {
            pooled += node.load(service) > 0 ? 1 : 0;
            if (node.load(service) == 0) {
                source.reading = 0;
            }
            return; // the requests stay for the next interval
        }
        int rank = (int) Math.ceil(q * source.count - 1e-9) - 1;
        source.reading =
                OrderStatistic.select(source.latencies, source.count, rank)
                        / node.services[service].targetSeconds;
        source.count = 0;
    }

    /** Cores that come are free at once; of those that go, the busiest finish elsewhere. */
    private double[] resized(double[] freeAt, int cores) {
        if (freeAt.length == cores) {
            return freeAt;
        }
        double[] sorted = freeAt.clone();
        Arrays.sort(sorted);
        double[] changed = Arrays.copyOf(sorted, cores);
        for (int core = sorted.length; core < cores; core++) {
            changed[core] = now;
        }
        if (cores < sorted.length && cores > 0) {
            double lost = 0;
            for (int core = cores; core < sorted.length; core++) {
                lost += Math.max(0, sorted[core] - now);
            }
            for (int core = 0; core < cores; core++) {
                changed[core] = Math.max(changed[core], now) + lost / cores;
            }
        }
        return changed;
    }

    private static int earliest(double[] freeAt) {
        int best = -1;
        for (int core = 0; core < freeAt.length; core++) {
            if (best < 0 || freeAt[core] < freeAt[best]) {
                best = core;
            }
        }
        return best;
    }

    private static double exponential(RandomGenerator random) {
        return random.nextExponential();
    }

    /** Mean 1 with a squared coefficient of variation: a point, gamma, exponential or lognormal. */
    static double draw(RandomGenerator random, double scv) {
        if (scv <= 0) {
            return 1;
        }
        if (scv == 1) {
            return exponential(random);
        }
        if (scv > 1) {
            double variance = Math.log1p(scv);
            return Math.exp(Math.sqrt(variance) * random.nextGaussian() - variance / 2);
        }
        return gamma(random, 1 / scv) * scv;
    }

    /** Source: G. Marsaglia, W. W. Tsang, ACM TOMS 26(3), 2000; shapes of at least 1. */
    private static double gamma(RandomGenerator random, double shape) {
        double d = shape - 1.0 / 3;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double x = random.nextGaussian();
            double v = 1 + c * x;
            if (v > 0) {
                v = v * v * v;
                if (Math.log(random.nextDouble()) < 0.5 * x * x + d - d * v + d * Math.log(v)) {
                    return d * v;
                }
            }
        }
    }

    @Override
    public double latencyOverTarget(int service) {
        return sources[service].reading;
    }

    @Override
    public long pooledReadings() {
        return pooled;
    }
}
