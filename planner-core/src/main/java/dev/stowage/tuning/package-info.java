/**
 * The best of many settings with few trials: a Gaussian process over what was tried says which
 * setting to try next. Start at {@link dev.stowage.tuning.Tuner}; what may be set is a {@link
 * dev.stowage.tuning.KnobGrid}. Knows nothing of what is tuned. Must not import {@code
 * dev.stowage.model} or {@code dev.stowage.policy}.
 */
@NullMarked
package dev.stowage.tuning;

import org.jspecify.annotations.NullMarked;
