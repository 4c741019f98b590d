package dev.stowage.push.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.Json;
import java.util.List;

/**
 * Who owns which field of an object of Kubernetes, as {@code metadata.managedFields} says. Source:
 * Kubernetes documentation, "Server-Side Apply", field management.
 */
final class FieldOwnership {
    private static final String FIELDS = "fieldsV1";

    private FieldOwnership() {}

    /** Fields that we applied; an empty set if none. */
    static JsonNode ours(JsonNode managedFields) {
        for (JsonNode entry : managedFields) {
            if (isOurs(entry) && entry.path("operation").asText().equals("Apply")) {
                return entry.path(FIELDS);
            }
        }
        return Json.mapper().createObjectNode();
    }

    /**
     * Ownership after a push was undone: our entries are those that were found; others have what
     * they have now, and what we had taken from them.
     *
     * @param found before the push
     * @param pushed after it, or now
     */
    static ArrayNode broughtBack(JsonNode found, JsonNode pushed) {
        JsonNode taken = Json.mapper().createObjectNode();
        for (JsonNode entry : pushed) {
            if (isOurs(entry)) {
                taken = union(taken, entry.path(FIELDS));
            }
        }
        ArrayNode back = Json.mapper().createArrayNode();
        for (JsonNode entry : found) {
            if (isOurs(entry)) {
                back.add(entry);
                continue;
            }
            JsonNode now = same(pushed, entry);
            ObjectNode merged = (ObjectNode) (now == null ? entry : now).deepCopy();
            JsonNode lost = intersection(entry.path(FIELDS), taken);
            merged.set(FIELDS, now == null ? lost : union(now.path(FIELDS), lost));
            if (!merged.path(FIELDS).isEmpty()) {
                back.add(merged);
            }
        }
        for (JsonNode entry : pushed) {
            if (!isOurs(entry) && same(found, entry) == null) {
                back.add(entry);
            }
        }
        return back;
    }

    private static boolean isOurs(JsonNode entry) {
        return entry.path("manager").asText().equals(KubernetesApi.MANAGER);
    }

    private static @org.jspecify.annotations.Nullable JsonNode same(
            JsonNode managedFields, JsonNode entry) {
        for (JsonNode each : managedFields) {
            boolean isSame =
                    List.of("manager", "operation", "apiVersion", "subresource").stream()
                            .allMatch(name -> each.path(name).equals(entry.path(name)));
            if (isSame) {
                return each;
            }
        }
        return null;
    }

    /** True if we own fields now that we did not own when {@code found} was read. */
    static boolean isLeftOver(JsonNode found, JsonNode now) {
        for (JsonNode entry : now) {
            if (isOurs(entry) && !entry.equals(same(found, entry))) {
                return true;
            }
        }
        return false;
    }

    /** Fields that are in both. */
    static ObjectNode intersection(JsonNode a, JsonNode b) {
        ObjectNode both = Json.mapper().createObjectNode();
        a.properties()
                .forEach(
                        each -> {
                            JsonNode other = b.get(each.getKey());
                            if (other == null) {
                                return;
                            }
                            ObjectNode below = intersection(each.getValue(), other);
                            if (!below.isEmpty() || each.getValue().isEmpty()) {
                                both.set(each.getKey(), below);
                            }
                        });
        return both;
    }

    /** Fields that are in one of them. */
    static ObjectNode union(JsonNode a, JsonNode b) {
        ObjectNode all = (ObjectNode) a.deepCopy();
        b.properties()
                .forEach(
                        each -> {
                            JsonNode mine = all.get(each.getKey());
                            all.set(
                                    each.getKey(),
                                    mine == null ? each.getValue() : union(mine, each.getValue()));
                        });
        return all;
    }
}
