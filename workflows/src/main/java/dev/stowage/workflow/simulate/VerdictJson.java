package dev.stowage.workflow.simulate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.Json;
import dev.stowage.words.Verdict;
import java.util.Locale;

/** The form of a verdict in {@code summary.json} and {@code replications.json}. */
final class VerdictJson {
    private VerdictJson() {}

    static ObjectNode of(Verdict verdict) {
        ObjectNode node = Json.mapper().createObjectNode();
        node.put("mark", verdict.mark().name().toLowerCase(Locale.ROOT));
        node.put("label", verdict.label());
        node.put("sentence", verdict.sentence());
        ArrayNode details = node.putArray("details");
        verdict.details().forEach(details::add);
        return node;
    }
}
