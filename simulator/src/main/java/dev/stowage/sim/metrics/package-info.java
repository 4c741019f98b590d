/**
 * What a run measures. Must not import {@code dev.stowage.sim.engine} or {@code
 * dev.stowage.sim.queue}.
 */
@NullMarked
package dev.stowage.sim.metrics;

import org.jspecify.annotations.NullMarked;
