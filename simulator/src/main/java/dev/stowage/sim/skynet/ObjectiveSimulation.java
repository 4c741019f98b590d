package dev.stowage.sim.skynet;

import dev.stowage.basis.Seeds;
import dev.stowage.policy.skynet.AugmentedPid;
import dev.stowage.policy.skynet.ResourceLoop;
import dev.stowage.sim.skynet.Containers.Outcome;
import dev.stowage.sim.skynet.ObjectiveSpec.Controller;
import dev.stowage.sim.skynet.ObjectiveSpec.Loop.Managed;
import dev.stowage.sim.skynet.ObjectiveSpec.Queue;
import dev.stowage.sim.skynet.ObjectiveSpec.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Applications on servers, second by second. An application's performance goes to the least of
 * amount by need over its resources, with a lag of half a second. What its controller asks for it
 * gets in place if its servers have it, else it moves; where no server has room it gets what is
 * left.
 *
 * <p>Hot: a second costs O(applications) over arrays, one division each, since the least of amount
 * by base need changes only with an amount. Source: Sfakianakis 2023, chapter 3; the model of
 * performance is ours.
 */
public final class ObjectiveSimulation {
    private static final int R = Needs.RESOURCES;
    private static final double LAG_SECONDS = 0.5;
    private static final double APPROACH = 1 - Math.exp(-1 / LAG_SECONDS);

    /** Performance beyond this says nothing about spare capacity. */
    private static final double MOST_PERFORMANCE = 3;

    private static final double LEAST_PERFORMANCE = 1e-3;

    /** An amount stays above this share of the first one. */
    private static final double LEAST_SHARE = 0.01;

    private static final int NEVER = Integer.MAX_VALUE;

    private final ObjectiveSpec spec;
    private final Controller controller;
    private final ObjectiveSpec.Timing timing;
    private final Needs needs;
    private final int applications;
    private final boolean[] isOpen;
    private final Span[] spans; // by application
    private final boolean[] isThere;
    private int nextChange; // second in which the next application comes or goes
    private final Tallies tallies;
    private final Cycles cycles;
    private final Measurements measurements;
    private final RandomGenerator noise;
    private final Containers containers;
    private final QueuedServices queued;
    private final double setPoint; // of the first amounts
    private final double[] first;
    private final double[] covered; // amount by base need, by application and resource
    private final double[] least; // of these, by application
    private final double[] performance;
    private final int[] away; // seconds without performance that are left
    private final int[] due; // second in which a decision takes effect, or NEVER
    private final double[] decided; // amounts of these, by application and resource
    private final AugmentedPid pid;
    private final ResourceLoop loop;
    private final boolean[] managed;
    private final KubernetesSizes kubernetes;
    private boolean isStale; // equal shares changed with the number of residents
    // of one application
    private final double[] amount = new double[R];
    private final double[] used = new double[R];
    private final double[] proposed = new double[R];

    private ObjectiveSimulation(ObjectiveSpec spec, long seed, int replication) {
        this.spec = spec;
        controller = spec.controller();
        timing = spec.loop().timing();
        needs = needs(spec, seed, replication);
        applications = spec.applications().count();
        isOpen = needs.isOpen();
        tallies = new Tallies(spec);
        cycles = new Cycles(applications);
        measurements = new Measurements(isOpen, timing.scrapeSeconds());
        noise = Seeds.stream(seed, "skynet noise", replication);
        boolean isSkynet = controller == Controller.SKYNET;
        boolean isSplit = isSkynet || controller == Controller.ORACLE;
        containers =
                new Containers(
                        applications,
                        spec.servers().capacities(),
                        !isSkynet,
                        isSplit ? spec.servers().count() : 1);
        queued = new QueuedServices(spec.applications());
        setPoint = controller == Controller.ORACLE ? 1 : spec.loop().setPoint();
        first = needs.first(setPoint);
        covered = new double[first.length];
        least = new double[applications];
        performance = new double[applications];
        away = new int[applications];
        due = new int[applications];
        Arrays.fill(due, NEVER);
        decided = new double[first.length];
        pid = new AugmentedPid(applications, spec.loop().gains(), spec.loop().setPoint());
        loop = new ResourceLoop(spec.loop().setPoint(), spec.loop().isOneByOne());
        boolean isAll = spec.loop().managed() == Managed.ALL;
        managed = new boolean[] {true, true, isAll, isAll};
        kubernetes = new KubernetesSizes(spec, needs.base());
        spans = ObjectiveSpec.spans(spec.applications());
        isThere = new boolean[applications];
        Arrays.fill(performance, spec.loop().setPoint());
    }

    /** Runs one replication. */
    public static ObjectiveResult run(ObjectiveSpec spec, long seed, int replication) {
        return new ObjectiveSimulation(spec, seed, replication).run();
    }

    private static Needs needs(ObjectiveSpec spec, long seed, int replication) {
        return spec.applications() instanceof ObjectiveSpec.Services given
                ? new ServiceNeeds(given.services(), spec.disturbance(), seed, replication)
                : new DrawnNeeds(
                        (ObjectiveSpec.Drawn) spec.applications(), spec, seed, replication);
    }

    /** Lets applications go whose time is over, and in whose time has come, the largest first. */
    private void comeAndGo(int second) {
        List<Integer> coming = new ArrayList<>();
        nextChange = NEVER;
        for (int i = 0; i < applications; i++) {
            if (isThere[i] && spans[i].endSecond() == second) {
                isThere[i] = false;
                due[i] = NEVER;
                away[i] = 0;
                containers.release(i);
            } else if (spans[i].startSecond() == second) {
                coming.add(i);
            }
            for (int change : new int[] {spans[i].startSecond(), spans[i].endSecond()}) {
                nextChange = change > second ? Math.min(nextChange, change) : nextChange;
            }
        }
        double[] now = needs.first(setPoint);
        for (int i : coming) {
            System.arraycopy(now, i * R, first, i * R, R);
        }
        coming.sort(Comparator.comparingDouble(i -> -largest(i)));
        coming.forEach(this::come);
        isStale = true; // equal shares too
    }

    private void come(int application) {
        isThere[application] = true;
        queued.clear(application);
        System.arraycopy(first, application * R, amount, 0, R);
        switch (controller) {
            case NATIVE -> containers.crowd(application, amount);
            case K8S_HPA -> replicate(application, kubernetes.replicasFor(application, amount[0]));
            default -> {
                for (int r = 0; r < R; r++) {
                    amount[r] = isShared(r) ? 0 : amount[r];
                }
                containers.place(application, amount);
            }
        }
    }

    private double largest(int application) {
        double largest = 0;
        for (int r = 0; r < R; r++) {
            largest = Math.max(largest, first[application * R + r]);
        }
        return largest;
    }

    private ObjectiveResult run() {
        for (int second = 0; second < spec.seconds(); second++) {
            step(second);
        }
        return tallies.result(cycles.seen());
    }

    private void step(int second) {
        boolean hasJumped = needs.step(second);
        if (second == nextChange) {
            comeAndGo(second);
        }
        if (hasJumped) {
            for (int i = 0; i < applications; i++) {
                if (isThere[i] && needs.hasJumped(i)) {
                    tallies.jump(second, i);
                }
            }
        }
        containers.admit(this::cover);
        if (controller == Controller.ORACLE) {
            foresee(second);
        }
        if (timing.actuationSeconds() > 0) {
            actuate(second);
        }
        double cpu = perform();
        tallies.second(second, isThere, performance, covered, needs.factor());
        tallies.use(cpu, containers);
        measurements.keep(second, performance, needs.factor());
        if (second >= timing.scrapeSeconds()) {
            control(second);
        }
    }

    /** Lets a second pass; returns the CPU in use. */
    private double perform() {
        if (isStale) {
            for (int i = 0; i < applications; i++) {
                cover(i);
            }
            isStale = false;
        }
        double[] base = needs.base();
        double[] factor = needs.factor();
        double cpu = 0;
        for (int i = 0; i < applications; i++) {
            if (!isThere[i]) {
                continue;
            }
            double target = Math.min(MOST_PERFORMANCE, least[i] / factor[i]);
            Queue queue = queued.of(i);
            if (queue != null) {
                double share = away[i] > 0 ? 0 : given(i, 0);
                double byCpu = queued.perform(i, queue, factor[i], share);
                performance[i] = share > 0 ? Math.min(target, byCpu) : 0;
                away[i] = Math.max(0, away[i] - 1);
                cpu += queued.used();
                continue;
            }
            cpu += base[i * R] * factor[i] * (isOpen[i] ? Math.min(1, target) : target);
            if (away[i] > 0) {
                target = 0;
                away[i]--;
            }
            performance[i] += APPROACH * (target - performance[i]);
        }
        return cpu;
    }

    /** What an application has of a resource: its amount, or an equal share of its server. */
    private double given(int application, int resource) {
        if (containers.isPending(application)) {
            return 0;
        }
        return isShared(resource)
                ? containers.equalShare(application, resource)
                : containers.amount(application, resource);
    }

    /** True if nobody manages a resource. */
    private boolean isShared(int resource) {
        return controller == Controller.NATIVE
                || (controller == Controller.K8S_VPA && resource > 1);
    }

    /** Brings what is derived of the amounts of an application up to date. */
    private void cover(int application) {
        double[] base = needs.base();
        double smallest = Double.MAX_VALUE;
        for (int r = 0; r < R; r++) {
            int at = application * R + r;
            boolean isInProportion = base[at] > 0 && (r > 0 || queued.of(application) == null);
            covered[at] = isInProportion ? given(application, r) / base[at] : Double.NaN;
            smallest = isInProportion ? Math.min(smallest, covered[at]) : smallest;
        }
        least[application] = smallest;
    }

    private void foresee(int second) {
        for (int i = 0; i < applications; i++) {
            if (!containers.isPending(i)) {
                for (int r = 0; r < R; r++) {
                    proposed[r] = needs.base()[i * R + r] * needs.factor()[i];
                }
                Queue queue = queued.of(i);
                proposed[0] = queue == null ? proposed[0] : queue.need(needs.factor()[i]);
                assign(second, i);
            }
        }
    }

    private void control(int second) {
        switch (controller) {
            case SKYNET -> {
                if (second % timing.periodSeconds() == 0) {
                    skynet(second);
                }
            }
            case K8S_HPA, K8S_VPA -> kubernetes(second);
            default -> {}
        }
    }

    private void skynet(int second) {
        double deviation = spec.disturbance().noise();
        for (int i = 0; i < applications; i++) {
            if (!isKnown(second, i)) {
                continue;
            }
            double measured = measurements.performance(i);
            measured *= deviation > 0 ? 1 + deviation * noise.nextGaussian() : 1;
            double factor = pid.factor(i, measured);
            if (ResourceLoop.isInBand(measured) || isBusy(i)) {
                continue;
            }
            load(i);
            for (int r = 0; r < R; r++) {
                used[r] = amount[r] > 0 ? Math.min(1, used[r] / amount[r]) : 0;
            }
            if (queued.of(i) != null && measured < 1) {
                used[0] = 1; // requests wait for CPU long before all of it is busy
            }
            double above0 = Math.max(LEAST_PERFORMANCE, measured);
            loop.propose(above0, factor, amount, used, isOpen[i], managed, proposed);
            for (int r = 0; r < R; r++) {
                proposed[r] = Math.max(proposed[r], LEAST_SHARE * first[i * R + r]);
            }
            decide(second, i);
        }
    }

    /** True if an application is there, and was when the measurement was made that is known. */
    private boolean isKnown(int second, int application) {
        return isThere[application]
                && second - timing.scrapeSeconds() >= spans[application].startSecond();
    }

    /** True if an application is being moved, waits for room or for an earlier decision. */
    private boolean isBusy(int application) {
        return away[application] > 0
                || due[application] != NEVER
                || containers.isPending(application);
    }

    private void kubernetes(int second) {
        if (!kubernetes.decidesAt(second)) {
            return;
        }
        for (int i = 0; i < applications; i++) {
            if (due[i] != NEVER || !isKnown(second, i)) {
                continue;
            }
            load(i);
            if (controller == Controller.K8S_HPA) {
                kubernetes.replicas(second, i, containers.count(i), used, proposed);
                decide(second, i);
            } else if (!containers.isPending(i)
                    && kubernetes.sizes(second, i, amount, used, proposed)) {
                decide(second, i);
            }
        }
    }

    /** Reads the amounts of an application, and how much of them it used as far as is known. */
    private void load(int application) {
        for (int r = 0; r < R; r++) {
            amount[r] = containers.amount(application, r);
            double use = measurements.used(application, needs.base()[application * R + r]);
            used[r] = Math.min(given(application, r), use);
        }
        Queue queue = queued.of(application);
        if (queue != null) {
            double busy = queue.busy(measurements.load(application));
            used[0] = Math.min(given(application, 0), busy);
        }
    }

    private void decide(int second, int application) {
        if (timing.actuationSeconds() == 0) {
            assign(second, application);
            return;
        }
        due[application] = second + 1 + timing.actuationSeconds(); // at once is the next second
        System.arraycopy(proposed, 0, decided, application * R, R);
    }

    private void actuate(int second) {
        for (int i = 0; i < applications; i++) {
            if (due[i] <= second) {
                due[i] = NEVER;
                System.arraycopy(decided, i * R, proposed, 0, R);
                assign(second, i);
            }
        }
    }

    private void assign(int second, int application) {
        double before = containers.amount(application, 0);
        Outcome outcome =
                controller == Controller.K8S_HPA
                        ? replicate(application, kubernetes.replicasFor(application, proposed[0]))
                        : containers.resize(application, proposed);
        if (outcome == Outcome.MOVED) {
            away[application] = spec.disturbance().migrationSeconds();
            tallies.migrations++;
            isStale |= controller == Controller.K8S_VPA;
        } else if (outcome == Outcome.CUT) {
            tallies.refused++;
        }
        cover(application);
        double after = containers.amount(application, 0);
        if (after != before) {
            cycles.change(second, application, after > before, needs.factor()[application]);
        }
    }

    private Outcome replicate(int application, int replicas) {
        kubernetes.container(application, proposed);
        return containers.replicate(application, proposed, replicas);
    }
}
