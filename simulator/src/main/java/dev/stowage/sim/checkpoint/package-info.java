/**
 * The form of a checkpoint on disk, and when one is due. Start at {@link
 * dev.stowage.sim.checkpoint.Checkpointing}. Must not import {@code dev.stowage.sim.queue}.
 */
@NullMarked
package dev.stowage.sim.checkpoint;

import org.jspecify.annotations.NullMarked;
