/**
 * What a plan must hold: bounds on metrics of a run. Start at {@link
 * dev.stowage.plan.objective.Objective}.
 */
@NullMarked
package dev.stowage.plan.objective;

import org.jspecify.annotations.NullMarked;
