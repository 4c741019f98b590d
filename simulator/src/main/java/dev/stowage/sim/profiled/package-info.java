/**
 * Servers whose applications run as fast as their slices let them: one server under the policies of
 * QuMan, and a cluster under QuSparrow, Sparrow and Mesos. Start at {@link
 * dev.stowage.sim.profiled.ServerRun}. Small studies, event by event in seconds; traces go through
 * {@code dev.stowage.sim}. Must not import {@code dev.stowage.ingest}.
 */
@NullMarked
package dev.stowage.sim.profiled;

import org.jspecify.annotations.NullMarked;
