package dev.stowage.push;

import dev.stowage.basis.InputException;
import dev.stowage.push.object.ObjectState;
import dev.stowage.push.object.PlannedObject;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The words for what somebody else changed, and for how far a push got. */
final class Changed {
    private Changed() {}

    /** An object that is not what it was at an earlier time. */
    static InputException.Issue since(
            String time, PlannedObject object, ObjectState now, ObjectState known) {
        return new InputException.Issue(
                object.name(),
                words(now, object.planned()),
                words(known, object.planned()) + ", as at the time of " + time,
                "Somebody else changed it. Make the plan anew on what is there, or overwrite it with"
                        + " --force.");
    }

    /** The fields of a state that a plan is about. */
    static String words(ObjectState state, ObjectState planned) {
        if (!state.exists()) {
            return "no such object";
        }
        Map<String, String> shown = new TreeMap<>(state.fields());
        if (planned.exists()) {
            shown.keySet().retainAll(planned.fields().keySet());
        }
        return shown.isEmpty()
                ? "an object without these fields"
                : shown.entrySet().stream()
                        .map(each -> each.getKey() + " = " + each.getValue())
                        .collect(Collectors.joining(", "));
    }

    /** How far a push got. */
    static String progress(PushRecord push) {
        return push.verified() + " of " + push.changes().size() + " changes are done";
    }
}
