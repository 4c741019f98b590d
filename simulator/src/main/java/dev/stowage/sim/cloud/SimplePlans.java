package dev.stowage.sim.cloud;

import dev.stowage.model.Resources;
import dev.stowage.policy.deployment.FewTypes;
import dev.stowage.policy.deployment.FewTypes.Choice;
import dev.stowage.policy.deployment.Market;
import dev.stowage.workload.demand.ServiceDemand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Places with few types, each the best for the demand: those that hold it as it changes, and those
 * that hold its most all of the time.
 */
final class SimplePlans {
    /** More types than that are nothing simple. */
    private static final int MOST_TYPES = 3;

    private SimplePlans() {}

    /** Places for plans that follow the demand, the fewest types first. */
    static List<MarketScope> following(
            List<Market> markets, ServiceDemand demand, PlanLimits limits) {
        return scopes(markets, demand, limits);
    }

    /** Places for plans that hold the most of the demand, the fewest types first. */
    static List<MarketScope> steady(List<Market> markets, ServiceDemand demand, PlanLimits limits) {
        Resources peak = demand.peak();
        ServiceDemand always =
                new ServiceDemand(
                        new long[] {0},
                        new long[] {peak.cpuMicroCores()},
                        new long[] {peak.memoryBytes()},
                        demand.endMicros());
        return scopes(markets, always, limits);
    }

    /** The best of all places, and with a home the best there, from where nothing moves. */
    private static List<MarketScope> scopes(
            List<Market> markets, ServiceDemand demand, PlanLimits limits) {
        FewTypes few = new FewTypes(demand.withMore(limits.headRoom()));
        Map<String, MarketScope> scopes = new LinkedHashMap<>();
        for (int types = 1; types <= Math.min(MOST_TYPES, limits.maxTypes()); types++) {
            few.cheapest(markets, types).ifPresent(choice -> add(choice, scopes));
            if (limits.home().isPresent()) {
                List<Market> home = List.of(limits.home().get());
                few.cheapest(home, types).ifPresent(choice -> add(choice, scopes));
            }
        }
        return List.copyOf(scopes.values());
    }

    private static void add(Choice choice, Map<String, MarketScope> scopes) {
        String name = name(choice);
        scopes.putIfAbsent(name, new MarketScope(name, List.of(choice.market())));
    }

    /**
     * These without simple plans that rent nothing else than an earlier one of the same policy: a
     * plan of three types that never rents the third is one of two.
     */
    static List<DeploymentAlternative> distinct(List<DeploymentAlternative> all) {
        List<DeploymentAlternative> kept = new ArrayList<>();
        for (DeploymentAlternative each : all) {
            boolean isKnown =
                    isSimple(each)
                            && kept.stream()
                                    .anyMatch(other -> isSimple(other) && isSame(each, other));
            if (!isKnown) {
                kept.add(each);
            }
        }
        return kept;
    }

    private static boolean isSimple(DeploymentAlternative alternative) {
        return alternative.run().isPresent() && alternative.scope().name().contains(" ");
    }

    private static boolean isSame(DeploymentAlternative a, DeploymentAlternative b) {
        return a.policy().equals(b.policy()) && a.usd() == b.usd() && rented(a).equals(rented(b));
    }

    private static List<String> rented(DeploymentAlternative alternative) {
        return alternative.run().orElseThrow().rentals().stream()
                .map(
                        each ->
                                String.join(
                                        " ",
                                        each.market().provider(),
                                        each.market().region(),
                                        each.item().offer().type().name(),
                                        Integer.toString(each.count()),
                                        Long.toString(each.startSeconds()),
                                        Long.toString(each.releasedSeconds())))
                .toList();
    }

    /** {@code aws/us-east-1 m6i.large + r6i.large}. */
    private static String name(Choice choice) {
        return choice.place().provider()
                + "/"
                + choice.place().region()
                + " "
                + choice.types().stream()
                        .map(each -> each.offer().type().name())
                        .collect(Collectors.joining(" + "));
    }
}
