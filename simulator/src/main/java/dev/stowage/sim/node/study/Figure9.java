package dev.stowage.sim.node.study;

import dev.stowage.model.node.LoadCurve;
import dev.stowage.model.node.NodeLibrary;
import dev.stowage.policy.node.Allocation;
import dev.stowage.policy.node.NodeManagers;
import dev.stowage.policy.node.NodeResource;
import dev.stowage.sim.node.NodeRun;
import dev.stowage.sim.node.NodeSimulation;
import dev.stowage.sim.node.NodeSpec;
import java.util.Arrays;
import java.util.List;

/**
 * Figure 9 of PARTIES: Moses at 10 %, Xapian at 20 %, best-effort jobs, and Memcached that rises to
 * 60 % and falls again. The points of its load between those in the text are ours.
 */
final class Figure9 {
    static final double LAST_RISE_SECONDS = 70;
    private static final double PEAK_ENDS_SECONDS = 130;
    private static final double FALLEN_SECONDS = 180;
    private static final double MOST_LATENCY_TO_REDUCE = 0.8; // slack of 20 %
    private static final double FIRST_RISE_SECONDS = 25;
    private static final double[] SECONDS = {0, 25, 60, 70, 130, 180};
    private static final double[] LOADS = {0.1, 0.1, 0.4, 0.6, 0.6, 0.1};
    private static final double DURATION_SECONDS = 240;

    private final NodeRun run;

    private Figure9(NodeRun run) {
        this.run = run;
    }

    /** Under a manager. Services: Memcached, Moses, Xapian. */
    static Figure9 under(NodeLibrary library, String manager, long seed) {
        NodeSpec spec =
                new NodeSpec(
                        library.node("reproduce", "parties"),
                        List.of(
                                new NodeSpec.Tenant(
                                        library.service("reproduce", "memcached"),
                                        new LoadCurve.Points(SECONDS, LOADS, true)),
                                new NodeSpec.Tenant(
                                        library.service("reproduce", "moses"),
                                        new LoadCurve.Constant(0.1)),
                                new NodeSpec.Tenant(
                                        library.service("reproduce", "xapian"),
                                        new LoadCurve.Constant(0.2))),
                        List.of(
                                library.batch("reproduce", "compute"),
                                library.batch("reproduce", "memory")),
                        DURATION_SECONDS,
                        NodeSpec.Fidelity.ANALYTIC);
        return new Figure9(
                new NodeSimulation(spec)
                        .run(NodeManagers.registry().parse("reproduce", manager), seed, 0));
    }

    List<NodeRun.Interval> intervals() {
        return run.intervals();
    }

    /** True if both are the same, interval by interval. */
    boolean equalsRun(Figure9 other) {
        for (int i = 0; i < intervals().size(); i++) {
            NodeRun.Interval own = intervals().get(i);
            NodeRun.Interval that = other.intervals().get(i);
            if (!own.allocation().equals(that.allocation())
                    || !Arrays.equals(own.latencyOverTarget(), that.latencyOverTarget())) {
                return false;
            }
        }
        return intervals().size() == other.intervals().size();
    }

    /** Slack of a service in the first reading. */
    double firstSlack(int service) {
        return 1 - intervals().get(0).latencyOverTarget()[service];
    }

    /** True if each service has less of something than at the start, before the first rise. */
    boolean areAllReduced() {
        Allocation start = intervals().get(0).allocation();
        for (int service = 0; service < 3; service++) {
            int of = service;
            boolean isReduced =
                    intervals().stream()
                            .filter(each -> each.endSeconds() <= FIRST_RISE_SECONDS)
                            .anyMatch(each -> hasLess(each.allocation(), start, of));
            if (!isReduced) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasLess(Allocation now, Allocation start, int service) {
        boolean hasLess = now.level(service) < start.level(service);
        for (NodeResource resource : NodeResource.values()) {
            hasLess |=
                    resource != NodeResource.NETWORK
                            && now.units(resource, service) < start.units(resource, service);
        }
        return hasLess;
    }

    /** Seconds from the last rise to the first two seconds with all targets met; NaN if none. */
    double recoverySeconds() {
        int met = 0;
        for (NodeRun.Interval each : intervals()) {
            if (each.endSeconds() <= LAST_RISE_SECONDS) {
                continue;
            }
            met = each.isMet() ? met + 1 : 0;
            if (met == 4) {
                return each.endSeconds() - 2 - LAST_RISE_SECONDS;
            }
        }
        return Double.NaN;
    }

    /**
     * How often, while the load falls, a service has less of something than an interval before
     * though no slack was above 20 %: slack is of the interval before, as the manager read it.
     */
    int reductionsWithoutSlack() {
        int count = 0;
        for (int i = 1; i < intervals().size(); i++) {
            NodeRun.Interval before = intervals().get(i - 1);
            NodeRun.Interval now = intervals().get(i);
            boolean isFalling =
                    before.endSeconds() > PEAK_ENDS_SECONDS
                            && before.endSeconds() <= FALLEN_SECONDS;
            double least = Arrays.stream(before.latencyOverTarget()).min().orElseThrow();
            if (isFalling && least > MOST_LATENCY_TO_REDUCE) {
                for (int service = 0; service < 3; service++) {
                    count += gives(before.allocation(), now.allocation(), service) ? 1 : 0;
                }
            }
        }
        return count;
    }

    /** True if the pool got what the service has no more. */
    private static boolean gives(Allocation before, Allocation now, int service) {
        boolean gives = now.level(service) < before.level(service);
        for (NodeResource resource : NodeResource.values()) {
            gives |=
                    resource != NodeResource.NETWORK
                            && now.units(resource, service) < before.units(resource, service)
                            && now.units(resource, Allocation.POOL)
                                    > before.units(resource, Allocation.POOL);
        }
        return gives;
    }

    /** Mean best-effort work: before the rise, at the peak, at the end. */
    double[] batchSpeeds() {
        return new double[] {
            mean(15, FIRST_RISE_SECONDS),
            mean(LAST_RISE_SECONDS, PEAK_ENDS_SECONDS),
            mean(200, DURATION_SECONDS)
        };
    }

    private double mean(double from, double to) {
        return intervals().stream()
                .filter(each -> each.endSeconds() > from && each.endSeconds() <= to)
                .mapToDouble(NodeRun.Interval::batchSpeed)
                .average()
                .orElseThrow();
    }

    /** When the pool was first paused; NaN if never. */
    double pausedAtSeconds() {
        return intervals().stream()
                .filter(each -> each.allocation().isPoolPaused())
                .mapToDouble(NodeRun.Interval::endSeconds)
                .findFirst()
                .orElse(Double.NaN);
    }

    /** Share of intervals after a time in which a service is above its target. */
    double violatedAfter(double seconds, int service) {
        return intervals().stream()
                .filter(each -> each.endSeconds() > seconds)
                .mapToDouble(each -> each.latencyOverTarget()[service] > 1 ? 1 : 0)
                .average()
                .orElse(0);
    }
}
