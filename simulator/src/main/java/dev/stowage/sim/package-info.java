/** Discrete-event simulation. Must not import trace readers. */
@NullMarked
package dev.stowage.sim;

import org.jspecify.annotations.NullMarked;
