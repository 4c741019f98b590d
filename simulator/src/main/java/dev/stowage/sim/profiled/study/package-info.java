/**
 * The experiments of Sfakianakis 2023, chapter 2, made anew: QuMan on one server, levels of
 * isolation, and QuSparrow. Start at {@link dev.stowage.sim.profiled.study.QumanReproduction}.
 */
@NullMarked
package dev.stowage.sim.profiled.study;

import org.jspecify.annotations.NullMarked;
