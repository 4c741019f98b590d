package dev.stowage.sim.serverless;

import dev.stowage.policy.autoscale.Autoscaler;
import dev.stowage.policy.autoscale.Routing;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A function during a run: its queue, its instances in the order of their creation, and which of
 * them can take a request, as bits by that order.
 */
final class FunctionState {
    static final int NONE = -1;

    /** Concurrency up to which Knative's activator takes the first instance with a free place. */
    private static final int FIRST_FREE_LIMIT = 3;

    /** A pod's queue holds so many times its concurrency. */
    private static final int POD_QUEUE_FACTOR = 10;

    final int number;
    final FunctionSpec spec;
    final Autoscaler autoscaler;
    final Arrivals.Stream arrivals;
    final RequestQueue queue;
    final FunctionTotals totals = new FunctionTotals();
    final LatencyHistogram latencies;
    private final @Nullable LatencyHistogram second; // of what was answered in it
    private double p99Millis = Double.NaN; // of the last one

    int[] list = new int[4];
    int listed;
    int ready;
    boolean isActivatorInPath = true;

    // concurrency since the last observation
    int inFlight;
    private double inFlightNanos;
    private long settledNanos;
    private long observedArrivals;

    private final Instances instances;
    private final RandomGenerator random; // of routing alone
    private long[] free = new long[1]; // bit by position: ready, and can take a request
    private int roundRobin;

    FunctionState(
            int number,
            FunctionSpec spec,
            Autoscaler autoscaler,
            Instances instances,
            RequestSlots slots,
            LatencyHistogram latencies,
            Arrivals.Stream arrivals,
            RandomGenerator random) {
        this.latencies = latencies;
        this.number = number;
        this.spec = spec;
        this.autoscaler = autoscaler;
        this.instances = instances;
        this.random = random;
        second =
                autoscaler.readsLatency()
                        ? new LatencyHistogram(LatencyHistogram.COARSE_BITS)
                        : null;
        this.arrivals = arrivals;
        queue = new RequestQueue(slots);
    }

    private boolean isCentral() {
        return autoscaler.routing() == Routing.CENTRAL;
    }

    /** Requests that an instance works on at once. */
    int limit(int instance) {
        if (isCentral()) {
            double cores = instances.microCores[instance] / 1e6 / spec.path().cores();
            return (int) Math.max(1, Math.ceil(cores - 1e-9));
        }
        int concurrency = spec.instance().concurrency();
        return concurrency == 0 ? Integer.MAX_VALUE : concurrency;
    }

    /** True if requests wait in front of the instances. */
    boolean isQueued() {
        return isCentral() || isActivatorInPath || ready == 0;
    }

    /** An instance that can work on a request now, or {@link #NONE}. */
    int choose() {
        if (isCentral() || limitOfOne() <= FIRST_FREE_LIMIT) {
            return at(nextFree(0));
        }
        if (limitOfOne() == Integer.MAX_VALUE) {
            return bestOfTwo();
        }
        int position = nextFree(roundRobin);
        position = position == NONE ? nextFree(0) : position;
        roundRobin = position + 1;
        return at(position);
    }

    private int limitOfOne() {
        int concurrency = spec.instance().concurrency();
        return concurrency == 0 ? Integer.MAX_VALUE : concurrency;
    }

    private int at(int position) {
        return position == NONE ? NONE : list[position];
    }

    private int bestOfTwo() {
        if (ready <= 1) {
            return at(nextFree(0));
        }
        int first = random.nextInt(ready);
        int second = random.nextInt(ready - 1);
        int a = nth(first);
        int b = nth(second >= first ? second + 1 : second);
        return instances.running[a] <= instances.running[b] ? a : b;
    }

    /** Any ready instance at random: what the network does where no activator is in the path. */
    int random() {
        return ready == 0 ? NONE : nth(random.nextInt(ready));
    }

    private int nth(int rank) {
        if (ready == listed) {
            return list[rank];
        }
        int left = rank;
        for (int position = 0; position < listed; position++) {
            if (isReady(list[position]) && left-- == 0) {
                return list[position];
            }
        }
        throw new IllegalStateException("no ready instance " + rank + " of " + ready);
    }

    boolean isReady(int instance) {
        return instances.readyNanos[instance] != Long.MAX_VALUE;
    }

    /** True if a pod's own queue has room. */
    boolean canHold(int instance) {
        int concurrency = spec.instance().concurrency();
        return concurrency == 0 || instances.held(instance) < POD_QUEUE_FACTOR * concurrency;
    }

    private int nextFree(int from) {
        int word = from >> 6;
        if (word >= free.length) {
            return NONE;
        }
        long bits = free[word] & (-1L << from);
        while (bits == 0) {
            if (++word == free.length) {
                return NONE;
            }
            bits = free[word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(bits);
    }

    /** Notes whether an instance can take a request, after anything about it has changed. */
    void mark(int instance) {
        int position = instances.position[instance];
        if (position == Instances.NONE) {
            return;
        }
        boolean isFree = isReady(instance) && instances.running[instance] < limit(instance);
        long bit = 1L << position;
        if (isFree) {
            free[position >> 6] |= bit;
        } else {
            free[position >> 6] &= ~bit;
        }
    }

    void append(int instance) {
        if (listed == list.length) {
            list = Arrays.copyOf(list, 2 * listed);
        }
        list[listed] = instance;
        instances.position[instance] = listed++;
        if (listed > free.length << 6) {
            free = Arrays.copyOf(free, 2 * free.length);
        }
        mark(instance);
    }

    /** Takes an instance out of the list: it gets no more requests. */
    void unlist(int position) {
        int instance = list[position];
        ready -= isReady(instance) ? 1 : 0;
        System.arraycopy(list, position + 1, list, position, --listed - position);
        instances.position[instance] = Instances.NONE;
        Arrays.fill(free, 0);
        for (int i = 0; i < listed; i++) {
            instances.position[list[i]] = i;
            mark(list[i]);
        }
    }

    /** Counts requests in flight over time; call before their number changes. */
    void settle(long nanos) {
        inFlightNanos += (double) inFlight * (nanos - settledNanos);
        settledNanos = nanos;
    }

    /** Notes a latency. */
    void add(long nanos) {
        latencies.add(nanos);
        if (second != null) {
            second.add(nanos);
        }
    }

    /** Of what was answered in the last whole second; NaN where nothing was. */
    double p99Millis() {
        return p99Millis;
    }

    /** Tells the autoscaler what was measured since it was told last. */
    void observe(long nowNanos, long spanNanos) {
        settle(nowNanos);
        if (second != null) {
            p99Millis = second.latencies().p99Millis();
            second.clear();
        }
        autoscaler.observe(
                nowNanos / 1_000, inFlightNanos / spanNanos, totals.arrived - observedArrivals);
        inFlightNanos = 0;
        observedArrivals = totals.arrived;
    }
}
