package dev.stowage.sim.stacked;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * A server of two kinds of cores over time: who has which cores, where pages are, and what a
 * manager reads of it every 100 ms. Services are in the order of falling preference.
 */
final class PimCloudServer {
    /** Seconds between two readings. Source: section IV-D2. */
    static final double INTERVAL = 0.1;

    private static final int WINDOW = 5;
    private static final double NOISE = 0.02; // of a reading, relative; ours

    /** What is read where requests pile up, over the target; ours. */
    private static final double MOST_READING = 100;

    /** A core of a kind; the stack of a CPU core is -1. */
    record Core(int stack) {
        static final Core CPU = new Core(-1);

        boolean isCpu() {
            return stack < 0;
        }
    }

    private final StackedModel model;
    private final List<StackedService> services;
    private final double[] alone;
    private final RandomGenerator random;
    private final DoubleFunction<double[]> offered;
    private final int end;
    private final int stacks;
    private final int[] cpu;
    private final int[][] pim;
    private final StackMemory memory;
    private final double[] threshold;
    private final double[][] readings;
    private final double[] latest; // over the target, without noise, while a service was there
    private final List<PimCloudRun.Interval> intervals = new ArrayList<>();
    private int count;

    PimCloudServer(
            StackedModel model,
            List<StackedService> services,
            boolean movesPages,
            RandomGenerator random,
            DoubleFunction<double[]> offered,
            double seconds) {
        this.model = model;
        this.services = services;
        this.random = random;
        this.offered = offered;
        end = (int) Math.round(seconds / INTERVAL);
        int size = services.size();
        alone = services.stream().mapToDouble(model::largestAlone).toArray();
        cpu = new int[size];
        stacks = model.kind().stacks();
        pim = new int[size][stacks];
        memory = new StackMemory(services, stacks, movesPages);
        threshold = new double[size];
        readings = new double[size][WINDOW];
        latest = new double[size];
    }

    int size() {
        return cpu.length;
    }

    /** True if a service is there now: it has a load. */
    boolean isThere(int service) {
        return offered.apply(seconds())[service] > 0;
    }

    /** All its cores go to the pool. */
    void clear(int service) {
        cpu[service] = 0;
        Arrays.fill(pim[service], 0);
        memory.clear(service);
    }

    /** How many stacks it has. */
    int stacks() {
        return stacks;
    }

    /** All its cores. */
    Cores all() {
        return model.cores();
    }

    /** Slack beyond which a service's cores are worth a removal, as learnt. */
    double[] threshold() {
        return threshold;
    }

    /** The stack with most idle memory; the first of equal ones. */
    int emptiest() {
        int best = 0;
        for (int stack = 1; stack < stacks; stack++) {
            best = memory.idleGb(stack) > memory.idleGb(best) ? stack : best;
        }
        return best;
    }

    double seconds() {
        return count * INTERVAL;
    }

    /** True at the end of the run; nothing happens after it. */
    boolean isOver() {
        return count >= end;
    }

    /**
     * True if every service that is there meets its target now, and every one that left met it in
     * its last interval; without the noise of readings.
     */
    boolean isMet() {
        double[] loads = offered.apply(seconds());
        return IntStream.range(0, size())
                .mapToDouble(i -> loads[i] == 0 ? latest[i] : exact(i, loads[i]))
                .allMatch(latency -> latency <= 1);
    }

    List<PimCloudRun.Interval> intervals() {
        return intervals;
    }

    /** Where the pages of a service are kept together. */
    void reside(int service, int stack) {
        memory.reside(service, stack);
    }

    int resident(int service) {
        return memory.resident(service);
    }

    int cores(int service) {
        return cpu[service] + Arrays.stream(pim[service]).sum();
    }

    /** Cores that a service has of the kind, and in the stack, of a core. */
    int held(int service, Core core) {
        return core.isCpu() ? cpu[service] : pim[service][core.stack()];
    }

    int free(Core core) {
        int free = core.isCpu() ? all().cpu() : Cores.PER_STACK;
        for (int i = 0; i < size(); i++) {
            free -= held(i, core);
        }
        return free;
    }

    /** The stacks other than that of its pages, the emptiest first. */
    List<Core> remote(int service) {
        List<Core> remote = new ArrayList<>();
        for (int stack = 0; stack < stacks; stack++) {
            if (stack != resident(service)) {
                remote.add(new Core(stack));
            }
        }
        remote.sort((a, b) -> Double.compare(memory.idleGb(b.stack()), memory.idleGb(a.stack())));
        return remote;
    }

    /** Gives a core, or takes one ({@code by = -1}); pages follow. */
    void change(int service, Core core, int by) {
        if (core.isCpu()) {
            cpu[service] += by;
        } else {
            pim[service][core.stack()] += by;
            memory.change(service, core.stack(), pim[service][core.stack()]);
        }
    }

    List<Cores> division() {
        List<Cores> division = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            division.add(new Cores(cpu[i], Arrays.stream(pim[i]).sum()));
        }
        return division;
    }

    /** Share of the target that is left: of the median of the last five readings. */
    double slack(int service) {
        int known = Math.min(WINDOW, count);
        double[] sorted = Arrays.copyOf(readings[service], known);
        Arrays.sort(sorted);
        return 1 - sorted[known / 2];
    }

    /** True if a service has a core for each of its threads: it has no use for more. */
    boolean isFull(int service) {
        return cores(service) >= StackedModel.THREADS;
    }

    /** Goes on by one interval, unless the run is over. */
    void step(String action) {
        if (isOver()) {
            return;
        }
        double[] loads = offered.apply(seconds());
        double[] latency = new double[size()];
        for (int i = 0; i < size(); i++) {
            if (loads[i] > 0) {
                double noise = Math.exp(NOISE * random.nextGaussian());
                latest[i] = exact(i, loads[i]);
                latency[i] = Math.min(MOST_READING, latest[i]) * noise;
            } else {
                latency[i] = Double.NaN;
            }
            readings[i][count % WINDOW] = loads[i] > 0 ? latency[i] : 0;
        }
        memory.step(INTERVAL);
        count++;
        intervals.add(
                new PimCloudRun.Interval(
                        seconds(),
                        Arrays.stream(latency)
                                .mapToObj(each -> Double.isNaN(each) ? null : each)
                                .toList(),
                        division(),
                        Arrays.stream(threshold).boxed().toList(),
                        IntStream.range(0, size()).mapToObj(memory::movedGb).toList(),
                        action));
    }

    private double exact(int service, double load) {
        return cores(service) == 0
                ? Double.POSITIVE_INFINITY
                : model.latencyOverTarget(
                        services.get(service),
                        load * alone[service],
                        division().get(service),
                        memory.remote(service));
    }
}
