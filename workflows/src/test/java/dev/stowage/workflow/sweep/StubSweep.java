package dev.stowage.workflow.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.json.Json;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sweeps and cells for tests, without a question that anybody could answer. */
public final class StubSweep {
    private StubSweep() {}

    /** Asks nothing; its capacity is {@code servers}. */
    public record Asked(String name, List<String> settings) implements Question {
        @Override
        public List<Issue> issues(ObjectNode given, Path file) {
            return List.of();
        }

        @Override
        public Optional<String> capacity() {
            return Optional.of("servers");
        }

        @Override
        public Optional<String> shortfall(Map<String, String> figures) {
            return "false".equals(figures.get("met"))
                    ? Optional.of("nothing that was tried is enough")
                    : Optional.empty();
        }

        @Override
        public boolean isVerdict(String figure) {
            return figure.equals("met");
        }

        @Override
        public String answer(ObjectNode given, Path file, int threads) {
            throw new UnsupportedOperationException("a stub");
        }
    }

    /** A sweep over axes, with its cells and checks. */
    public static Sweep of(List<String> axes, List<CellResult> cells, String... checks) {
        return new Sweep(
                "stub",
                new Asked("plan", List.of("a", "b", "c", "seed")),
                Path.of("stub.yaml"),
                JsonNodeFactory.instance.objectNode(),
                axes,
                cells.stream().map(CellResult::cell).toList(),
                0,
                List.of(checks).stream().map(text -> Check.parse(text).orElseThrow()).toList(),
                Optional.empty());
    }

    /** A cell by its settings, as JSON, with its figures; without any it timed out. */
    public static CellResult cell(String settings, Map<String, String> figures) {
        Map<String, JsonNode> choices = new LinkedHashMap<>();
        ObjectNode given;
        try {
            given = (ObjectNode) Json.mapper().readTree(settings);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        for (Iterator<String> names = given.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            choices.put(name, given.get(name));
        }
        return new CellResult(
                new Cell(choices, given),
                "key",
                Map.of(),
                figures.isEmpty() ? CellResult.State.TIMEOUT : CellResult.State.DONE,
                figures.isEmpty() ? "longer than 1 s" : "",
                figures,
                false);
    }
}
