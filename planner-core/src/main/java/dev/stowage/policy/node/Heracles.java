package dev.stowage.policy.node;

import dev.stowage.policy.PolicySpec;

/**
 * Heracles with one latency-critical service: that with the strictest target owns its resources;
 * all others are best-effort in one pool, which grows while the service has slack and stands still
 * for five minutes after a violation.
 *
 * <p>Source: Lo et al., Heracles, ISCA 2015, as run by Chen et al., ASPLOS 2019, section 5.3; the
 * constants are those of public re-implementations. That growth by cache and by cores take turns,
 * and that the pool starts with one core and two ways, is ours.
 */
final class Heracles implements NodeManager {
    private static final int START_WAYS = 2; // a tenth of the cache
    private static final int CORES_AFTER_CUT = 2;

    private final PolicySpec spec;
    private NodeSetup setup;
    private int critical;
    private int ticks;
    private double topSum;
    private double coreSum;
    private double pausedUntil = -1;
    private boolean isOffByLoad;
    private boolean mayGrow;
    private boolean isCacheTurn;
    private boolean isCacheGrown;
    private boolean isCacheFrozen;
    private double bandwidthBefore;

    @SuppressWarnings("NullAway.Init") // given by start
    Heracles(PolicySpec spec) {
        this.spec = spec;
    }

    @Override
    public void start(NodeSetup given, Allocation allocation) {
        setup = given;
        critical = given.strictestFirst()[0];
        int services = given.services().size();
        boolean isAlone = services == 1 && !given.hasBestEffort();
        for (NodeResource resource : NodeResource.values()) {
            int all = allocation.units(resource, Allocation.POOL);
            int pool =
                    switch (resource) {
                        case CORES -> isAlone ? 0 : 1;
                        case WAYS -> isAlone ? 0 : Math.min(START_WAYS, all - 1);
                        default -> isAlone ? 0 : all - all / Math.max(2, services);
                    };
            allocation.move(resource, Allocation.POOL, critical, all - pool);
        }
        for (int owner = 0; owner < allocation.owners(); owner++) {
            if (owner != critical) {
                allocation.putIntoPool(owner);
            }
        }
        mayGrow = !isAlone;
    }

    @Override
    public void decide(NodeObservation seen, Allocation allocation) {
        ticks++;
        double slack = 1 - seen.latencyOverTarget(critical);
        topSum += slack;
        coreSum += slack;
        int coreTicks = ticks(2);
        int topTicks = ticks(spec.parameter("top-seconds"));
        if (ticks % topTicks == 0) {
            top(topSum / topTicks, seen, allocation);
            topSum = 0;
        }
        shareNetwork(seen, allocation);
        if (ticks % coreTicks == 0) {
            if (!allocation.isPoolPaused()) {
                grow(coreSum / coreTicks, seen, allocation);
            }
            coreSum = 0;
        }
    }

    private static int ticks(int seconds) {
        return (int) Math.round(seconds / INTERVAL_SECONDS);
    }

    private double share(String parameter) {
        return spec.parameter(parameter) / 100.0;
    }

    private void top(double slack, NodeObservation seen, Allocation allocation) {
        boolean wasPaused = allocation.isPoolPaused();
        if (slack < 0 && !wasPaused) {
            pausedUntil = seen.timeSeconds() + spec.parameter("pause-seconds");
        }
        double load = seen.load(critical);
        isOffByLoad = load > share("disable-load") || (isOffByLoad && load > share("enable-load"));
        boolean isPaused = isOffByLoad || seen.timeSeconds() < pausedUntil;
        allocation.pausePool(isPaused);
        if (isPaused && !wasPaused) {
            cutTo(1, allocation);
        }
        mayGrow = slack >= share("growth-slack");
        if (slack < share("cut-slack")) {
            cutTo(CORES_AFTER_CUT, allocation);
        }
    }

    private void cutTo(int cores, Allocation allocation) {
        int more = allocation.units(NodeResource.CORES, Allocation.POOL) - cores;
        if (more > 0) {
            allocation.move(NodeResource.CORES, Allocation.POOL, critical, more);
        }
    }

    private void grow(double slack, NodeObservation seen, Allocation allocation) {
        double bandwidth = seen.bandwidthShare();
        int poolCores = allocation.units(NodeResource.CORES, Allocation.POOL);
        if (bandwidth > share("bandwidth-limit")) {
            cutTo(Math.max(1, poolCores - 1), allocation);
            return;
        }
        if (isCacheGrown && (slack < share("growth-slack") || bandwidth > bandwidthBefore * 1.05)) {
            allocation.move(NodeResource.WAYS, Allocation.POOL, critical, 1);
            isCacheFrozen = true;
        }
        isCacheGrown = false;
        if (!mayGrow) {
            return;
        }
        isCacheTurn = !isCacheTurn;
        if (isCacheTurn && !isCacheFrozen && take(NodeResource.WAYS, allocation)) {
            isCacheGrown = true;
            bandwidthBefore = bandwidth;
        } else if (bandwidth * (1 + 1.0 / Math.max(1, poolCores)) <= share("bandwidth-limit")
                && slack > share("core-slack")) {
            take(NodeResource.CORES, allocation);
        }
    }

    private boolean take(NodeResource resource, Allocation allocation) {
        if ((setup.services().size() == 1 && !setup.hasBestEffort())
                || allocation.units(resource, critical) < 2) {
            return false;
        }
        allocation.move(resource, critical, Allocation.POOL, 1);
        return true;
    }

    /** The pool gets 0.9 of the link less what the service uses. */
    private void shareNetwork(NodeObservation seen, Allocation allocation) {
        int all = allocation.total(NodeResource.NETWORK);
        double step = setup.networkStep();
        int pool = (int) Math.floor((0.9 * all * step - seen.networkGbps(critical)) / step);
        int wanted = Math.max(0, Math.min(all - 1, pool));
        int change = wanted - allocation.units(NodeResource.NETWORK, Allocation.POOL);
        if (change > 0) {
            allocation.move(NodeResource.NETWORK, critical, Allocation.POOL, change);
        } else {
            allocation.move(NodeResource.NETWORK, Allocation.POOL, critical, -change);
        }
    }
}
