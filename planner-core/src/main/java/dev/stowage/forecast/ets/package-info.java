/**
 * Exponential smoothing in state-space form: its forms, fits and possible parameters. Start at
 * {@link dev.stowage.forecast.ets.EtsModel}. Must not import {@code dev.stowage.forecast.history}.
 */
@NullMarked
package dev.stowage.forecast.ets;

import org.jspecify.annotations.NullMarked;
