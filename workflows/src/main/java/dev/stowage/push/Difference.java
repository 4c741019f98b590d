package dev.stowage.push;

import dev.stowage.push.object.ObjectState;
import dev.stowage.push.object.PlannedObject;
import dev.stowage.push.object.PushReview;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is to change of an object.
 *
 * @param object and what is planned for it
 * @param now what was read
 */
public record Difference(PlannedObject object, ObjectState now) {
    /** A field before and after; empty text where it is not set. */
    public record Field(String name, String now, String planned) {}

    /** True if its fields are moves. */
    boolean isMoves() {
        return object.name().equals(PushReview.MOVES);
    }

    /** {@code create}, {@code update} or {@code remove}. */
    public String action() {
        if (!object.planned().exists()) {
            return "remove";
        }
        return now.exists() ? "update" : "create";
    }

    /** The fields that change, by name. */
    public SortedMap<String, Field> fields() {
        Map<String, String> planned = object.planned().fields();
        TreeSet<String> names = new TreeSet<>(planned.keySet());
        if (!object.planned().exists()) {
            names.addAll(now.fields().keySet());
        }
        SortedMap<String, Field> fields = new TreeMap<>();
        for (String name : names) {
            String before = now.fields().getOrDefault(name, "");
            String after = planned.getOrDefault(name, "");
            if (!before.equals(after)) {
                fields.put(name, new Field(name, before, after));
            }
        }
        return fields;
    }
}
