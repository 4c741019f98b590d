package dev.stowage.sim.cloud;

import java.util.List;

/**
 * Whether to stay where one is or to go to the cheapest alternative.
 *
 * @param from where one is: named by the user, else the cheapest of one provider alone
 * @param to the cheapest alternative
 * @param saving share of the cost that going saves, at least 0
 * @param threshold share below which it isn't worth it
 * @param isStay true if the advice is to stay
 */
public record StayAdvice(
        DeploymentAlternative from,
        DeploymentAlternative to,
        double saving,
        double threshold,
        boolean isStay) {
    static StayAdvice of(
            DeploymentAlternative from, List<DeploymentAlternative> possible, double threshold) {
        DeploymentAlternative to = possible.get(0);
        double saving = from.usd() > 0 ? Math.max(0, 1 - to.usd() / from.usd()) : 0;
        return new StayAdvice(from, to, saving, threshold, saving == 0 || saving < threshold);
    }
}
