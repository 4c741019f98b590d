/**
 * Output analysis: what the observations of simulation runs say about the true mean, and which of
 * several alternatives is better. Start at {@link dev.stowage.stats.output.BatchMeans} for one long
 * run, {@link dev.stowage.stats.output.MedianInterval} for independent replications and {@link
 * dev.stowage.stats.output.Difference} for comparisons. Imports of the product only {@code
 * dev.stowage.model}.
 */
@NullMarked
package dev.stowage.stats.output;

import org.jspecify.annotations.NullMarked;
