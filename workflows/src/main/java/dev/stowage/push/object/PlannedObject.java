package dev.stowage.push.object;

import org.jspecify.annotations.Nullable;

/**
 * An object, and what a plan wants of it.
 *
 * @param name by which the target knows it and people recognise it
 * @param planned what is to be
 * @param expected what the plan was made on; null if it does not say. An object that was never
 *     pushed and meets neither is somebody else's
 */
public record PlannedObject(String name, ObjectState planned, @Nullable ObjectState expected) {
    /** An object of which the plan does not say what it was before. */
    public static PlannedObject of(String name, ObjectState planned) {
        return new PlannedObject(name, planned, null);
    }

    /** An object that is ours alone: if it is there already, somebody else made it. */
    public static PlannedObject own(String name, ObjectState planned) {
        return new PlannedObject(name, planned, ObjectState.ABSENT);
    }
}
