/**
 * Response times of a core whose requests are held back until the interrupt of their batch, as a
 * law and not by draws. Start at {@link dev.stowage.sim.energy.response.ResponseTimes}. Knows
 * nothing of platforms, power or tuning.
 */
@NullMarked
package dev.stowage.sim.energy.response;

import org.jspecify.annotations.NullMarked;
