/** What a run measures. Must not import the engine ({@code dev.stowage.sim}). */
@NullMarked
package dev.stowage.sim.metrics;

import org.jspecify.annotations.NullMarked;
