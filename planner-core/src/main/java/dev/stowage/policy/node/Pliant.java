package dev.stowage.policy.node;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.random.RandomGenerator;

/**
 * Pliant: one service beside approximate applications on equal shares. A violation makes the next
 * application in turn as approximate as it gets; when all are, it takes one unit of what the
 * service lacks from one application in turn. Slack gives back the last unit first, then one
 * variant a decision.
 *
 * <p>Source: N. Kulkarni, F. Qi, C. Delimitrou, Pliant, HPCA 2019, sections IV-C and IV-D, Figure
 * 3. Thresholds of saturation, and the order in which units are given back among applications, are
 * ours.
 */
final class Pliant implements NodeManager {
    private static final double SLACK = 0.10; // section IV-C
    private static final double SATURATED = 0.90; // ours
    private static final double FULL_MEMORY = 0.95; // ours
    private static final double MANY_MISSES = 1.2; // ours
    private static final int SERVICE = 0;

    private final boolean hasVariants;
    private final boolean reclaims;
    private final int halfSeconds;
    private final RandomGenerator random; // this run's stream "node.manager"

    private final Deque<Taken> taken = new ArrayDeque<>();
    private NodeSetup setup;
    private int applications;
    private int turn;
    private int ticks;
    private double latencySum;

    /** A unit that was taken from an application. */
    private record Taken(int owner, NodeResource resource) {}

    @SuppressWarnings("NullAway.Init") // given by start
    Pliant(boolean hasVariants, boolean reclaims, int halfSeconds, RandomGenerator random) {
        this.hasVariants = hasVariants;
        this.reclaims = reclaims;
        this.halfSeconds = halfSeconds;
        this.random = random;
    }

    @Override
    public void start(NodeSetup given, Allocation allocation) {
        setup = given;
        applications = given.variants().size();
        if (given.services().size() != 1 || applications == 0) {
            throw new IllegalArgumentException(
                    given.services().size()
                            + " services and "
                            + applications
                            + " approximate jobs, expected one service and at least one job");
        }
        int containers = applications + 1;
        for (NodeResource resource : NodeResource.values()) {
            boolean isShared = resource == NodeResource.DISK || resource == NodeResource.NETWORK;
            int all = allocation.units(resource, Allocation.POOL);
            int each = isShared ? 0 : all / containers;
            for (int owner = 1; owner <= applications; owner++) {
                allocation.move(resource, Allocation.POOL, owner, each);
            }
            allocation.move(resource, Allocation.POOL, SERVICE, all - each * applications);
        }
        allocation.instrument(hasVariants);
        turn = random.nextInt(applications);
    }

    @Override
    public void decide(NodeObservation seen, Allocation allocation) {
        latencySum += seen.latencyOverTarget(SERVICE);
        if (++ticks % halfSeconds != 0) {
            return;
        }
        double latency = latencySum / halfSeconds;
        latencySum = 0;
        takeFromFinished(seen, allocation);
        if (latency > 1) {
            if (!approximate(seen, allocation) && reclaims) {
                reclaim(seen, allocation);
            }
        } else if (1 - latency > SLACK) {
            giveBack(seen, allocation);
        }
    }

    private void takeFromFinished(NodeObservation seen, Allocation allocation) {
        for (int owner = 1; owner <= applications; owner++) {
            if (seen.isFinished(owner)) {
                int gone = owner;
                for (NodeResource resource : NodeResource.values()) {
                    allocation.move(resource, owner, SERVICE, allocation.units(resource, owner));
                }
                taken.removeIf(each -> each.owner() == gone);
            }
        }
    }

    /** True if an application was made as approximate as it gets. */
    private boolean approximate(NodeObservation seen, Allocation allocation) {
        for (int tried = 0; hasVariants && tried < applications; tried++) {
            int owner = next();
            int most = setup.variants().get(owner - 1);
            if (!seen.isFinished(owner) && allocation.variant(owner) < most) {
                allocation.setVariant(owner, most);
                return true;
            }
        }
        return false;
    }

    private void reclaim(NodeObservation seen, Allocation allocation) {
        NodeResource resource = lacking(seen, allocation);
        for (int tried = 0; tried < applications; tried++) {
            int owner = next();
            int least =
                    resource == NodeResource.MEMORY ? (int) Math.ceil(seen.memoryUsedGb(owner)) : 1;
            if (!seen.isFinished(owner) && allocation.units(resource, owner) > least) {
                allocation.move(resource, owner, SERVICE, 1);
                taken.push(new Taken(owner, resource));
                return;
            }
        }
    }

    private static NodeResource lacking(NodeObservation seen, Allocation allocation) {
        if (seen.utilisation(SERVICE) > SATURATED) {
            return NodeResource.CORES;
        }
        if (seen.memoryUsedGb(SERVICE)
                > FULL_MEMORY * allocation.units(NodeResource.MEMORY, SERVICE)) {
            return NodeResource.MEMORY;
        }
        return seen.missesOverAlone(SERVICE) > MANY_MISSES ? NodeResource.WAYS : NodeResource.CORES;
    }

    private void giveBack(NodeObservation seen, Allocation allocation) {
        if (!taken.isEmpty()) {
            Taken last = taken.pop();
            allocation.move(last.resource(), SERVICE, last.owner(), 1);
            return;
        }
        for (int tried = 0; tried < applications; tried++) {
            int owner = next();
            if (!seen.isFinished(owner) && allocation.variant(owner) > 0) {
                allocation.setVariant(owner, allocation.variant(owner) - 1);
                return;
            }
        }
    }

    private int next() {
        int owner = 1 + turn;
        turn = (turn + 1) % applications;
        return owner;
    }
}
