package dev.stowage.sim.engine;

import dev.stowage.basis.Checkpointed;
import dev.stowage.model.TaskBatch;
import dev.stowage.sim.metrics.Rejection;
import java.util.List;

/**
 * Someone who follows single tasks or servers through a run; a run without one pays a null check an
 * event. May be slow. Must change nothing.
 */
public interface RunObserver extends Checkpointed {
    /** Time moves on to {@code nowMicros}. */
    default void advance(long nowMicros) {}

    /** A task was admitted; the scheduler gets it next. */
    default void submitted(int slot) {}

    /** The task that was just submitted has to wait; held: for stages of its job. */
    default void queued(int slot, boolean isHeld) {}

    /** A task was not let in. */
    default void rejected(TaskBatch batch, int row, Rejection reason) {}

    /** The placement policy was asked; {@code server} is its answer, nothing is placed yet. */
    default void tried(int slot, int server) {}

    default void started(int slot, int server) {}

    /** The attempt is over and the server has its room back; the slot still holds the task. */
    default void ended(int slot, int server, boolean isFinishing) {}

    /** The task lost its server, which has its room back; it waits again. */
    default void evicted(int slot, int server) {}

    /** Tasks of a server may have other slices than before. */
    default void resliced(int server) {}

    /** A server has another capacity. */
    default void resized(int server) {}

    /** The run is over and the task still runs. */
    default void stillRunning(int slot, int server) {}

    /** The run is over and the task still waits. */
    default void stillPending(int slot) {}

    /** The run is over; told last. */
    default void over(long endMicros) {}

    /** Several as one. */
    static RunObserver of(List<RunObserver> observers) {
        return observers.size() == 1 ? observers.get(0) : new ObserverList(observers);
    }
}
