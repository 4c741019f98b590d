/**
 * Outputs in the making, moved into place when they are whole, and how they are named. Start at
 * {@link dev.stowage.output.OutputTarget}.
 */
@NullMarked
package dev.stowage.output;

import org.jspecify.annotations.NullMarked;
