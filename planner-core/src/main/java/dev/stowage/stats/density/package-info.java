/**
 * Probability densities that one can evaluate, draw from and print: the parametric families,
 * kernels, pieces, atoms and counts. Start at {@link dev.stowage.stats.density.Density}. Knows
 * nothing of how a density is fitted.
 */
@NullMarked
package dev.stowage.stats.density;

import org.jspecify.annotations.NullMarked;
