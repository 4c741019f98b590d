/**
 * The density of a parameter: which of many densities describes a sample best. Start at {@link
 * dev.stowage.stats.DensityFitter}. Must not import {@code dev.stowage.workload}.
 */
@NullMarked
package dev.stowage.stats;

import org.jspecify.annotations.NullMarked;
