package dev.stowage.ingest.csv;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.stowage.basis.InputException;
import dev.stowage.ingest.parquet.ParquetLines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which columns of the user's file are which of ours: a YAML file {@code columns: {cpu: {column:
 * request.millis, unit: millicores}, …}}; docs/trace-formats.md has all of it.
 */
final class ColumnMapping {
    private static final Set<String> KEYS =
            new LinkedHashSet<>(
                    List.of(
                            "column",
                            "minus",
                            "epoch",
                            "unit",
                            "factor",
                            "constant",
                            "values",
                            "otherwise"));

    private final Path file;
    private final WallClock clock;
    private final List<MappedColumn> columns;
    private final Map<String, String> spellings = new LinkedHashMap<>();

    private ColumnMapping(Path file, JsonNode root, WallClock clock) {
        this.file = file;
        this.clock = clock;
        if (!root.isObject() || !root.path("columns").isObject() || root.size() != 1) {
            throw error("", "no object with the key columns alone", "columns: {submit_s: …, …}");
        }
        List<MappedColumn> parsed = new ArrayList<>();
        root.path("columns")
                .properties()
                .forEach(
                        entry -> {
                            parsed.add(parse(entry.getKey(), entry.getValue()));
                            spellings.put("mapping." + entry.getKey(), entry.getValue().toString());
                        });
        columns = List.copyOf(parsed);
        header(); // all that are required, each once
    }

    /**
     * Reads a mapping.
     *
     * @param clock that moments are read by; learns what time 0 is, if the mapping says
     * @throws InputException if it is missing or not a mapping; it names the key
     */
    static ColumnMapping load(Path file, WallClock clock) {
        if (!Files.isRegularFile(file)) {
            throw InputException.of(
                    file, "no such file", "a mapping of columns", "Check the path.");
        }
        try {
            JsonNode root = new YAMLMapper().readTree(file.toFile());
            return new ColumnMapping(file, root, clock);
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
            throw InputException.atLine(
                            file, line, "text that is not YAML", "a mapping of columns", null)
                    .causedBy(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The mapping of a Parquet file whose columns are called as ours. */
    static ColumnMapping ofNames(Path parquet, WallClock clock) {
        ObjectNode columns = JsonNodeFactory.instance.objectNode();
        List<String> names = ParquetLines.columnNames(parquet);
        CsvHeader.parse(parquet, 1, names); // all are known
        names.forEach(name -> columns.put(name, name));
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.set("columns", columns);
        return new ColumnMapping(parquet, root, clock);
    }

    private InputException error(String key, String found, String expected) {
        return InputException.at(file + (key.isEmpty() ? "" : " " + key), found, expected, null);
    }

    private MappedColumn parse(String name, JsonNode node) {
        String key = "columns." + name;
        CsvColumn target =
                Stream.of(CsvColumn.values())
                        .filter(column -> column.header().equals(name))
                        .findFirst()
                        .orElseThrow(() -> error(key, "no column of tasks", CsvWorkload.HEADER));
        JsonNode rule =
                node.isTextual() ? JsonNodeFactory.instance.objectNode().set("column", node) : node;
        for (String each : (Iterable<String>) rule::fieldNames) {
            if (!KEYS.contains(each)) {
                throw error(key + "." + each, "a key", "one of " + String.join(", ", KEYS));
            }
        }
        if (!rule.isObject() || rule.has("column") == rule.has("constant")) {
            throw error(key, rule.toString(), "either column or constant");
        }
        String label = text(rule, "unit");
        Unit unit = label == null ? null : unit(key, target, label);
        Map<String, String> words = new LinkedHashMap<>();
        rule.path("values")
                .properties()
                .forEach(entry -> words.put(entry.getKey(), entry.getValue().asText()));
        if (unit == Unit.ISO) {
            checkMoment(key, target, rule);
        }
        return new MappedColumn(
                target,
                text(rule, "column"),
                text(rule, "minus"),
                unit == Unit.ISO ? BigDecimal.ZERO : number(key, rule, "epoch", BigDecimal.ZERO),
                number(key, rule, "factor", BigDecimal.ONE)
                        .multiply(unit == null ? BigDecimal.ONE : unit.factor()),
                unit == Unit.ISO,
                text(rule, "constant"),
                words,
                text(rule, "otherwise"));
    }

    private Unit unit(String key, CsvColumn target, String label) {
        List<String> labels = Unit.labels(target);
        return Unit.find(target, label)
                .orElseThrow(
                        () ->
                                error(
                                        key + ".unit",
                                        "\"" + label + "\"",
                                        labels.isEmpty()
                                                ? "no unit: " + target.expected()
                                                : "one of " + String.join(", ", labels)));
    }

    /** A moment is submit_s, from an epoch or the first one on, or the end of something. */
    private void checkMoment(String key, CsvColumn target, JsonNode rule) {
        String text = text(rule, "epoch");
        boolean isSubmit = target == CsvColumn.SUBMIT_S && !rule.has("minus");
        boolean isDuration = target == CsvColumn.DURATION_S && rule.has("minus") && text == null;
        if (!isSubmit && !isDuration) {
            throw error(
                    key,
                    rule.toString(),
                    "submit_s as a moment, with an epoch or without; duration_s with minus: START");
        }
        if (text == null) {
            return;
        }
        if (!clock.isNamed() && WallClock.isWithoutOffset(text)) {
            throw error(
                    key + ".epoch",
                    "\"" + text + "\"",
                    "a moment with its offset as in 2019-05-01T00:00:00Z, or --time-zone");
        }
        Instant epoch = clock.read(text);
        if (epoch == null) {
            throw error(key + ".epoch", "\"" + text + "\"", "a moment as in 2019-05-01T00:00:00Z");
        }
        clock.startAt(epoch);
    }

    /** True if a column of the source is read as moments. */
    boolean hasMoments() {
        return columns.stream().anyMatch(MappedColumn::isMoment);
    }

    /** That moments are read by. */
    WallClock clock() {
        return clock;
    }

    private BigDecimal number(String key, JsonNode rule, String name, BigDecimal absent) {
        String text = text(rule, name);
        if (text == null) {
            return absent;
        }
        if (!text.matches("[+-]?[0-9]{1,30}(\\.[0-9]{1,30})?")) {
            throw error(key + "." + name, "\"" + text + "\"", "a decimal number");
        }
        return new BigDecimal(text);
    }

    private static @Nullable String text(JsonNode rule, String name) {
        JsonNode node = rule.path(name);
        return node.isNumber() ? node.decimalValue().toPlainString() : node.asText(null);
    }

    /** Our columns, in the order of the mapping. */
    CsvHeader header() {
        return CsvHeader.parse(file, 1, columns.stream().map(c -> c.target().header()).toList());
    }

    /** How each of them is made. */
    List<MappedColumn> columns() {
        return columns;
    }

    /** The same as text, by name, for the manifest. */
    Map<String, String> spellings() {
        return spellings;
    }

    /**
     * Throws if a file lacks a column that the mapping names.
     *
     * @param present names of its columns, nested ones by their first name
     */
    void check(Path source, Set<String> present) {
        for (MappedColumn mapped : columns) {
            for (String name : wanted(mapped)) {
                if (!present.contains(name) && !present.contains(first(name))) {
                    throw InputException.of(
                            source,
                            "no column "
                                    + name
                                    + ", which "
                                    + file
                                    + " makes "
                                    + mapped.target().header(),
                            "one of its columns: " + String.join(", ", present),
                            null);
                }
            }
        }
    }

    private static List<String> wanted(MappedColumn mapped) {
        return Stream.of(mapped.column(), mapped.minus())
                .flatMap(name -> name == null ? Stream.of() : Stream.of(name))
                .toList();
    }

    private static String first(String name) {
        int dot = name.indexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }

    /** Names of the columns of the source, nested ones by their first name. */
    Set<String> sourceColumns() {
        return columns.stream()
                .flatMap(mapped -> wanted(mapped).stream())
                .flatMap(name -> Stream.of(name, first(name)))
                .collect(Collectors.toSet());
    }
}
