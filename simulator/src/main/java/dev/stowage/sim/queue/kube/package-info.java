/**
 * The queue of kube-scheduler: pods that are active, back off or are unschedulable, what moves them
 * back, and which pods give way to others. Start at {@link
 * dev.stowage.sim.queue.kube.KubeScheduler}. Must not import {@code dev.stowage.sim.execution} or
 * {@code dev.stowage.sim.dynamics}.
 */
@NullMarked
package dev.stowage.sim.queue.kube;

import org.jspecify.annotations.NullMarked;
