/**
 * A run: a workload replayed on a cluster, event by event. Start at {@link
 * dev.stowage.sim.Simulation}. Must not import {@code dev.stowage.ingest}.
 */
@NullMarked
package dev.stowage.sim;

import org.jspecify.annotations.NullMarked;
