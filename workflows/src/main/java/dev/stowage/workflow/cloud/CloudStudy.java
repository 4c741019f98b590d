package dev.stowage.workflow.cloud;

import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.deployment.MarketFilter;
import dev.stowage.policy.deployment.Markets;
import dev.stowage.sim.cloud.DeploymentAlternative;
import dev.stowage.sim.cloud.DeploymentStudyResult;
import dev.stowage.sim.cloud.VmShare;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A comparison of deployments with all that it was made from.
 *
 * @param demand what was held
 * @param catalogue whose prices
 * @param providers asked for
 * @param filter which types
 * @param quantum how time was charged: as each one does, or the period of all, as typed
 * @param markets what could be rented, and what was left out
 * @param doubts prices of the catalogue that may be wrong
 * @param result what came of it
 */
public record CloudStudy(
        CloudDemand demand,
        VmCatalogue catalogue,
        List<String> providers,
        MarketFilter filter,
        String quantum,
        Markets markets,
        PriceDoubts doubts,
        DeploymentStudyResult result) {
    /** What a reader should know, such as prices of the winner that may be wrong. */
    List<String> notes() {
        List<String> notes = new ArrayList<>(demand.notes());
        notes.addAll(PaidToday.sentences(demand, result));
        notes.addAll(result.notes());
        doubts.leftOut(markets)
                .map(note -> note + " --allow-suspect takes them.")
                .ifPresent(notes::add);
        notes.addAll(doubted("The cheapest alternative", result.winner()));
        if (!result.recommended().equals(result.winner())) {
            notes.addAll(doubted("The recommended plan", result.recommended()));
        }
        notes.addAll(new CloudCaveats(this).of());
        return notes;
    }

    private List<String> doubted(String what, DeploymentAlternative plan) {
        return doubts.rented(what, VmShare.of(plan.run().orElseThrow()));
    }

    /** How each provider charges, as asked. */
    public Function<String, BillingRule> billing() {
        return billing(markets, catalogue);
    }

    /** How each provider of some markets charges. */
    public static Function<String, BillingRule> billing(Markets markets, VmCatalogue catalogue) {
        Map<String, BillingRule> rules = new HashMap<>();
        for (Market market : markets.markets()) {
            rules.putIfAbsent(market.provider(), market.billing());
        }
        return provider -> rules.getOrDefault(provider, catalogue.billing(provider));
    }
}
