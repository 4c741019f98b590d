/**
 * What decides the answers of a sweep: main effects, Sobol' indices, and how much capacity is
 * enough how often. Start at {@link dev.stowage.workflow.sweep.effect.SweepEffects}. Pure functions
 * of cells.
 */
@NullMarked
package dev.stowage.workflow.sweep.effect;

import org.jspecify.annotations.NullMarked;
