package dev.stowage.sim.cloud;

import java.util.List;

/**
 * Whether to stay where one is or to go to the cheapest alternative.
 *
 * @param from where one is: named by the user, else the cheapest of one provider alone
 * @param to the cheapest alternative
 * @param saving share of the cost that going saves, at least 0
 * @param threshold share below which it isn't worth it
 * @param isStay true if the advice is not to go: never to what does not hold the demand
 */
public record StayAdvice(
        DeploymentAlternative from,
        DeploymentAlternative to,
        double saving,
        double threshold,
        boolean isStay) {
    /** What reports show as 0.0 %: no reason to go. */
    private static final double LEAST_SAVING = 0.0005;

    static StayAdvice of(
            DeploymentAlternative from, List<DeploymentAlternative> possible, DeploymentSpec spec) {
        DeploymentAlternative to = possible.get(0);
        double saving = from.usd() > 0 ? Math.max(0, 1 - to.usd() / from.usd()) : 0;
        double threshold = spec.savingsThreshold();
        boolean isTooShort = !from.holds(spec) && to.holds(spec);
        boolean isWorthLittle = saving < LEAST_SAVING || saving < threshold;
        boolean isStay = !to.holds(spec) || (!isTooShort && isWorthLittle);
        return new StayAdvice(from, to, saving, threshold, isStay);
    }
}
