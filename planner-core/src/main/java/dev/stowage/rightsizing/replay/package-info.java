/**
 * Measured use on the servers of a new placement, and the verdict on it. Start at {@link
 * dev.stowage.rightsizing.replay.UseReplay}.
 */
@NullMarked
package dev.stowage.rightsizing.replay;

import org.jspecify.annotations.NullMarked;
