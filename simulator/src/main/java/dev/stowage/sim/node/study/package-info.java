/**
 * What several runs of a node say together: replications with paired differences, the largest loads
 * that a manager holds, and published experiments anew. Start at {@link
 * dev.stowage.sim.node.study.NodeStudy} and {@link dev.stowage.sim.node.study.LoadFrontier}.
 */
@NullMarked
package dev.stowage.sim.node.study;

import org.jspecify.annotations.NullMarked;
