/**
 * How servers go down and come back: machine tables, failures, maintenance, power. Start at {@link
 * dev.stowage.sim.dynamics.Machines}. Must not import {@code dev.stowage.sim.queue}.
 */
@NullMarked
package dev.stowage.sim.dynamics;

import org.jspecify.annotations.NullMarked;
