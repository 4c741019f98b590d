/**
 * How many servers a workload needs at least, whatever the placement. Start at {@link
 * dev.stowage.plan.bound.LowerBound}. Knows nothing of the search.
 */
@NullMarked
package dev.stowage.plan.bound;

import org.jspecify.annotations.NullMarked;
