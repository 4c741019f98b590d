package dev.stowage.push;

import dev.stowage.basis.InputException;
import dev.stowage.push.object.ObjectState;
import dev.stowage.push.object.PlannedObject;
import dev.stowage.push.object.PushFailure;
import dev.stowage.push.object.PushTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The words for what somebody else changed, and for how a push stands. */
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

    /** How far a push got, in one line. */
    static String progress(PushRecord push, PushTarget target) {
        long whole = 0;
        long done = 0;
        StringBuilder parts = new StringBuilder();
        for (PushRecord.Change each : push.changes()) {
            Optional<PushTarget.Progress> progress = asked(() -> target.progress(each.object));
            if (progress.isPresent()) {
                parts.append("; ").append(progress.get());
            } else {
                whole++;
                done += each.stage == PushRecord.Stage.VERIFIED ? 1 : 0;
            }
        }
        return done + " of " + whole + " changes are done" + parts;
    }

    /** What a push that is not finished left, and how to go on: indented lines. */
    static String standing(PushRecord push, PushTarget target, UnaryOperator<String> command) {
        List<PlannedObject> objects = push.changes().stream().map(each -> each.object).toList();
        List<String> lines =
                new ArrayList<>(
                        asked(() -> Optional.of(target.standing(objects))).orElse(List.of()));
        lines.add("Finish it: " + command.apply("--continue"));
        lines.add("Undo it: " + command.apply("--rollback"));
        return String.join("\n  ", lines);
    }

    /** Empty if the target does not answer: the journal knows without. */
    private static <T> Optional<T> asked(Supplier<Optional<T>> question) {
        try {
            return question.get();
        } catch (PushFailure e) {
            return Optional.empty();
        }
    }
}
