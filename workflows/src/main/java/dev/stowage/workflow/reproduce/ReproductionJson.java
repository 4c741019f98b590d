package dev.stowage.workflow.reproduce;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.Json;
import dev.stowage.study.published.Assertion;
import dev.stowage.study.published.Reproduction;

/** The form of {@code reproduce --json}. */
public final class ReproductionJson {
    private ReproductionJson() {}

    /** The answers as a JSON object with its keys in their fixed order. */
    public static ObjectNode of(Reproduction reproduction, long seed) {
        ObjectNode root = Json.mapper().createObjectNode();
        root.put("study", reproduction.study())
                .put("source", reproduction.source())
                .put("seed", seed)
                .put("held", reproduction.held())
                .put("lost", reproduction.lost().size());
        ArrayNode assertions = root.putArray("assertions");
        for (Assertion each : reproduction.assertions()) {
            ObjectNode node = assertions.addObject();
            node.put("id", each.id())
                    .put("claim", each.claim())
                    .put("published", each.published())
                    .put("ours", each.ours())
                    .put("inFit", each.isInFit())
                    .put("held", each.isHeld())
                    .put("heldBefore", each.heldBefore());
            if (!each.isHeld()) {
                node.put("why", each.why());
            }
        }
        root.set("tables", Json.mapper().valueToTree(reproduction.tables()));
        return root;
    }
}
