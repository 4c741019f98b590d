package dev.stowage.workflow.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.NearestName;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Dotted paths of settings: {@code workload.growth}. */
public final class SettingPath {
    private static final int NAMED = 5;

    private SettingPath() {}

    /** Sets a value; maps on the way are made. */
    public static void set(ObjectNode root, String path, JsonNode value) {
        ObjectNode at = root;
        String[] keys = path.split("\\.", -1);
        for (int i = 0; i < keys.length - 1; i++) {
            at = at.get(keys[i]) instanceof ObjectNode inner ? inner : at.putObject(keys[i]);
        }
        at.set(keys[keys.length - 1], value);
    }

    /** Removes a value, if it is there. */
    public static void remove(ObjectNode root, String path) {
        int end = path.lastIndexOf('.');
        Optional<JsonNode> holder = end < 0 ? Optional.of(root) : get(root, path.substring(0, end));
        holder.filter(ObjectNode.class::isInstance)
                .map(ObjectNode.class::cast)
                .ifPresent(map -> map.remove(path.substring(end + 1)));
    }

    /** The value at a path, if there is one. */
    public static Optional<JsonNode> get(ObjectNode root, String path) {
        JsonNode at = root;
        for (String key : path.split("\\.", -1)) {
            at = at.path(key);
        }
        return at.isMissingNode() ? Optional.empty() : Optional.of(at);
    }

    /** Names of settings that somebody may have meant by an unknown one. */
    static String nearest(String path, List<String> known) {
        String last = last(path);
        List<String> near =
                Stream.concat(
                                NearestName.of(path, known).stream(),
                                known.stream().filter(each -> isLike(last, last(each))))
                        .distinct()
                        .sorted(Comparator.comparing(each -> !last(each).equals(last)))
                        .limit(NAMED)
                        .toList();
        return near.isEmpty()
                ? "Known settings: " + String.join(", ", known) + "."
                : "Did you mean " + String.join(" or ", near) + "?";
    }

    private static boolean isLike(String wanted, String known) {
        return NearestName.of(wanted, List.of(known)).isPresent()
                || known.toLowerCase(Locale.ROOT).contains(wanted.toLowerCase(Locale.ROOT));
    }

    private static String last(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }
}
