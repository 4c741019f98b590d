/**
 * A server of one network service whose queues are polled by interrupts: what the delay of
 * interrupts and the frequency of its cores do to latency and power, and who sets both. Start at
 * {@link dev.stowage.sim.energy.EnergyModel}; a day under a manager is {@link
 * dev.stowage.sim.energy.EnergyDay}. Source: Dong, Awad, Arora, Krieger and Appavoo, Taming and
 * Controlling Performance and Energy Trade-offs Automatically in Network Applications. Must not
 * import {@code dev.stowage.sim.cluster}, {@code dev.stowage.sim.queue} or {@code
 * dev.stowage.sim.node}.
 */
@NullMarked
package dev.stowage.sim.energy;

import org.jspecify.annotations.NullMarked;
