/**
 * Maximum likelihood of the families, with location and scale free. Start at {@link
 * dev.stowage.stats.likelihood.MaximumLikelihood}. Knows nothing of the choice between families.
 */
@NullMarked
package dev.stowage.stats.likelihood;

import org.jspecify.annotations.NullMarked;
