/**
 * What placed tasks do on their servers, and for how long: the fidelities {@code replay} and {@code
 * contended}. Start at {@link dev.stowage.sim.execution.Fidelity}. Must not import {@code
 * dev.stowage.sim.queue}.
 */
@NullMarked
package dev.stowage.sim.execution;

import org.jspecify.annotations.NullMarked;
