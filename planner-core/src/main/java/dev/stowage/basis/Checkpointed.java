package dev.stowage.basis;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * State that a run keeps from one instant to the next, and that a checkpoint must hold so that the
 * run can be resumed to the same bytes. What follows from other state (an index over the servers,
 * say) need not be written if it is rebuilt on reading and gives the same answers.
 *
 * <p>An object is read into when it is as its constructor made it, for the same input. A class with
 * state that does not implement this makes its run refuse to write checkpoints.
 */
public interface Checkpointed {
    /** Writes the state; called between two instants, never changes anything. */
    void writeState(DataOutput out) throws IOException;

    /** Takes over the state that {@link #writeState} wrote. */
    void readState(DataInput in) throws IOException;
}
