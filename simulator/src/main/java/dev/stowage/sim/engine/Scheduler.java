package dev.stowage.sim.engine;

import dev.stowage.basis.PlainState;

/**
 * The discipline of the queue: in which order waiting tasks get servers. One object serves one run;
 * it owns the tasks that wait and starts them through its {@link Dispatcher}. Which server a task
 * gets is not its business: that is the placement policy's.
 *
 * <p>The engine calls {@link #dispatch} after all machine events and ends of an instant and {@link
 * #submit} for each task that is submitted in it, in order. Hot: called for every event; must not
 * allocate in a steady state.
 *
 * <p>Its state goes into checkpoints: what does not lie in arrays of its own it names in {@link
 * #owned}. A run with checkpoints refuses to start if something was left out, and a test kills and
 * resumes runs with every discipline that is registered.
 */
public interface Scheduler extends PlainState {
    /** A task has come in and may start: starts it or lets it wait. */
    void submit(int slot, long nowMicros);

    /** Takes back the task that was just submitted and has to wait: the queue is full. */
    void withdraw(int slot);

    /** A task lost its server and waits again. */
    void requeue(int slot, long nowMicros);

    /** There is more room on a server than there was. */
    void freed(int server);

    /** A running task has ended or was evicted; its slot still holds it. */
    default void stopped(int slot, int server, long nowMicros) {}

    /** Starts what may start now. */
    void dispatch(long nowMicros);

    /** The submits of an instant are over; asked for gangs only. True if tasks may have started. */
    default boolean settle(long nowMicros) {
        return false;
    }

    /** True if a task that can never start keeps those behind it waiting for ever. */
    default boolean isStrict() {
        return true;
    }

    /** Number of tasks that wait. */
    int size();

    /**
     * True if some waiting task could start if {@code server}, which was just given more room, has
     * room for it. Asked only when nothing but machine events is left; may scan.
     */
    boolean couldUse(int server);

    /**
     * How many tasks are tried before a waiting one, or -1 if the discipline has no such order; for
     * people who ask why it waits, may scan.
     */
    default int ahead(int slot) {
        return -1;
    }

    /**
     * The task that is tried first, or {@link TaskSlots#NONE} if there is none or no such order.
     */
    default int head() {
        return TaskSlots.NONE;
    }

    /** Takes a waiting task out, at the end of a run, in the order of the queue. */
    int remove();
}
