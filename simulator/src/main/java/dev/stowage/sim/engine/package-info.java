/**
 * What the event loop is made of: the event queue, the slots of tasks, the feed of a workload, and
 * the seams that queues, executions and observers plug into. Start at {@link
 * dev.stowage.sim.engine.Dispatcher}. Must not import {@code dev.stowage.sim.queue}, {@code
 * dev.stowage.sim.execution} or {@code dev.stowage.sim.dynamics}.
 */
@NullMarked
package dev.stowage.sim.engine;

import org.jspecify.annotations.NullMarked;
