package dev.stowage.model;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * State that lies in the object's own fields of primitives and of arrays of primitives (in one or
 * two dimensions). They are found by reflection, so that a field that is added later is in the
 * checkpoint too. A class that owns further objects with state overrides both methods, calls these
 * and adds theirs. Final primitives are left out: the constructor made them.
 */
public interface PlainState extends Checkpointed {
    @Override
    default void writeState(DataOutput out) throws IOException {
        PlainFields.write(this, out);
    }

    @Override
    default void readState(DataInput in) throws IOException {
        PlainFields.read(this, in);
    }

    /**
     * True if an object can have no state: all its fields are final, and none is an array or an
     * object that might change. A random stream counts as none; whoever made it keeps its place.
     */
    static boolean isStateless(Object object) {
        return PlainFields.isStateless(object);
    }
}
