package dev.stowage.sim.cloud;

import java.util.ArrayList;
import java.util.List;

/**
 * By how much prices must change for the ranking to change. Of one provider alone every price
 * scaled by the same factor leaves every decision as it is and scales the cost, so that the costs
 * tell it exactly (data that moves between its regions is taken to scale, too). Where several
 * providers are chosen from, the decisions of the run are held.
 *
 * @param change what changes: {@code prices of aws}
 * @param share by which share of the price, above −1: 0.12 for 12 % dearer
 * @param effect what comes of it: {@code gcp alone becomes cheaper than aws alone}
 * @param isExact false if the decisions were held although they would react
 */
public record PriceSensitivity(String change, double share, String effect, boolean isExact) {
    /** What would change the order of the providers, and what would dethrone the winner. */
    static List<PriceSensitivity> of(
            List<DeploymentAlternative> possible, List<MarketScope> scopes) {
        List<PriceSensitivity> all = new ArrayList<>();
        List<DeploymentAlternative> alone = new ArrayList<>();
        for (DeploymentAlternative each : possible) {
            boolean isNew = alone.stream().noneMatch(a -> a.scope().equals(each.scope()));
            if (isNew && !each.scope().isAny() && scopes.contains(each.scope())) {
                alone.add(each);
            }
        }
        for (int i = 1; i < alone.size(); i++) {
            between(alone.get(0), alone.get(i), all);
        }
        winner(possible, all);
        return all;
    }

    private static void between(
            DeploymentAlternative cheap, DeploymentAlternative dear, List<PriceSensitivity> all) {
        String effect =
                dear.scope().name()
                        + " alone ("
                        + dear.policyName()
                        + ") costs no more than "
                        + cheap.scope().name()
                        + " alone ("
                        + cheap.policyName()
                        + ")";
        all.add(
                new PriceSensitivity(
                        "prices of " + cheap.scope().name(), rise(cheap, dear), effect, true));
        all.add(
                new PriceSensitivity(
                        "prices of " + dear.scope().name(),
                        cheap.usd() / dear.usd() - 1,
                        effect,
                        true));
    }

    /** The runner-up that doesn't rent the same VMs for the same money. */
    private static void winner(List<DeploymentAlternative> possible, List<PriceSensitivity> all) {
        DeploymentAlternative winner = possible.get(0);
        for (DeploymentAlternative each : possible) {
            if (each.usd() > winner.usd()) {
                all.add(
                        new PriceSensitivity(
                                "every price that " + winner.name() + " pays",
                                rise(winner, each),
                                each.name() + " at today's prices costs no more",
                                !winner.scope().isAny()));
                return;
            }
        }
    }

    private static double rise(DeploymentAlternative cheap, DeploymentAlternative dear) {
        return dear.usd() / cheap.usd() - 1;
    }
}
