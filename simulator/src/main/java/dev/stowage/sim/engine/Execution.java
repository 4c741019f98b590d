package dev.stowage.sim.engine;

import dev.stowage.basis.PlainState;
import java.util.OptionalLong;

/**
 * The fidelity of a run: how long an attempt of a task takes on its server. One object serves one
 * run. Hot: called for every start and end; must not allocate in a steady state. Its state goes
 * into checkpoints, as that of a {@link Scheduler}.
 */
public interface Execution extends PlainState {
    /** No slot. */
    int NONE = TaskSlots.NONE;

    /** True if what tasks have is settled when they start or later, so that room is no constant. */
    default boolean resizes() {
        return false;
    }

    /**
     * Tasks that run, have an end and do not come nearer to it, as things are; empty where every
     * task comes to its end.
     */
    default OptionalLong standingStill() {
        return OptionalLong.empty();
    }

    /** A task is about to be placed on a server: settles what it and the others there have. */
    default void makeRoom(int slot, int server, long nowMicros) {}

    /** A task that {@link #pollEnd} gave has left its server. */
    default void left(int server, long nowMicros) {}

    /** An attempt begins on the server that the slot names. */
    void start(int slot, int server, long nowMicros);

    /** The attempt ends before its time: evicted. */
    void cut(int slot, int server, long nowMicros);

    /** A server has another capacity (0 and 0: it is down); the cluster knows it already. */
    default void resized(int server, long cpuMicroCores, long memoryBytes, long nowMicros) {}

    /** True if a task of the server would be killed if it had only so much memory. */
    default boolean wouldKill(int server, long memoryBytes) {
        return false;
    }

    /** Time of the next end of an attempt; {@link LadderQueue#NONE} if none is due. */
    long nextMicros();

    /**
     * Takes the next attempt that ends at {@code nowMicros}, in the order of their starts; {@link
     * #NONE} if there is none (any more).
     */
    int pollEnd(long nowMicros);

    /**
     * What is left of the task's duration if it were cut at {@code nowMicros}, microseconds; the
     * whole duration if it has no end.
     */
    long leftMicros(int slot, int server, long nowMicros);
}
