/**
 * What is wrong with a catalogue. Start at {@link dev.stowage.catalog.verify.Verification}. Knows
 * neither traces nor the simulator.
 */
@NullMarked
package dev.stowage.catalog.verify;

import org.jspecify.annotations.NullMarked;
