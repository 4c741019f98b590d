/**
 * Density estimation: thirteen families by maximum likelihood, kernel densities, the distances that
 * choose between them, and draws from the result. Start at {@link dev.stowage.stats.DensityFitter}
 * and {@link dev.stowage.stats.Density}. Imports of the product only {@code dev.stowage.model}.
 */
@NullMarked
package dev.stowage.stats;

import org.jspecify.annotations.NullMarked;
