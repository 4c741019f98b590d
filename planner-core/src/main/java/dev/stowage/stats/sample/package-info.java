/**
 * Observations of one quantity, whole or as a sketch in bounded memory, and what they say without a
 * model: shares, survival, rank correlation. Start at {@link dev.stowage.stats.sample.Sample}. Must
 * not import {@code dev.stowage.stats.density} or {@code dev.stowage.stats.likelihood}.
 */
@NullMarked
package dev.stowage.stats.sample;

import org.jspecify.annotations.NullMarked;
