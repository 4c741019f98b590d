/**
 * Servers that are lost at a bad moment, and the objective that has to hold all the same (N + k).
 * Start at {@link dev.stowage.plan.loss.WorstLoss}.
 */
@NullMarked
package dev.stowage.plan.loss;

import org.jspecify.annotations.NullMarked;
