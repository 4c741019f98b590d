package dev.stowage.push.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.stowage.json.Json;
import dev.stowage.push.kubernetes.pace.Patience;
import dev.stowage.push.object.PushFailure;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * JSON patches of an object as it was read. It carries the object's version, so that a server whose
 * object is another by now answers 409; then it is read and patched anew. The status of a workload
 * that rolls changes many times a second.
 */
final class GuardedPatch {
    private static final int ATTEMPTS = 100;
    private static final int CONFLICT = 409;
    private static final int GONE = 404;
    private static final long PAUSE_MILLIS = 20;

    private GuardedPatch() {}

    /** A patch that goes through only while the object is as in {@code live}. */
    static ArrayNode of(JsonNode live) {
        ArrayNode patch = Json.mapper().createArrayNode();
        patch.addObject()
                .put("op", "replace")
                .put("path", "/metadata/resourceVersion")
                .set("value", live.path("metadata").path("resourceVersion"));
        return patch;
    }

    /** The same that sets a part of it. */
    static ArrayNode of(JsonNode live, String part, JsonNode value) {
        ArrayNode patch = of(live);
        patch.addObject().put("op", "add").put("path", part).set("value", value);
        return patch;
    }

    /**
     * Patches an object.
     *
     * @param change from the object as it is now to its patch; empty for none
     */
    static void send(
            KubernetesApi api, String path, Function<JsonNode, Optional<ArrayNode>> change) {
        send(api, path, null, change);
    }

    /**
     * Patches an object that was read before, which saves a request if nobody has changed it since.
     *
     * @param known the object as it was when it was last read; null to read it
     * @return the object as it is then
     */
    static JsonNode send(
            KubernetesApi api,
            String path,
            @Nullable JsonNode known,
            Function<JsonNode, Optional<ArrayNode>> change) {
        for (int attempt = 1; ; attempt++) {
            JsonNode live =
                    attempt == 1 && known != null
                            ? known
                            : api.get(path)
                                    .orElseThrow(
                                            () ->
                                                    new PushFailure(
                                                            path + ": it is gone", null, GONE));
            Optional<ArrayNode> patch = change.apply(live);
            if (patch.isEmpty()) {
                return live;
            }
            try {
                return api.send(
                        KubernetesApi.Method.PATCH,
                        path + "?fieldManager=" + KubernetesApi.MANAGER,
                        patch.get());
            } catch (PushFailure e) {
                if (attempt == ATTEMPTS || e.status() != CONFLICT) {
                    throw e;
                }
            }
            Patience.pause(PAUSE_MILLIS);
        }
    }
}
