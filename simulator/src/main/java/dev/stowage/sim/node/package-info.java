/**
 * One server and what runs on it: service times, queues, contention, noise and power, interval by
 * interval, under a manager that divides the server. Start at {@link
 * dev.stowage.sim.node.NodeSimulation}; the model is {@link dev.stowage.sim.node.NodePerformance}.
 * Must not import {@code dev.stowage.sim.cluster}, {@code dev.stowage.sim.queue} or {@code
 * dev.stowage.sim.cloud}.
 */
@NullMarked
package dev.stowage.sim.node;

import org.jspecify.annotations.NullMarked;
