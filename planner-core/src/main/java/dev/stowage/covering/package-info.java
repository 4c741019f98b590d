/**
 * The cheapest virtual machines that cover a demand: the covering form of the multidimensional
 * knapsack problem, solved to proven optimality. Start at {@link dev.stowage.covering.ExactCover}.
 * Knows neither time nor billing.
 */
@NullMarked
package dev.stowage.covering;

import org.jspecify.annotations.NullMarked;
