/**
 * In which order waiting tasks start: one class a discipline. Start at {@link
 * dev.stowage.sim.queue.QueueDisciplines}, the registry. Must not import {@code
 * dev.stowage.sim.execution} or {@code dev.stowage.sim.dynamics}.
 */
@NullMarked
package dev.stowage.sim.queue;

import org.jspecify.annotations.NullMarked;
