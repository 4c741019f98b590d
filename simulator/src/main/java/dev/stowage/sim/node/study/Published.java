package dev.stowage.sim.node.study;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** What a paper says, from a file beside this class. */
final class Published {
    private final String resource;
    private final JsonNode root;

    Published(String resource) {
        this.resource = resource;
        try (InputStream in = Published.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("resource " + resource + " is missing");
            }
            root = new YAMLMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Texts or numbers of a list. */
    List<String> list(String... path) {
        JsonNode node = at(path);
        List<String> values = new ArrayList<>();
        node.forEach(each -> values.add(each.asText()));
        return values;
    }

    /** The outcome of an assertion. */
    Assertion assertion(String id, String ours, boolean isHeld) {
        return new Assertion(
                id,
                at("assertions", id, "claim").asText(),
                at("assertions", id, "published").asText(),
                ours,
                isHeld,
                at("assertions", id, "held").asBoolean(),
                root.path("assertions").path(id).path("why").asText(""));
    }

    private JsonNode at(String... path) {
        JsonNode node = root;
        for (String key : path) {
            node = node.path(key);
        }
        if (node.isMissingNode()) {
            throw new IllegalStateException(resource + " has no " + String.join(".", path));
        }
        return node;
    }
}
