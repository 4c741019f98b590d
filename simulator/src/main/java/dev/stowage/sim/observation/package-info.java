/**
 * Single tasks and servers followed through a run, with the reasons for each decision. Start at
 * {@link dev.stowage.sim.observation.Observation}. Changes nothing.
 */
@NullMarked
package dev.stowage.sim.observation;

import org.jspecify.annotations.NullMarked;
