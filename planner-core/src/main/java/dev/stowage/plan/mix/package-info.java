/**
 * Which servers, not only how many: the cheapest mix of several kinds that holds an objective.
 * Start at {@link dev.stowage.plan.mix.MixSearch}.
 */
@NullMarked
package dev.stowage.plan.mix;

import org.jspecify.annotations.NullMarked;
