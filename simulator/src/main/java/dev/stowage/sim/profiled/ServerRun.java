package dev.stowage.sim.profiled;

import dev.stowage.isolation.Interference;
import dev.stowage.isolation.Interference.Placed;
import dev.stowage.isolation.IsolationLevel;
import dev.stowage.isolation.Neighbour;
import dev.stowage.profile.ApplicationProfile;
import dev.stowage.profile.LeastSlices;
import dev.stowage.profile.ServerSharing;
import dev.stowage.profile.Slice;
import dev.stowage.profile.SlicedServer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Applications in a queue before one server. Each runs at its performance index times what
 * interference leaves, and ends when it has done what takes its {@code secondsAlone} on the whole
 * server; it uses {@code coresAtFull} times its undisturbed index, at most the cores of its slice.
 * Source: Sfakianakis 2023, sections 2.6.2, 2.7.3 and 2.8.4.
 */
public final class ServerRun {
    private static final double DONE = 1e-9;

    /** How applications disturb each other; absent: they do not. */
    public record Disturbance(IsolationLevel level, Function<String, Neighbour> neighbours) {}

    /**
     * What a run came to.
     *
     * @param pis mean rate of each application while it ran, in the order of the queue
     * @param utilisation CPU used over CPU of the server, mean over the run
     * @param quci sum of rate times share of the server's CPU used, mean over the run
     * @param allocationQuci the same with the share of the slice's CPU used: the literal sum
     * @param makespanSeconds until the last end
     * @param utilisationWhileQueued mean while somebody waited; NaN if nobody ever did
     */
    public record Result(
            List<Double> pis,
            double utilisation,
            double quci,
            double allocationQuci,
            double makespanSeconds,
            double utilisationWhileQueued) {
        public Result {
            pis = List.copyOf(pis);
        }

        /** Mean over the applications. */
        public double meanPi() {
            return pis.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        }

        /** The worst served application. */
        public double leastPi() {
            return pis.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        }
    }

    private static final class Running {
        final int index;
        final ApplicationProfile profile;
        Slice slice;
        double leftSeconds;
        double ranSeconds;

        Running(int index, ApplicationProfile profile, Slice slice) {
            this.index = index;
            this.profile = profile;
            this.slice = slice;
            leftSeconds = profile.secondsAlone().orElseThrow();
        }
    }

    private final List<ApplicationProfile> queue;
    private final SlicedServer server;
    private final SlicePolicy policy;
    private final @Nullable Disturbance disturbance;
    private final List<Integer> waiting = new ArrayList<>();
    private final List<Running> running = new ArrayList<>();
    private final double[] pis;
    private final Map<ApplicationProfile, List<Slice>> least = new HashMap<>();

    private double now;
    private double cpuSeconds;
    private double quciSeconds;
    private double allocationSeconds;
    private double queuedSeconds;
    private double queuedCpuSeconds;

    private ServerRun(
            List<ApplicationProfile> queue,
            SlicedServer server,
            SlicePolicy policy,
            @Nullable Disturbance disturbance) {
        this.queue = queue;
        this.server = server;
        this.policy = policy;
        this.disturbance = disturbance;
        pis = new double[queue.size()];
    }

    /**
     * Runs a queue that is there at the start, in its order.
     *
     * @throws IllegalArgumentException if no slice meets the target of an application
     */
    public static Result of(
            List<ApplicationProfile> queue,
            SlicedServer server,
            SlicePolicy policy,
            @Nullable Disturbance disturbance) {
        if (queue.isEmpty()) {
            throw new IllegalArgumentException("queue is empty");
        }
        return new ServerRun(queue, server, policy, disturbance).run();
    }

    private Result run() {
        for (int i = 0; i < queue.size(); i++) {
            waiting.add(i);
        }
        while (!waiting.isEmpty() || !running.isEmpty()) {
            admit();
            step();
        }
        return new Result(
                Arrays.stream(pis).boxed().toList(),
                cpuSeconds / now,
                quciSeconds / now,
                allocationSeconds / now,
                now,
                queuedSeconds == 0 ? Double.NaN : queuedCpuSeconds / queuedSeconds);
    }

    private void admit() {
        if (policy instanceof SlicePolicy.User user) {
            admitLeast(user);
        } else if (policy instanceof SlicePolicy.Equal equal) {
            while (!waiting.isEmpty() && running.size() < equal.slices()) {
                start(waiting.remove(0), Slice.diagonal(1.0 / equal.slices()));
            }
        } else if (policy instanceof SlicePolicy.Provider provider) {
            admitWhileItGains(provider);
        } else {
            while (!waiting.isEmpty()) {
                start(waiting.remove(0), Slice.WHOLE);
            }
            running.forEach(each -> each.slice = Slice.diagonal(1.0 / running.size()));
        }
    }

    private void start(int index, Slice slice) {
        running.add(new Running(index, queue.get(index), slice));
    }

    private void admitLeast(SlicePolicy.User user) {
        Iterator<Integer> next = waiting.iterator();
        while (next.hasNext()) {
            int index = next.next();
            Slice slice = fitting(user, queue.get(index));
            if (slice != null) {
                start(index, slice);
                next.remove();
            } else if (!user.skipsHead()) {
                return;
            }
        }
    }

    /** The first of the least slices that fits what is free; null if none does. */
    private @Nullable Slice fitting(SlicePolicy.User user, ApplicationProfile profile) {
        List<Slice> slices =
                least.computeIfAbsent(
                        profile,
                        each ->
                                LeastSlices.of(
                                        each.performance(),
                                        server,
                                        Math.min(1, user.target() + user.margin())));
        if (slices.isEmpty()) {
            throw new IllegalArgumentException(
                    "no slice of " + server.name() + " gives " + profile.name() + " its target");
        }
        return slices.stream().filter(this::isFree).findFirst().orElse(null);
    }

    private boolean isFree(Slice slice) {
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            int resource = r;
            double taken = running.stream().mapToDouble(each -> each.slice.share(resource)).sum();
            if (server.amount(r) > 0 && taken + slice.share(r) > 1 + DONE) {
                return false;
            }
        }
        return true;
    }

    private void admitWhileItGains(SlicePolicy.Provider provider) {
        double old = running.isEmpty() ? 0 : share(provider, null).value();
        while (!waiting.isEmpty() && running.size() < ServerSharing.mostApplications(server)) {
            ApplicationProfile head = queue.get(waiting.get(0));
            ServerSharing.Shares with = share(provider, head);
            boolean isWorse = with.value() < old + 1e-6 || with.leastPi() < provider.rule().floor();
            if (!running.isEmpty() && isWorse) {
                break;
            }
            start(waiting.remove(0), Slice.WHOLE);
            old = with.value();
        }
        if (!running.isEmpty()) {
            List<Slice> slices = share(provider, null).slices();
            for (int i = 0; i < running.size(); i++) {
                running.get(i).slice = slices.get(i);
            }
        }
    }

    private ServerSharing.Shares share(
            SlicePolicy.Provider provider, @Nullable ApplicationProfile head) {
        List<ApplicationProfile> all = new ArrayList<>();
        running.forEach(each -> all.add(each.profile));
        if (head != null) {
            all.add(head);
        }
        return ServerSharing.of(all, server, provider.rule());
    }

    /** Goes on to the next end. */
    private void step() {
        double[] rates = rates();
        double seconds = Double.POSITIVE_INFINITY;
        for (int i = 0; i < rates.length; i++) {
            seconds = Math.min(seconds, running.get(i).leftSeconds / rates[i]);
        }
        double used = 0;
        for (int i = 0; i < rates.length; i++) {
            Running each = running.get(i);
            double has = each.slice.cpu() * server.cores();
            double cores = each.profile.coresUsed(each.slice, server.cores());
            used += cores / server.cores();
            quciSeconds += rates[i] * cores / server.cores() * seconds;
            allocationSeconds += rates[i] * cores / has * seconds;
            each.leftSeconds -= rates[i] * seconds;
            each.ranSeconds += seconds;
        }
        cpuSeconds += used * seconds;
        if (!waiting.isEmpty()) {
            queuedSeconds += seconds;
            queuedCpuSeconds += used * seconds;
        }
        now += seconds;
        removeDone();
    }

    private void removeDone() {
        running.removeIf(
                each -> {
                    boolean isDone = each.leftSeconds <= DONE * Math.max(1, now);
                    if (isDone) {
                        pis[each.index] =
                                each.profile.secondsAlone().orElseThrow() / each.ranSeconds;
                    }
                    return isDone;
                });
    }

    private double[] rates() {
        double[] rates = new double[running.size()];
        List<Placed> placed = new ArrayList<>();
        if (disturbance != null) {
            for (int i = 0; i < rates.length; i++) {
                String name = running.get(i).profile.name();
                placed.add(new Placed(disturbance.neighbours().apply(name), i));
            }
        }
        for (int i = 0; i < rates.length; i++) {
            double left =
                    disturbance == null ? 1 : Interference.left(placed, i, disturbance.level());
            rates[i] = running.get(i).profile.performance().at(running.get(i).slice) * left;
            if (!(rates[i] > 0)) {
                throw new IllegalStateException(
                        running.get(i).profile.name() + " stands still on " + running.get(i).slice);
            }
        }
        return rates;
    }
}
