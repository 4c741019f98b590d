/**
 * The cheapest virtual machines that cover a demand: the covering form of the multidimensional
 * knapsack problem, solved to proven optimality; and over time, for whole charging periods. Start
 * at {@link dev.stowage.covering.ExactCover}. Knows no billing rules.
 */
@NullMarked
package dev.stowage.covering;

import org.jspecify.annotations.NullMarked;
