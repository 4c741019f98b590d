package dev.stowage.workflow.node;

import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.ParameterSource;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.policy.node.NodeManagers;
import dev.stowage.policy.node.NodeResource;
import dev.stowage.scenario.NodeScenario;
import dev.stowage.sim.node.NodeRun;
import dev.stowage.sim.node.NodeSimulation;
import dev.stowage.sim.node.NodeSpec;
import dev.stowage.sim.node.SharedNeeds;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Which resource is short for services that could each meet their targets alone. */
final class SharedShortage {
    private static final int LOOKS = 1000;
    private static final double SETTLED_SECONDS = 60;

    private final NodeScenario scenario;
    private double[] loads = {};
    private List<SharedNeeds.Shortage> worst = List.of();
    private final Set<NodeResource> atSomeTime = EnumSet.noneOf(NodeResource.class);
    private double worstSeconds;
    private double busiestSeconds;

    private SharedShortage(NodeScenario scenario) {
        this.scenario = scenario;
    }

    /** A sentence about the moment at which most is short; empty if nothing is. */
    static Optional<String> of(NodeScenario scenario) {
        return scenario.tenants().size() + scenario.approximate().size() > 1
                ? new SharedShortage(scenario).sentence()
                : Optional.empty();
    }

    private Optional<String> sentence() {
        SharedNeeds needs = Feasibility.needs(scenario);
        double busiest = -1;
        for (int look = 0; look <= LOOKS; look++) {
            double seconds = scenario.durationSeconds() * look / LOOKS;
            loads = loadsAt(seconds);
            List<SharedNeeds.Shortage> found = needs.all(loads);
            if (!found.isEmpty() && !found.get(0).isForDivisions()) {
                found.forEach(each -> atSomeTime.add(each.resource()));
            }
            if (!found.isEmpty() && isWorse(found.get(0))) {
                worst = found;
                worstSeconds = seconds;
            }
            if (busyCores() > busiest) {
                busiest = busyCores();
                busiestSeconds = seconds;
            }
        }
        return worst.isEmpty() ? ofDivisions(needs) : Optional.of(text());
    }

    private double[] loadsAt(double seconds) {
        return scenario.tenants().stream().mapToDouble(each -> each.load().at(seconds)).toArray();
    }

    /** What is short for whoever divides the node comes first. */
    private boolean isWorse(SharedNeeds.Shortage found) {
        if (worst.isEmpty()) {
            return true;
        }
        SharedNeeds.Shortage before = worst.get(0);
        return (before.isForDivisions() && !found.isForDivisions())
                || (before.isForDivisions() == found.isForDivisions()
                        && found.ratio() > before.ratio());
    }

    private double busyCores() {
        double sum = 0;
        for (int i = 0; i < loads.length; i++) {
            var service = scenario.tenants().get(i).service();
            sum +=
                    loads[i]
                            * service.of(ServiceParameter.UTILISATION)
                            * service.of(ServiceParameter.REFERENCE_CORES);
        }
        return sum;
    }

    private String text() {
        boolean isForDivisions = worst.get(0).isForDivisions();
        worst.forEach(each -> atSomeTime.remove(each.resource()));
        String others =
                atSomeTime.stream()
                        .map(each -> each.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(" and "));
        return at(worstSeconds)
                + (isForDivisions
                        ? "no division of the node meets all targets: "
                        : "together they are infeasible at any allocation: ")
                + worst.stream().map(SharedShortage::text).collect(Collectors.joining("; and "))
                + (isForDivisions ? "; a pool may do with less" : "")
                + (others.isEmpty() ? "" : "; at other moments also too little of: " + others);
    }

    private static String text(SharedNeeds.Shortage found) {
        boolean isOwn = found.isForDivisions();
        return switch (found.resource()) {
            case CORES ->
                    isOwn
                            ? "too few cores, they need at least "
                                    + ShortFigures.of(found, 0, " of their own and there are ", "")
                            : "too few cores, they keep "
                                    + ShortFigures.of(found, 1, " busy and there are ", "");
            case WAYS ->
                    "too few ways of the cache, they need at least "
                            + ShortFigures.of(found, 0, " of ", "");
            case MEMORY ->
                    "the memory is too small, they need "
                            + (isOwn ? "at least " : "more than ")
                            + ShortFigures.of(found, 0, " of ", isOwn ? " whole GB" : " GB");
            case NETWORK ->
                    isOwn
                            ? "the network has too few parts, they need at least "
                                    + ShortFigures.of(found, 0, " of ", "")
                            : "the network is too slow, they ask for "
                                    + ShortFigures.of(found, 1, " of ", " Gbit/s");
            case DISK ->
                    "the disk is too slow, they ask for "
                            + ShortFigures.of(found, 0, " of ", " MB/s");
        };
    }

    private String at(double seconds) {
        double[] then = loadsAt(seconds);
        String tenants =
                IntStream.range(0, then.length)
                        .mapToObj(i -> String.format(Locale.ROOT, "%s at %.2f", name(i), then[i]))
                        .collect(Collectors.joining(" and "));
        return String.format(
                Locale.ROOT, "at %.1f s, with %s of their largest loads, ", seconds, tenants);
    }

    private String name(int service) {
        return scenario.tenants().get(service).service().name();
    }

    /** Everything together, by the Oracle where most cores are busy. */
    private Optional<String> ofDivisions(SharedNeeds needs) {
        double[] then = loadsAt(busiestSeconds);
        if (!scenario.approximate().isEmpty()
                || !Feasibility.isSearchable(scenario)
                || !needs.areMetAlone(then)) {
            return Optional.empty();
        }
        double[] latency = underTheOracle(then);
        int slowest = 0;
        for (int i = 1; i < latency.length; i++) {
            slowest = latency[i] > latency[slowest] ? i : slowest;
        }
        return latency[slowest] > 1
                ? Optional.of(
                        at(busiestSeconds)
                                + String.format(
                                        Locale.ROOT,
                                        "no division of cores and ways meets all targets, nor a"
                                                + " pool of all or all but one, though there is"
                                                + " enough of each by itself: the best leaves %s at"
                                                + " %.2f times its target",
                                        name(slowest),
                                        latency[slowest]))
                : Optional.empty();
    }

    /** Latencies over targets without noise and best-effort jobs, when all backlogs are gone. */
    private double[] underTheOracle(double[] constant) {
        NodeSpec spec =
                new NodeSpec(
                        scenario.node().with(NodeParameter.NOISE, 0, ParameterSource.OURS),
                        scenario.tenants(),
                        List.of(),
                        SETTLED_SECONDS,
                        NodeSpec.Fidelity.ANALYTIC);
        List<NodeRun.Interval> intervals =
                new NodeSimulation(spec.at(constant))
                        .run(NodeManagers.registry().parse("oracle", "oracle"), 0, 0)
                        .intervals();
        return intervals.get(intervals.size() - 1).latencyOverTarget();
    }
}
