package dev.stowage.sim.skynet;

import dev.stowage.policy.skynet.MaximumLoad;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.IntConsumer;

/**
 * The containers of applications and the servers they are on. All containers of an application are
 * equally large in each resource.
 *
 * <p>Source of {@link #resize}: Sfakianakis 2023, 3.6.5. That an application that fits nowhere gets
 * what is left where it is, is ours.
 */
final class Containers {
    private static final int R = Needs.RESOURCES;
    private static final double ROUNDING = 1e-9;
    private static final int[] NOWHERE = {};

    /** What became of a wish. */
    enum Outcome {
        /** All of it, where the application is. */
        GIVEN,
        /** All of it, elsewhere. */
        MOVED,
        /** What its servers have left. */
        CUT
    }

    private final MaximumLoad servers;
    private final double[][] capacity; // by server, resource
    private final double[] amounts; // by application, resource; the sum of its containers
    private final int[][] hosts; // by application, container; none while it waits
    private final int[] residents; // by server
    private final Deque<Integer> pending = new ArrayDeque<>();
    private final double[] each = new double[R]; // of a container
    private final int most; // containers of an application
    private int busy;
    private int running;
    private long containers;
    private boolean isFreed;

    /**
     * No application is anywhere.
     *
     * @param capacity of each server, by resource
     * @param isSpread true for the least loaded server instead of the most loaded one
     * @param most containers that an application may be split into when it is placed
     */
    Containers(int applications, double[][] capacity, boolean isSpread, int most) {
        servers = new MaximumLoad(capacity, isSpread);
        this.capacity = capacity;
        this.most = most;
        amounts = new double[applications * R];
        hosts = new int[applications][];
        Arrays.fill(hosts, NOWHERE);
        residents = new int[capacity.length];
    }

    /** Amount of a resource that an application has. */
    double amount(int application, int resource) {
        return amounts[application * R + resource];
    }

    /** True if an application runs nowhere. */
    boolean isPending(int application) {
        return hosts[application].length == 0;
    }

    /** Number of containers of an application. */
    int count(int application) {
        return hosts[application].length;
    }

    /** What each container on the first server of an application has if all share it equally. */
    double equalShare(int application, int resource) {
        int server = hosts[application][0];
        return capacity[server][resource] / residents[server];
    }

    /** Servers with containers. */
    int busyServers() {
        return busy;
    }

    /** Containers of all applications. */
    long all() {
        return containers;
    }

    /** Applications with a container. */
    int running() {
        return running;
    }

    /** Puts a new application, in as few containers as fit; false if it has to wait. */
    boolean place(int application, double[] wanted) {
        int[] chosen = servers.choose(wanted, most);
        if (chosen.length == 0) {
            System.arraycopy(wanted, 0, amounts, application * R, R);
            pending.add(application);
            return false;
        }
        put(application, wanted, chosen);
        return true;
    }

    /** Puts a new application on the server with the fewest containers, however full. */
    void crowd(int application, double[] wanted) {
        int fewest = 0;
        for (int s = 1; s < residents.length; s++) {
            fewest = residents[s] < residents[fewest] ? s : fewest;
        }
        put(application, wanted, new int[] {fewest});
    }

    /** Takes an application away for good, or out of the line of those that wait. */
    void release(int application) {
        if (isPending(application)) {
            pending.remove(application);
        } else {
            take(application);
        }
    }

    /** Lets those that wait in where there is room by now, in the order of their coming. */
    void admit(IntConsumer admitted) {
        if (!isFreed || pending.isEmpty()) {
            return;
        }
        isFreed = false;
        double[] wanted = new double[R];
        for (int left = pending.size(); left > 0; left--) {
            int application = pending.remove();
            System.arraycopy(amounts, application * R, wanted, 0, R);
            if (place(application, wanted)) {
                admitted.accept(application);
            }
        }
    }

    /** Gives an application other amounts: in place, else elsewhere, else what is left. */
    Outcome resize(int application, double[] wanted) {
        dropSurplus(application, wanted);
        int[] here = hosts[application];
        take(application);
        if (canHold(here, wanted)) {
            put(application, wanted, here);
            return Outcome.GIVEN;
        }
        int[] chosen = servers.choose(wanted, most);
        if (chosen.length > 0) {
            put(application, wanted, chosen);
            return Outcome.MOVED;
        }
        cut(application, here, wanted);
        put(application, wanted, here);
        return Outcome.CUT;
    }

    /** Makes an application of so many equal containers, each where most is free, as far as fit. */
    Outcome replicate(int application, double[] container, int wanted) {
        int[] here = hosts[application];
        int[] now = Arrays.copyOf(here, wanted);
        take(application);
        int placed = Math.min(here.length, wanted);
        for (int c = 0; c < placed; c++) {
            servers.add(now[c], container, 1);
        }
        while (placed < wanted) {
            int server = servers.roomiest(container);
            if (server == MaximumLoad.NONE) {
                break;
            }
            servers.add(server, container, 1);
            now[placed++] = server;
        }
        for (int c = 0; c < placed; c++) {
            servers.add(now[c], container, -1);
        }
        double[] total = new double[R];
        for (int r = 0; r < R; r++) {
            total[r] = container[r] * placed;
        }
        put(application, total, Arrays.copyOf(now, placed));
        return placed < wanted ? Outcome.CUT : Outcome.GIVEN;
    }

    /** As many containers as the amounts still need at their size go, from the least loaded. */
    private void dropSurplus(int application, double[] wanted) {
        int[] here = hosts[application];
        double needed = 1;
        for (int r = 0; r < R; r++) {
            double size = amount(application, r) / here.length;
            if (size > 0) {
                needed = Math.max(needed, Math.ceil(wanted[r] / size - ROUNDING));
            }
        }
        if (needed >= here.length) {
            return;
        }
        double[] total = new double[R];
        for (int r = 0; r < R; r++) {
            total[r] = amount(application, r) / here.length * needed;
        }
        take(application);
        put(application, total, servers.mostLoaded(here, (int) needed));
    }

    private boolean canHold(int[] on, double[] wanted) {
        share(wanted, on.length);
        for (int server : on) {
            if (!servers.canGrow(server, each)) {
                return false;
            }
        }
        return true;
    }

    /** Cuts a wish to what servers have left, but not below what the application has. */
    private void cut(int application, int[] on, double[] wanted) {
        for (int r = 0; r < R; r++) {
            double room = Double.MAX_VALUE;
            for (int server : on) {
                room = Math.min(room, servers.free(server, r));
            }
            double most = Math.max(amount(application, r), room * on.length);
            wanted[r] = Math.min(wanted[r], most);
        }
    }

    private void share(double[] total, int count) {
        for (int r = 0; r < R; r++) {
            each[r] = total[r] / count;
        }
    }

    private void put(int application, double[] total, int[] on) {
        System.arraycopy(total, 0, amounts, application * R, R);
        hosts[application] = on;
        containers += on.length;
        running += on.length > 0 ? 1 : 0;
        share(total, on.length);
        for (int server : on) {
            servers.add(server, each, 1);
            busy += residents[server]++ == 0 ? 1 : 0;
        }
    }

    /** Takes an application off its servers; its amounts stay known. */
    private void take(int application) {
        int[] on = hosts[application];
        hosts[application] = NOWHERE;
        containers -= on.length;
        running -= on.length > 0 ? 1 : 0;
        for (int r = 0; r < R; r++) {
            each[r] = amounts[application * R + r] / on.length;
        }
        for (int server : on) {
            servers.add(server, each, -1);
            busy -= --residents[server] == 0 ? 1 : 0;
        }
        isFreed = true;
    }
}
