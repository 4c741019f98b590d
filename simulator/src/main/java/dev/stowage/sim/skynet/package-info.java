/**
 * Applications with objectives on the servers of a cluster, under controllers that size them second
 * by second. Start at {@link dev.stowage.sim.skynet.ObjectiveSimulation}. Performance is the
 * model's own: least amount by need over the resources, with a lag; not that of {@code sim.node}.
 */
@NullMarked
package dev.stowage.sim.skynet;

import org.jspecify.annotations.NullMarked;
