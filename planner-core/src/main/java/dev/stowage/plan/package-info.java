/**
 * From a run to a plan: the objective, the search for the smallest capacity that meets it, lower
 * bounds, cost. Start at {@link dev.stowage.plan.RunSummary}. Knows nothing of how a run is
 * simulated.
 */
@NullMarked
package dev.stowage.plan;

import org.jspecify.annotations.NullMarked;
