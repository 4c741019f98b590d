package dev.stowage.policy.node;

import dev.stowage.policy.node.Wheels.Direction;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * PARTIES: every half second one service gets one step more of one resource, or one step less, by
 * its slack. What helps is repeated; what does not help, or hurts, turns the service's wheel. A
 * reduction that leaves too little slack is undone at once.
 *
 * <p>The observation that Algorithms 2 and 3 make inside an action is the next reading here. After
 * an undone reduction the interval has had its action. Both are our reading; {@code literal-waits}
 * waits one interval more.
 *
 * <p>Source: S. Chen, C. Delimitrou, J. F. Martínez, PARTIES, ASPLOS 2019, Algorithms 1 to 4.
 */
final class Parties implements NodeManager {
    private static final double UPSIZE_SLACK = 0.05; // Algorithm 1
    private static final double DOWNSIZE_SLACK = 0.20; // Algorithm 1
    private static final double BAN_SECONDS = 30; // section 4.2.2
    private static final double MIGRATE_SECONDS = 60; // Algorithm 1
    private static final double SCARCE_MEMORY_GB = 1; // section 4.2.3
    private static final double PROFILE_SECONDS = 1; // section 4.3

    private final boolean waitsLiterally;
    private final boolean downsizesNext;
    private final RandomGenerator random; // this run's stream "node.manager"

    private Wheels[] wheels = {};
    private double[] bannedUntil = {};
    private boolean[] isInMemory = {};
    private double violationSince = Double.NaN;
    private @Nullable Pending pending;
    private @Nullable PartiesMoves moves;

    Parties(boolean waitsLiterally, boolean downsizesNext, RandomGenerator random) {
        this.waitsLiterally = waitsLiterally;
        this.downsizesNext = downsizesNext;
        this.random = random;
    }

    /** An action whose effect the next reading shows. */
    private record Pending(
            Direction direction, int service, double latencyBefore, PartiesMoves.Transfer done) {}

    @Override
    public void start(NodeSetup setup, Allocation allocation) {
        int services = setup.services().size();
        int[] order = setup.strictestFirst();
        for (NodeResource resource : NodeResource.values()) {
            allocation.divideEqually(resource, order);
        }
        wheels = new Wheels[services];
        for (int service = 0; service < services; service++) {
            allocation.setLevel(service, setup.node().nominalLevel());
            wheels[service] = new Wheels(random);
        }
        bannedUntil = new double[services];
        isInMemory = new boolean[services];
        Arrays.fill(isInMemory, true);
        moves = new PartiesMoves(setup, wheels, isInMemory);
    }

    @Override
    public void decide(NodeObservation seen, Allocation allocation) {
        PartiesMoves all = moves;
        if (all == null) {
            throw new IllegalStateException("not started");
        }
        all.look(seen, allocation);
        profileDisks(seen);
        all.adaptNetwork();
        watchViolations(seen, allocation);
        Pending last = pending;
        pending = null;
        if (last != null) {
            boolean isUndone = settle(last, seen, all);
            if (isUndone || waitsLiterally) {
                return;
            }
        }
        act(seen, all);
    }

    private void act(NodeObservation seen, PartiesMoves all) {
        int starved = extreme(seen, true);
        if (starved >= 0 && slack(seen, starved) < UPSIZE_SLACK) {
            begin(Direction.UP, starved, seen, all);
            return;
        }
        int rich = extreme(seen, false);
        if (rich >= 0 && slack(seen, rich) > DOWNSIZE_SLACK && !isBanned(seen, rich)) {
            begin(Direction.DOWN, rich, seen, all);
        }
    }

    private void begin(Direction direction, int service, NodeObservation seen, PartiesMoves all) {
        PartiesMoves.Transfer done = all.take(service, direction);
        if (done != null) {
            pending = new Pending(direction, service, seen.latencyOverTarget(service), done);
        }
    }

    /** Looks at what an action did; true if it was undone. */
    private boolean settle(Pending last, NodeObservation seen, PartiesMoves all) {
        int service = last.service();
        if (last.direction() == Direction.UP) {
            if (seen.latencyOverTarget(service) > last.latencyBefore()) {
                all.turn(service, Direction.UP);
            }
            return false;
        }
        if (slack(seen, service) >= UPSIZE_SLACK) {
            return false;
        }
        all.undo(last.done());
        all.turn(service, Direction.DOWN);
        bannedUntil[service] = seen.timeSeconds() + BAN_SECONDS;
        return true;
    }

    private void watchViolations(NodeObservation seen, Allocation allocation) {
        int starved = extreme(seen, true);
        if (starved < 0 || slack(seen, starved) >= 0) {
            violationSince = Double.NaN;
        } else if (Double.isNaN(violationSince)) {
            violationSince = seen.timeSeconds();
        } else if (seen.timeSeconds() - violationSince >= MIGRATE_SECONDS) {
            allocation.askToMove(moves == null ? Allocation.POOL : moves.cheapestToMove());
        }
    }

    private void profileDisks(NodeObservation seen) {
        if (seen.timeSeconds() <= PROFILE_SECONDS) {
            for (int service = 0; service < isInMemory.length; service++) {
                isInMemory[service] &= seen.diskMBps(service) == 0;
            }
        }
    }

    /**
     * The service of smallest or largest slack, the first of several; -1 if all are banned or were
     * never read.
     */
    private int extreme(NodeObservation seen, boolean isSmallest) {
        int best = -1;
        for (int service = 0; service < wheels.length; service++) {
            if (!isSmallest && downsizesNext && isBanned(seen, service)) {
                continue;
            }
            double slack = slack(seen, service);
            if (Double.isNaN(slack)) {
                continue;
            }
            if (best < 0 || (isSmallest ? slack < slack(seen, best) : slack > slack(seen, best))) {
                best = service;
            }
        }
        return best;
    }

    private boolean isBanned(NodeObservation seen, int service) {
        return seen.timeSeconds() < bannedUntil[service];
    }

    /** Slack of a service; NaN while it was never read. Source: Algorithm 1. */
    static double slack(NodeObservation seen, int service) {
        return 1 - seen.latencyOverTarget(service);
    }

    /** Memory below which the storage wheel is turned to, or memory is not taken. */
    static boolean isScarce(double unusedGb) {
        return unusedGb < SCARCE_MEMORY_GB;
    }
}
