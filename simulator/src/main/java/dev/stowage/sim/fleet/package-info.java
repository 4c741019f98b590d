/**
 * Servers of one kind, each under a manager of nodes: which services go together on one, how many
 * servers that takes, and what becomes of every one of them. Start at {@link
 * dev.stowage.sim.fleet.FleetSearch}. Must not import {@code dev.stowage.sim.cluster}.
 */
@NullMarked
package dev.stowage.sim.fleet;

import org.jspecify.annotations.NullMarked;
