/**
 * The search for the smallest capacity that meets an objective, and what it costs. Start at {@link
 * dev.stowage.plan.CapacitySearch}. Knows nothing of how a run is simulated.
 */
@NullMarked
package dev.stowage.plan;

import org.jspecify.annotations.NullMarked;
