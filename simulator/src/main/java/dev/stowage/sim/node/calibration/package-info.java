/**
 * Fits what the model of a node knows to what was measured: rows of a service beside neighbours, or
 * the published tables. Start at {@link dev.stowage.sim.node.calibration.Calibration}. Must not
 * import {@code dev.stowage.sim.cluster}, {@code dev.stowage.sim.queue} or {@code
 * dev.stowage.sim.cloud}.
 */
@NullMarked
package dev.stowage.sim.node.calibration;

import org.jspecify.annotations.NullMarked;
