/**
 * A server with two kinds of cores and memory in stacks: brawny cores behind deep caches, wimpy
 * cores beside the memory. Start at {@link dev.stowage.sim.stacked.StackedModel}; who may have
 * which cores is in {@link dev.stowage.sim.stacked.Division}. Steady states only. Source: Chen,
 * Jiang, Delimitrou and Martínez, PIMCloud. Must not import {@code dev.stowage.sim.cluster} or
 * {@code dev.stowage.sim.queue}.
 */
@NullMarked
package dev.stowage.sim.stacked;

import org.jspecify.annotations.NullMarked;
