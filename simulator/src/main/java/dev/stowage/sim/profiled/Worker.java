package dev.stowage.sim.profiled;

import dev.stowage.isolation.Interference;
import dev.stowage.isolation.Interference.Placed;
import dev.stowage.isolation.IsolationLevel;
import dev.stowage.isolation.SharedResource;
import dev.stowage.profile.ApplicationProfile;
import dev.stowage.profile.Slice;
import dev.stowage.profile.SlicedServer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * One server of a {@link ClusterRun}: what runs there, and how fast. Amounts, not shares, count:
 * performance is relative to the server of the profiles, which may be of another size.
 */
final class Worker {
    /** A task on a server. */
    static final class Running {
        final ClusterRun.Task task;
        final double[] amounts; // what admission counts: cores, GiB, GiB
        double leftSeconds;
        double pi;
        double undisturbedPi; // what it uses CPU for
        final double startedSeconds;

        Running(ClusterRun.Task task, double[] amounts, double now) {
            startedSeconds = now;
            this.task = task;
            this.amounts = amounts;
            leftSeconds = task.secondsAlone();
        }
    }

    private final double[] capacity;
    private final SlicedServer profiled;
    private final IsolationLevel level;
    private final ServerRun.Disturbance disturbance;
    final List<Running> running = new ArrayList<>();
    final Deque<ClusterRun.Reservations> reservations = new ArrayDeque<>();
    double declinedUntil = Double.NEGATIVE_INFINITY;
    double updatedSeconds;
    long version; // of the rates: an end that was foreseen with another one is void

    Worker(double[] capacity, SlicedServer profiled, ServerRun.Disturbance disturbance) {
        this.capacity = capacity;
        this.profiled = profiled;
        this.disturbance = disturbance;
        level = disturbance.level();
    }

    /** What its tasks run, in the order in which they came. */
    List<ApplicationProfile> applications() {
        return running.stream().map(each -> each.task.job().application()).toList();
    }

    /** What is free, as a slice of the server of the profiles, at most the whole. */
    Slice freeSlice() {
        double[] free = new double[Slice.DIMENSIONS];
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            free[r] = profiled.share(r, free(r));
        }
        return new Slice(free[0], free[1], free[2]);
    }

    double capacity(int resource) {
        return capacity[resource];
    }

    double free(int resource) {
        double free = capacity[resource];
        for (Running each : running) {
            free -= each.amounts[resource];
        }
        return free;
    }

    boolean fits(double[] amounts) {
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            if (amounts[r] > free(r) + 1e-9) {
                return false;
            }
        }
        return true;
    }

    /** Sum of the free shares after these amounts are taken. */
    double remainder(double[] amounts) {
        double sum = 0;
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            sum += capacity[r] == 0 ? 0 : (free(r) - amounts[r]) / capacity[r];
        }
        return sum;
    }

    /**
     * CPU that its tasks use, cores. Who is disturbed does less work with the same CPU, as native
     * does in section 2.6.2 of the thesis.
     */
    double coresUsed() {
        double sum = 0;
        for (Running each : running) {
            sum += each.task.job().application().coresAtFull().orElseThrow() * each.undisturbedPi;
        }
        return Math.min(sum, capacity[0]);
    }

    /** Brings what is left of its tasks to a time. */
    void advance(double now) {
        for (Running each : running) {
            each.leftSeconds -= each.pi * (now - updatedSeconds);
        }
        updatedSeconds = now;
    }

    /** Computes the rates of its tasks anew; call after each change. */
    void settle() {
        version++;
        List<Placed> placed = new ArrayList<>();
        for (int i = 0; i < running.size(); i++) {
            String name = running.get(i).task.job().application().name();
            placed.add(new Placed(disturbance.neighbours().apply(name), i));
        }
        for (int i = 0; i < running.size(); i++) {
            Running each = running.get(i);
            each.undisturbedPi = alone(each);
            each.pi = each.undisturbedPi * Interference.left(placed, i, level);
        }
    }

    /** The performance of what a task gets, without interference. */
    private double alone(Running each) {
        ApplicationProfile application = each.task.job().application();
        return application
                .performance()
                .at(
                        profiled.share(0, pooled(each, 0)),
                        profiled.share(1, share(each, 1)),
                        profiled.share(2, share(each, 2)));
    }

    /** CPU is handed out in proportion, all of it: shares of cgroups, or one pool. */
    private double pooled(Running each, int resource) {
        double sum = 0;
        for (Running other : running) {
            sum += other.amounts[resource];
        }
        return sum == 0 ? capacity[resource] : capacity[resource] * each.amounts[resource] / sum;
    }

    /** Memory and SSD cache are one's own as far as the level keeps them private. */
    private double share(Running each, int resource) {
        boolean isPrivate =
                level.factors().of(resource == 1 ? SharedResource.MEMORY : SharedResource.SSD_CACHE)
                        >= 1;
        return isPrivate ? each.amounts[resource] : pooled(each, resource);
    }
}
