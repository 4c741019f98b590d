/**
 * What was published of tuning interrupts and frequency, made anew on the model. Start at {@link
 * dev.stowage.sim.energy.study.EnergyReproduction}. Must not import {@code
 * dev.stowage.sim.cluster}.
 */
@NullMarked
package dev.stowage.sim.energy.study;

import org.jspecify.annotations.NullMarked;
