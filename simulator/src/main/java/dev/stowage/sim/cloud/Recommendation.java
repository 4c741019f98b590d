package dev.stowage.sim.cloud;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The simplest of the plans that cost little more than the best: that with the fewest types, of
 * these with the fewest changes, then moves, then the cheapest.
 *
 * @param simplest the plan
 * @param best the cheapest plan that fits
 * @param within share by which the plan may cost more than the best
 * @param steps the cheapest plan with so many types or fewer, from one type on until the best; the
 *     price of simplicity
 */
public record Recommendation(
        DeploymentAlternative simplest,
        DeploymentAlternative best,
        double within,
        List<DeploymentAlternative> steps) {
    private static final Comparator<DeploymentAlternative> SIMPLEST =
            Comparator.comparingInt(DeploymentAlternative::types)
                    .thenComparingInt(each -> each.run().orElseThrow().counts().changes())
                    .thenComparingInt(each -> each.run().orElseThrow().counts().moves())
                    .thenComparingDouble(DeploymentAlternative::usd);

    public Recommendation {
        steps = List.copyOf(steps);
    }

    /**
     * Of alternatives in the order of their rank.
     *
     * @return empty if none fits
     */
    static Optional<Recommendation> of(List<DeploymentAlternative> ranked, DeploymentSpec spec) {
        List<DeploymentAlternative> fitting =
                ranked.stream().filter(each -> each.fits(spec)).toList();
        if (fitting.isEmpty()) {
            return Optional.empty();
        }
        DeploymentAlternative best = fitting.get(0);
        double within = spec.limits().within();
        DeploymentAlternative simplest =
                fitting.stream()
                        .filter(each -> each.usd() <= best.usd() * (1 + within))
                        .min(SIMPLEST)
                        .orElse(best);
        return Optional.of(new Recommendation(simplest, best, within, steps(fitting)));
    }

    private static List<DeploymentAlternative> steps(List<DeploymentAlternative> fitting) {
        List<DeploymentAlternative> byTypes = new ArrayList<>(fitting);
        byTypes.sort(
                Comparator.comparingInt(DeploymentAlternative::types)
                        .thenComparingDouble(DeploymentAlternative::usd));
        List<DeploymentAlternative> steps = new ArrayList<>();
        double least = Double.POSITIVE_INFINITY;
        for (DeploymentAlternative each : byTypes) {
            if (each.usd() < least) {
                boolean isSame =
                        !steps.isEmpty() && steps.get(steps.size() - 1).types() == each.types();
                if (!isSame) {
                    steps.add(each);
                    least = each.usd();
                }
            }
        }
        return steps;
    }

    /** Share by which an alternative costs more than the best. */
    public double above(DeploymentAlternative each) {
        return best.usd() > 0 ? each.usd() / best.usd() - 1 : 0;
    }
}
