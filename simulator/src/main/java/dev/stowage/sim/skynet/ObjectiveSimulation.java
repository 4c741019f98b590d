package dev.stowage.sim.skynet;

import dev.stowage.basis.Seeds;
import dev.stowage.policy.skynet.AugmentedPid;
import dev.stowage.policy.skynet.MaximumLoad;
import dev.stowage.policy.skynet.ResourceLoop;
import dev.stowage.sim.skynet.ObjectiveSpec.Controller;
import dev.stowage.sim.skynet.ObjectiveSpec.Loop.Managed;
import java.util.Arrays;
import java.util.Comparator;
import java.util.random.RandomGenerator;

/**
 * Applications on servers, second by second. An application's performance goes to the least of
 * amount by need over its resources, with a lag of half a second. What its controller asks for it
 * gets in place if its server has it, else it moves; where no server has room it gets what is left.
 *
 * <p>Hot: arrays by application and resource; a second costs O(applications). Source: Sfakianakis
 * 2023, chapter 3; the model of performance is ours.
 */
public final class ObjectiveSimulation {
    private static final int R = Needs.RESOURCES;
    private static final double LAG_SECONDS = 0.5;
    private static final double APPROACH = 1 - Math.exp(-1 / LAG_SECONDS);

    private final ObjectiveSpec spec;
    private final Needs needs;
    private final Tallies tallies;
    private final RandomGenerator noise;
    private final MaximumLoad servers;
    private final int[] server;
    private final int[] residents; // by server
    private final double[] amounts;
    private final double[] performance;
    private final int[] away; // seconds without performance that are left
    private final AugmentedPid pid;
    private final ResourceLoop loop;
    private final boolean[] managed;
    private final KubernetesSizes kubernetes;
    // of one application
    private final double[] amount = new double[R];
    private final double[] used = new double[R];
    private final double[] proposed = new double[R];

    private ObjectiveSimulation(ObjectiveSpec spec, long seed, int replication) {
        this.spec = spec;
        needs = new Needs(spec, seed, replication);
        tallies = new Tallies(spec);
        noise = Seeds.stream(seed, "skynet noise", replication);
        boolean isSpread = spec.controller() != Controller.SKYNET;
        servers = new MaximumLoad(spec.servers(), R, isSpread);
        int applications = spec.applications();
        server = new int[applications];
        residents = new int[spec.servers()];
        amounts = new double[applications * R];
        performance = new double[applications];
        away = new int[applications];
        pid = new AugmentedPid(applications, spec.loop().gains(), spec.loop().setPoint());
        loop = new ResourceLoop(spec.loop().setPoint(), spec.loop().isOneByOne());
        boolean isAll = spec.loop().managed() == Managed.ALL;
        managed = new boolean[] {true, true, isAll, isAll};
        kubernetes = new KubernetesSizes(spec, needs.base);
        placeAll();
    }

    /** Runs one replication. */
    public static ObjectiveResult run(ObjectiveSpec spec, long seed, int replication) {
        return new ObjectiveSimulation(spec, seed, replication).run();
    }

    private void placeAll() {
        Integer[] order = new Integer[server.length];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
            performance[i] = spec.loop().setPoint();
            for (int r = 0; r < R; r++) {
                amounts[i * R + r] = needs.now[i * R + r] * spec.loop().setPoint();
            }
        }
        Arrays.sort(order, Comparator.comparingDouble(i -> -largest(i)));
        for (int i : order) {
            load(i);
            int chosen = spec.controller() == Controller.NATIVE ? fewest() : firstServer();
            server[i] = chosen;
            residents[chosen]++;
            servers.add(chosen, amount, 1);
        }
    }

    private double largest(int application) {
        double largest = 0;
        for (int r = 0; r < R; r++) {
            largest = Math.max(largest, amounts[application * R + r]);
        }
        return largest;
    }

    private int firstServer() {
        int fitting = servers.choose(amount, MaximumLoad.NONE);
        return fitting == MaximumLoad.NONE ? fewest() : fitting;
    }

    private int fewest() {
        int fewest = 0;
        for (int s = 1; s < residents.length; s++) {
            fewest = residents[s] < residents[fewest] ? s : fewest;
        }
        return fewest;
    }

    private void load(int application) {
        System.arraycopy(amounts, application * R, amount, 0, R);
    }

    private ObjectiveResult run() {
        for (int second = 0; second < spec.seconds(); second++) {
            if (needs.step(second)) {
                tallies.change(second);
            }
            if (spec.controller() == Controller.ORACLE) {
                foresee();
            }
            perform();
            tallies.second(second, performance, amounts, needs.now);
            if (second % spec.loop().periodSeconds() == 0) {
                control(second);
            }
        }
        return tallies.result();
    }

    private void perform() {
        double cpu = 0;
        for (int i = 0; i < server.length; i++) {
            double target = Double.MAX_VALUE;
            for (int r = 0; r < R; r++) {
                target = Math.min(target, given(i, r) / needs.now[i * R + r]);
            }
            double cpuNeed = needs.now[i * R];
            cpu += Math.min(given(i, 0), cpuNeed * target);
            target = away[i] > 0 ? 0 : target;
            away[i] = Math.max(0, away[i] - 1);
            performance[i] += APPROACH * (target - performance[i]);
        }
        int busy = 0;
        for (int count : residents) {
            busy += count > 0 ? 1 : 0;
        }
        tallies.use(cpu, busy);
    }

    /**
     * What an application has of a resource: its amount, or an equal share where nobody manages it.
     */
    private double given(int application, int resource) {
        boolean isShared =
                spec.controller() == Controller.NATIVE
                        || (spec.controller() == Controller.K8S_VPA && resource > 1);
        return isShared
                ? 1.0 / residents[server[application]]
                : amounts[application * R + resource];
    }

    private void foresee() {
        for (int i = 0; i < server.length; i++) {
            for (int r = 0; r < R; r++) {
                proposed[r] = needs.now[i * R + r];
            }
            load(i);
            assign(i);
        }
    }

    private void control(int second) {
        switch (spec.controller()) {
            case SKYNET -> skynet();
            case K8S_HPA, K8S_VPA -> kubernetes(second);
            default -> {}
        }
    }

    private void skynet() {
        for (int i = 0; i < server.length; i++) {
            double measured = performance[i] * (1 + spec.load().noise() * noise.nextGaussian());
            double factor = pid.factor(i, measured);
            if (away[i] > 0 || ResourceLoop.isInBand(measured)) {
                continue;
            }
            load(i);
            for (int r = 0; r < R; r++) {
                double need = needs.now[i * R + r] * Math.max(1e-3, performance[i]);
                used[r] = Math.min(1, need / amount[r]);
            }
            loop.propose(Math.max(1e-3, measured), factor, amount, used, managed, proposed);
            assign(i);
        }
    }

    private void kubernetes(int second) {
        for (int i = 0; i < server.length; i++) {
            for (int r = 0; r < R; r++) {
                double need = needs.now[i * R + r] * performance[i];
                used[r] = Math.min(given(i, r), need);
            }
            load(i);
            if (kubernetes.propose(second, i, amount, used, proposed)) {
                assign(i);
            }
        }
    }

    /** Gives an application what is proposed: in place, else elsewhere, else what is left. */
    private void assign(int application) {
        int home = server[application];
        servers.add(home, amount, -1);
        if (!servers.canGrow(home, proposed)) {
            int other = servers.choose(proposed, home);
            if (other == MaximumLoad.NONE) {
                leave(home);
            } else {
                residents[home]--;
                residents[other]++;
                server[application] = other;
                away[application] = spec.load().migrationSeconds();
                tallies.migrations++;
            }
        }
        servers.add(server[application], proposed, 1);
        System.arraycopy(proposed, 0, amounts, application * R, R);
    }

    /** Cuts a proposal to what its server has left, but not below what the application has. */
    private void leave(int home) {
        for (int r = 0; r < R; r++) {
            double room = Math.max(0, 1 - servers.used(home, r));
            proposed[r] =
                    Math.min(
                            proposed[r],
                            Math.max(
                                    Math.min(amount[r], proposed[r]), Math.min(proposed[r], room)));
        }
    }
}
