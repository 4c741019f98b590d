package dev.stowage.study.published;

import dev.stowage.json.Json;
import dev.stowage.json.JsonCursor;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The claims of a study, as a JSON resource has them, and what a run finds for each. Every claim
 * has to be answered once.
 */
public final class Claims {
    private record Claim(
            String text, String published, boolean isInFit, boolean held, String why) {}

    private final String study;
    private final String source;
    private final Map<String, Claim> open = new LinkedHashMap<>();
    private final List<String> order;
    private final Map<String, Assertion> answered = new LinkedHashMap<>();
    private final List<PublishedTable> tables = new ArrayList<>();

    /** The claims in {@code /published/STUDY.json}. */
    public Claims(String study) {
        this.study = study;
        String resource = "/published/" + study + ".json";
        try (InputStream in = Claims.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + resource);
            }
            JsonCursor root = JsonCursor.of(resource, Json.mapper().readTree(in));
            root.only("source", "assertions");
            source = root.at("source").name();
            for (JsonCursor at : root.at("assertions").elements()) {
                at.only("id", "claim", "published", "inFit", "held", "why");
                Claim claim =
                        new Claim(
                                at.at("claim").name(),
                                at.at("published").name(),
                                at.has("inFit") && at.at("inFit").flag(),
                                at.at("held").flag(),
                                at.has("why") ? at.at("why").name() : "");
                if (open.put(at.at("id").name(), claim) != null) {
                    throw at.at("id").bad("an id that is not there yet");
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        order = List.copyOf(open.keySet());
    }

    /** Says what was found for a claim; {@code format} and {@code values} are our figure. */
    public void answer(String id, boolean isHeld, String format, Object... values) {
        Claim claim = open.remove(id);
        if (claim == null) {
            throw new IllegalStateException(
                    study + " has no open claim " + id + ", only " + open.keySet());
        }
        answered.put(
                id,
                new Assertion(
                        id,
                        claim.text(),
                        claim.published(),
                        String.format(Locale.ROOT, format, values),
                        claim.isInFit(),
                        isHeld,
                        claim.held(),
                        claim.why()));
    }

    /** Puts a published table beside ours. */
    public void table(PublishedTable table) {
        tables.add(table);
    }

    /** All answers, in the order of the resource. */
    public Reproduction reproduction() {
        if (!open.isEmpty()) {
            throw new IllegalStateException(study + " leaves open " + open.keySet());
        }
        List<Assertion> assertions = new ArrayList<>();
        order.forEach(id -> assertions.add(answered.get(id)));
        return new Reproduction(study, source, assertions, tables);
    }
}
