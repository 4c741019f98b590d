package dev.stowage.sim.cloud;

import java.util.ArrayList;
import java.util.List;

/**
 * By how much prices must change for the ranking to change. Of one provider alone every price
 * scaled by the same factor leaves every decision as it is and scales the cost, so that the costs
 * tell it exactly (data that moves between its regions is taken to scale, too). Where several
 * providers are chosen from, or data is paid to another one, the decisions of the run are held.
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
        for (DeploymentAlternative changed : List.of(cheap, dear)) {
            double share = atWhichEqual(cheap, dear, provider(changed));
            if (share > -1 && Double.isFinite(share)) {
                all.add(
                        new PriceSensitivity(
                                "prices of " + changed.scope().name(),
                                share,
                                effect,
                                !paysOthers(cheap) && !paysOthers(dear)));
            }
        }
    }

    /**
     * The change of a provider's prices at which both cost the same; not above −1 or not finite if
     * there is none. Data that leaves a place is paid at the prices of the provider that it leaves,
     * so that a plan may pay several.
     */
    private static double atWhichEqual(
            DeploymentAlternative cheap, DeploymentAlternative dear, String provider) {
        if (dear.usd() == cheap.usd()) {
            return 0;
        }
        double faster = paidTo(provider, cheap) - paidTo(provider, dear);
        double share = (dear.usd() - cheap.usd()) / faster;
        boolean isCheapOnes = provider.equals(provider(cheap));
        return isCheapOnes == share >= 0 ? share : Double.NaN;
    }

    private static double paidTo(String provider, DeploymentAlternative alone) {
        double toOthers = 0;
        double toIt = 0;
        for (DeploymentRun.Move move : alone.run().orElseThrow().moves()) {
            if (move.from().provider().equals(provider)) {
                toIt += move.usd();
            }
            if (!move.from().provider().equals(provider(alone))) {
                toOthers += move.usd();
            }
        }
        return provider.equals(provider(alone)) ? alone.usd() - toOthers : toIt;
    }

    private static boolean paysOthers(DeploymentAlternative alone) {
        return alone.run().orElseThrow().moves().stream()
                .anyMatch(m -> m.usd() > 0 && !m.from().provider().equals(provider(alone)));
    }

    private static String provider(DeploymentAlternative alone) {
        return alone.scope().markets().get(0).provider();
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
