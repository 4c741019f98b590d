/**
 * The servers of a run: what is free where, and the indexes that answer the questions of placement
 * policies. Start at {@link dev.stowage.sim.cluster.Cluster}. Knows no time, no events and no
 * queue. Must not import {@code dev.stowage.sim.engine} or {@code dev.stowage.sim.metrics}.
 */
@NullMarked
package dev.stowage.sim.cluster;

import org.jspecify.annotations.NullMarked;
