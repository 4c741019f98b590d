package dev.stowage.policy.autoscale;

import dev.stowage.policy.skynet.AugmentedPid;
import dev.stowage.policy.skynet.Gains;
import dev.stowage.policy.skynet.ResourceLoop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Vertical elasticity first: instances grow within their servers before new ones are made ({@link
 * VerticalFirst}).
 *
 * <p>With prediction it looks every 10 ms at the arrivals of the last 50 ms and wants {@code a + b
 * sqrt(a)} cores for {@code a} busy ones (square-root staffing), CPU per request as measured.
 * Without, the cores double every 15 ms while requests wait, and one instance is made at a time, as
 * large as a whole server. After 60 s with less than half of its CPU in use an instance shrinks to
 * 1.2 times its use; without any use it stops.
 *
 * <p>With a target of p99 (Algorithm 4) a PID reads the p99 of each second: with prediction its
 * factor trims the cores that are wanted, without it multiplies what there is, in place of the
 * doubling. Memory may go with CPU, in the proportion of an instance that is new.
 *
 * <p>Source: Sfakianakis, PhD thesis, 2023, chapter 4. How it predicts, grows without prediction
 * and shrinks is not published and ours, as are the gains of the PID and the bounds of its factor.
 * The search of the target, load by load, is not built: it is given.
 */
final class LatEst implements Autoscaler {
    private static final long SECOND_MICROS = 1_000_000;
    private static final long PATIENCE_MICROS = 60 * SECOND_MICROS;
    private static final long RATE_WINDOW_MICROS = 50_000;
    private static final long LEAST_MICRO_CORES = 128_000;
    private static final double BUSY_SHARE = 0.5;
    private static final double SHRINK_FACTOR = 1.2;

    private static final double LEAST_TRIM = 0.7;
    private static final double MOST_TRIM = 4;

    /**
     * How it decides.
     *
     * @param isPredicting true to follow the arrivals
     * @param periodMicros between decisions
     * @param delayMicros from what is measured to the effect of what follows from it
     * @param staffing b
     * @param targetMillis p99 that is wanted, 0 for no target
     * @param growsMemory true if memory goes with CPU
     */
    record Settings(
            boolean isPredicting,
            long periodMicros,
            long delayMicros,
            double staffing,
            double targetMillis,
            boolean growsMemory) {}

    /** Use of one instance since it was last busy. */
    private record Quiet(
            long sinceMicros, double cpuMicrosThen, long readMicros, double cpuMicros) {}

    private final boolean isPredicting;
    private final long periodMicros;
    private final double staffing;
    private final double targetMillis;
    private final boolean growsMemory;
    private final AugmentedPid pid = new AugmentedPid(1, Gains.FAST, 1);
    private double trim = 1;
    private boolean isSecondOver;
    private final long[] arrivedBefore; // ring: arrivals at each of the last decisions
    private final long[] wanted; // ring: CPU wanted at each of the last decisions
    private long decisions; // by the arrivals
    private long lastMicros = -1; // time of the last of these, and what had arrived by then
    private long lastArrived;
    private int now; // place in the ring of wishes
    private Map<Long, Quiet> quiet = new HashMap<>();
    private long nextShrinkMicros = SECOND_MICROS;

    /** At rest. */
    LatEst(Settings settings) {
        isPredicting = settings.isPredicting();
        periodMicros = settings.periodMicros();
        staffing = settings.staffing();
        targetMillis = settings.targetMillis();
        growsMemory = settings.growsMemory();
        arrivedBefore = new long[(int) Math.max(1, RATE_WINDOW_MICROS / periodMicros)];
        wanted = new long[1 + (int) ((settings.delayMicros() + periodMicros - 1) / periodMicros)];
    }

    @Override
    public long periodMicros() {
        return periodMicros;
    }

    @Override
    public Routing routing() {
        return Routing.CENTRAL;
    }

    @Override
    public int initialInstances() {
        return 1;
    }

    @Override
    public boolean isObserver() {
        return readsLatency();
    }

    @Override
    public boolean readsLatency() {
        return targetMillis > 0;
    }

    @Override
    public void observe(long nowMicros, double concurrency, long requests) {
        isSecondOver = true;
    }

    /** The factor of the PID for the second that is over, 1 within the second and in the band. */
    private double correction(FunctionView function) {
        if (!isSecondOver) {
            return 1;
        }
        isSecondOver = false;
        double p99 = function.p99Millis();
        if (Double.isNaN(p99)) {
            return 1;
        }
        double performance = targetMillis / p99;
        double factor = pid.factor(0, performance);
        return ResourceLoop.isInBand(performance) ? 1 : factor;
    }

    @Override
    public void decide(FunctionView function, ScalingActions actions) {
        long have = given(function);
        wanted[now] = wanted(function, have);
        now = (now + 1) % wanted.length;
        long more = wanted[now] - have;
        if (more > 0 && function.readyInstances() > 0) {
            grow(function, actions, more);
        }
        if (function.nowMicros() >= nextShrinkMicros) {
            shrink(function, actions);
            nextShrinkMicros = function.nowMicros() + SECOND_MICROS;
        }
    }

    @Override
    public void wake(FunctionView function, ScalingActions actions) {
        startOn(function, actions, new ArrayList<>(), function.instanceMicroCores());
    }

    private static long given(FunctionView function) {
        long given = 0;
        for (int i = 0; i < function.instances(); i++) {
            given += function.cpuMicroCores(i);
        }
        return given;
    }

    /** CPU of all instances that is wanted; 0 if there is no wish for more. */
    private long wanted(FunctionView function, long have) {
        double correction = readsLatency() ? correction(function) : 1;
        if (readsLatency() && !isPredicting) {
            return (long) Math.ceil(have * correction);
        }
        if (!isPredicting || function.answered() == 0) {
            return function.waiting() > 0 ? 2 * have : 0;
        }
        trim = Math.min(MOST_TRIM, Math.max(LEAST_TRIM, trim * correction));
        catchUp(function.nowMicros());
        int slot = (int) (decisions++ % arrivedBefore.length);
        long arrived = function.arrived();
        long wish = wish(arrived - arrivedBefore[slot], function.cpuUsedMicros(), function);
        arrivedBefore[slot] = arrived;
        lastArrived = arrived;
        return wish;
    }

    /** Decisions that were left out saw no request come. */
    private void catchUp(long nowMicros) {
        long missed = lastMicros < 0 ? 0 : (nowMicros - lastMicros) / periodMicros - 1;
        for (long i = Math.min(missed, arrivedBefore.length); i > 0; i--) {
            arrivedBefore[(int) (decisions++ % arrivedBefore.length)] = lastArrived;
        }
        lastMicros = nowMicros;
    }

    /** CPU that so many arrivals of the window ask for, at the CPU per request so far. */
    private long wish(long arrivals, double usedMicros, FunctionView function) {
        double perSecond = arrivals / (arrivedBefore.length * periodMicros / 1e6);
        double busy = perSecond * usedMicros / function.answered() / 1e6;
        double cores = busy + staffing * Math.sqrt(busy);
        return (long) Math.ceil(Math.max(busy, trim * cores) * 1e6);
    }

    private void grow(FunctionView function, ScalingActions actions, long more) {
        List<Integer> hosts = new ArrayList<>(); // the first instance of each hosting server
        List<Integer> servers = new ArrayList<>();
        for (int i = 0; i < function.instances(); i++) {
            if (!servers.contains(function.server(i))) {
                servers.add(function.server(i));
                hosts.add(i);
            }
        }
        long[] cpuLeft = new long[servers.size()];
        long[] bytesLeft = new long[servers.size()];
        for (int host = 0; host < cpuLeft.length; host++) {
            cpuLeft[host] = function.freeMicroCores(servers.get(host));
            bytesLeft[host] = function.freeBytes(servers.get(host));
        }
        VerticalFirst shares =
                VerticalFirst.of(more, bytesWith(function, more), cpuLeft, bytesLeft);
        for (int host = 0; host < hosts.size(); host++) {
            int instance = hosts.get(host);
            long cpu = Math.min(shares.cpuMicroCores().get(host), cpuLeft[host]);
            long bytes = Math.min(shares.bytes().get(host), bytesLeft[host]);
            if (cpu > 0 || bytes > 0) {
                actions.resize(
                        instance,
                        function.cpuMicroCores(instance) + cpu,
                        function.bytes(instance) + bytes);
            }
        }
        boolean isStarting = function.readyInstances() < function.instances();
        long deficit =
                shares.deficitBytes() > 0
                        ? Math.max(LEAST_MICRO_CORES, shares.deficitMicroCores())
                        : shares.deficitMicroCores();
        if (deficit > 0 && (isPredicting || !isStarting)) {
            startOn(function, actions, servers, deficit);
        }
    }

    /** Memory that goes with so much CPU. */
    private long bytesWith(FunctionView function, long cpuMicroCores) {
        double perCpu = (double) function.instanceBytes() / function.instanceMicroCores();
        return growsMemory ? Math.round(cpuMicroCores * perCpu) : 0;
    }

    /** Makes instances on the servers with the most left, other than {@code taken}. */
    private void startOn(
            FunctionView function, ScalingActions actions, List<Integer> taken, long deficit) {
        long missing = deficit;
        do {
            int best = -1;
            for (int server = 0; server < function.servers(); server++) {
                if (!taken.contains(server)
                        && (best < 0
                                || function.freeMicroCores(server)
                                        > function.freeMicroCores(best))) {
                    best = server;
                }
            }
            if (best < 0 || function.freeMicroCores(best) < LEAST_MICRO_CORES) {
                actions.rejectGrowth();
                return;
            }
            long most = function.freeMicroCores(best);
            long cpu = isPredicting || taken.isEmpty() ? Math.min(missing, most) : most;
            actions.start(
                    best,
                    cpu,
                    Math.max(
                            function.instanceBytes(),
                            Math.min(bytesWith(function, cpu), function.freeBytes(best))));
            taken.add(best);
            missing -= cpu;
        } while (isPredicting && missing > 0);
    }

    private void shrink(FunctionView function, ScalingActions actions) {
        long now = function.nowMicros();
        Map<Long, Quiet> kept = new HashMap<>();
        for (int i = function.instances() - 1; i >= 0; i--) {
            double used = function.cpuUsedMicros(i);
            Quiet before = quiet.get(function.identity(i));
            if (before == null || !function.isReady(i)) {
                kept.put(function.identity(i), new Quiet(now, used, now, used));
                continue;
            }
            double share =
                    (used - before.cpuMicros())
                            / (now - before.readMicros())
                            * 1e6
                            / function.cpuMicroCores(i);
            boolean isBusy = share >= BUSY_SHARE;
            long since = isBusy ? now : before.sinceMicros();
            double then = isBusy ? used : before.cpuMicrosThen();
            if (now - since >= PATIENCE_MICROS) {
                release(function, actions, i, (used - then) / (now - since) * 1e6);
                since = now;
                then = used;
            }
            kept.put(function.identity(i), new Quiet(since, then, now, used));
        }
        quiet = kept;
    }

    private void release(
            FunctionView function, ScalingActions actions, int instance, double usedMicroCores) {
        if (usedMicroCores == 0 && function.inFlight(instance) == 0) {
            actions.stop(instance);
            return;
        }
        long wanted = Math.max(LEAST_MICRO_CORES, (long) (usedMicroCores * SHRINK_FACTOR));
        if (wanted < function.cpuMicroCores(instance)) {
            long bytes = Math.max(function.instanceBytes(), bytesWith(function, wanted));
            actions.resize(instance, wanted, Math.min(bytes, function.bytes(instance)));
        }
    }

    /**
     * Until a request comes nothing but the next look at what may shrink would do anything, where
     * nothing is wanted or it has enough.
     */
    @Override
    public long pauseMicros(FunctionView function) {
        if (function.instances() == 0) {
            return Long.MAX_VALUE;
        }
        boolean isQuiet = !readsLatency() && wantsNothing(function) && isWithoutWish();
        return isQuiet
                ? Math.max(periodMicros, nextShrinkMicros - function.nowMicros())
                : periodMicros;
    }

    /** True if nothing is wanted before another request has come. */
    private boolean wantsNothing(FunctionView function) {
        if (!isPredicting) {
            return function.waiting() == 0;
        }
        boolean isRateKnown = function.answered() > 0 || function.arrived() == 0;
        return isRateKnown && (isRateKnownToBeZero(function) || hasEnough(function));
    }

    /**
     * True if what it has is enough for the arrivals that are known, however long they stay in the
     * window and even if all of it is busy until then. Wishes that take effect at once only: later
     * it may have less.
     */
    private boolean hasEnough(FunctionView function) {
        if (wanted.length > 1 || function.answered() == 0) {
            return false;
        }
        long have = given(function);
        long oldest = Long.MAX_VALUE;
        for (long arrived : arrivedBefore) {
            oldest = Math.min(oldest, arrived);
        }
        double mostBusy = have / 1e6 * arrivedBefore.length * periodMicros;
        double used = function.cpuUsedMicros() + mostBusy;
        return wish(function.arrived() - oldest, used, function) <= have;
    }

    /** True if no wish is still to take effect. */
    private boolean isWithoutWish() {
        for (int i = 0; i < wanted.length; i++) {
            if (i != now && wanted[i] > 0) {
                return false;
            }
        }
        return true;
    }

    private boolean isRateKnownToBeZero(FunctionView function) {
        for (long arrived : arrivedBefore) {
            if (arrived != function.arrived()) {
                return false;
            }
        }
        return true;
    }
}
