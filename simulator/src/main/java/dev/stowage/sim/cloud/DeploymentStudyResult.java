package dev.stowage.sim.cloud;

import dev.stowage.model.Resources;
import java.util.List;
import java.util.Optional;

/**
 * Policies compared over one demand.
 *
 * @param spec what all ran under
 * @param demand what each decision had to hold
 * @param endSeconds end of the demand
 * @param alternatives cheapest first, of equal ones in the order asked; those that can't hold the
 *     demand last
 * @param optimal the envelope of all alternatives that hold it; empty if it wasn't asked for
 * @param bound what any deployment over all places costs at least; empty if it wasn't asked for
 * @param recommendation the simplest plan that costs little more than the best; empty if none fits
 *     the limits
 * @param sensitivity what prices would have to do to change the ranking
 * @param advice whether to stay or to go
 * @param notes what a reader should know, one sentence each
 */
public record DeploymentStudyResult(
        DeploymentSpec spec,
        List<Resources> demand,
        long endSeconds,
        List<DeploymentAlternative> alternatives,
        Optional<Envelope> optimal,
        Optional<OfflineOptimum> bound,
        Optional<Recommendation> recommendation,
        List<PriceSensitivity> sensitivity,
        StayAdvice advice,
        List<String> notes) {
    public DeploymentStudyResult {
        demand = List.copyOf(demand);
        alternatives = List.copyOf(alternatives);
        sensitivity = List.copyOf(sensitivity);
        notes = List.copyOf(notes);
    }

    /** The cheapest alternative; at least one holds the demand. */
    public DeploymentAlternative winner() {
        return alternatives.get(0);
    }

    /** The plan to carry out: the simplest near the best, or the first if no plan fits. */
    public DeploymentAlternative recommended() {
        return recommendation.map(Recommendation::simplest).orElse(winner());
    }

    /** The alternatives that hold the demand, cheapest first; at least one. */
    public List<DeploymentAlternative> possible() {
        return alternatives.stream().filter(each -> each.run().isPresent()).toList();
    }

    /** The cheapest alternative of a scope, if one holds the demand there. */
    public Optional<DeploymentAlternative> cheapestOf(String scope) {
        return possible().stream().filter(each -> each.scope().name().equals(scope)).findFirst();
    }
}
