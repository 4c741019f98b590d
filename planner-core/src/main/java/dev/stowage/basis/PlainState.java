package dev.stowage.basis;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * State that lies in the object's own fields of primitives and of arrays of primitives (in one or
 * two dimensions). They are found by reflection, so that a field that is added later is in the
 * checkpoint too. A class that owns further objects with state names them. Final primitives are
 * left out: the constructor made them. So are fields that are {@code transient}: they only mean
 * something within one call, or follow from the input.
 */
public interface PlainState extends Checkpointed {
    /** Objects with state that only this one knows, in a fixed order. */
    default List<Checkpointed> owned() {
        return List.of();
    }

    @Override
    default void writeState(DataOutput out) throws IOException {
        PlainFields.write(this, out);
        for (Checkpointed part : owned()) {
            part.writeState(out);
        }
    }

    @Override
    default void readState(DataInput in) throws IOException {
        PlainFields.read(this, in);
        for (Checkpointed part : owned()) {
            part.readState(in);
        }
    }

    /**
     * True if an object can have no state: all its fields are final, and none is an array or an
     * object that might change. A random stream counts as none; whoever made it keeps its place.
     */
    static boolean isStateless(Object object) {
        return PlainFields.isStateless(object);
    }

    /**
     * The fields through which {@code parts} of a checkpoint, or what they own, reach an object
     * that may have state and is no part itself; empty if nothing was forgotten. Looks only at
     * parts that leave the writing to this interface.
     */
    static List<String> forgotten(Collection<? extends Checkpointed> parts) {
        Set<Object> known = Collections.newSetFromMap(new IdentityHashMap<>());
        parts.forEach(part -> addWithOwned(part, known));
        return known.stream()
                .filter(PlainFields::isWrittenHere)
                .flatMap(part -> PlainFields.loose(part, known).stream())
                .sorted()
                .toList();
    }

    private static void addWithOwned(Checkpointed part, Set<Object> to) {
        if (to.add(part) && part instanceof PlainState plain) {
            plain.owned().forEach(owned -> addWithOwned(owned, to));
        }
    }
}
