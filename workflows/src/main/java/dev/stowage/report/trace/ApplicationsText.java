package dev.stowage.report.trace;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Figures;
import dev.stowage.workflow.applications.ApplicationsJson;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.StreamSupport;

/** Which applications stand for a trace, as text, from the JSON of {@link ApplicationsJson}. */
public final class ApplicationsText {
    private static final String SELECTED = "*";
    private static final String ESTIMATED = "~";

    private final JsonNode result;
    private final Style style;

    public ApplicationsText(JsonNode result, Style style) {
        this.result = result;
        this.style = style;
    }

    public void print(PrintWriter out) {
        String measurements = Figures.count(result.path("measurements").asLong());
        out.println(
                style.bold(result.path("trace").asText()) + ", " + measurements + " measurements");
        for (JsonNode note : result.path("notes")) {
            out.println(style.yellow("note: ") + note.asText());
        }
        section(out, "What tasks do, the most important first", features());
        featureNotes(out);
        section(out, "Applications of the " + pool() + ", the most similar first", applications());
        out.println(
                "Similarity is the chance that a measurement of the trace is within a factor of two"
                        + " of the application's,");
        out.println(
                "as a geometric mean of the selected features by importance. "
                        + style.bold(SELECTED)
                        + " selected: the first "
                        + result.path("top").asInt()
                        + " of each class with a similarity of at least 0.01.");
        if (selected().isEmpty()) {
            out.println(
                    style.bold("No application is selected: none is like the trace.")
                            + " Measure applications of your own and give them with --pool, or see"
                            + " whether amounts are in cores and GiB.");
        } else {
            section(out, "Similarity of the selected applications by feature", byFeature());
            out.println(
                    ESTIMATED + " from an estimate: nobody measured what the application does.");
            section(out, "Where their figures are from", sources());
        }
    }

    private void section(PrintWriter out, String title, TextTable table) {
        out.println();
        out.println(style.bold(title));
        table.print(out, style, 0);
    }

    private String pool() {
        String pool = result.path("pool").asText();
        return pool.equals("shipped") ? "shipped pool" : "pool " + pool;
    }

    private TextTable features() {
        TextTable table =
                new TextTable(
                        Column.text(""),
                        Column.text("feature"),
                        Column.figure("importance"),
                        Column.figure("together"),
                        Column.figure("p50"),
                        Column.figure("p99"),
                        Column.text("unit"),
                        Column.text("density"));
        double together = 0;
        for (JsonNode each : result.path("features")) {
            together += each.path("importance").asDouble();
            table.row(
                    each.path("selected").asBoolean() ? SELECTED : "",
                    each.path("feature").asText(),
                    Figures.share(each.path("importance").asDouble()),
                    Figures.share(together),
                    Figures.number(each.path("p50").asDouble()),
                    Figures.number(each.path("p99").asDouble()),
                    each.path("unit").asText(),
                    each.path("density").asText(""));
        }
        return table;
    }

    private void featureNotes(PrintWriter out) {
        long selected = count(result.path("features"), "selected");
        out.println(
                style.bold(SELECTED)
                        + " selected: "
                        + selected
                        + " of "
                        + result.path("features").size()
                        + " features reach "
                        + Figures.share(result.path("share").asDouble())
                        + "; "
                        + components()
                        + ".");
        Map<String, List<String>> reasons = new LinkedHashMap<>();
        for (JsonNode each : result.path("unused")) {
            reasons.computeIfAbsent(each.path("reason").asText(), key -> new ArrayList<>())
                    .add(each.path("feature").asText());
        }
        reasons.forEach((reason, of) -> out.println(sentence(reason) + ": " + join(of) + "."));
        for (String part : List.of("features", "unused")) {
            for (JsonNode each : result.path(part)) {
                long impossible = each.path("impossible").asLong();
                if (impossible > 0) {
                    out.println(
                            "Left out: "
                                    + Figures.count(impossible)
                                    + " values of "
                                    + each.path("feature").asText()
                                    + " that no task can have.");
                }
            }
        }
    }

    private static String sentence(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private static String join(List<String> names) {
        return String.join(", ", names);
    }

    /** {@code 3 principal components explain 84.2% of the variance}. */
    private String components() {
        double explained = 0;
        int components = 0;
        for (JsonNode each : result.path("components")) {
            if (explained < result.path("share").asDouble()) {
                explained += each.path("explained").asDouble();
                components++;
            }
        }
        return components
                + (components == 1
                        ? " principal component explains "
                        : " principal components explain ")
                + Figures.share(explained)
                + " of the variance";
    }

    private TextTable applications() {
        TextTable table =
                new TextTable(
                        Column.text(""),
                        Column.text("application"),
                        Column.text("class"),
                        Column.figure("similarity"),
                        Column.figure("compared"),
                        Column.figure("by estimates"));
        for (JsonNode each : result.path("applications")) {
            table.row(
                    each.path("selected").asBoolean() ? SELECTED : "",
                    each.path("name").asText(),
                    each.path("class").asText().toLowerCase(Locale.ROOT).replace('_', '-'),
                    each.path("similarity").isNumber()
                            ? figure(each.path("similarity").asDouble())
                            : "unknown",
                    Figures.share(each.path("known").asDouble()),
                    count(each.path("features"), "estimated")
                            + " of "
                            + each.path("features").size());
        }
        return table;
    }

    private static long count(JsonNode array, String flag) {
        return StreamSupport.stream(array.spliterator(), false)
                .filter(each -> each.path(flag).asBoolean())
                .count();
    }

    private List<JsonNode> selected() {
        return StreamSupport.stream(result.path("applications").spliterator(), false)
                .filter(each -> each.path("selected").asBoolean())
                .toList();
    }

    private TextTable byFeature() {
        List<Column> columns = new ArrayList<>(List.of(Column.text("feature")));
        selected().forEach(each -> columns.add(Column.figure(each.path("name").asText())));
        TextTable table = new TextTable(columns.toArray(new Column[0]));
        for (JsonNode feature : result.path("features")) {
            if (feature.path("selected").asBoolean()) {
                String name = feature.path("feature").asText();
                List<String> cells = new ArrayList<>(List.of(name));
                selected().forEach(each -> cells.add(similarity(each, name)));
                table.row(cells.toArray(new String[0]));
            }
        }
        return table;
    }

    private TextTable sources() {
        TextTable table = TextTable.ofFacts();
        selected()
                .forEach(
                        each ->
                                table.row(
                                        each.path("name").asText(), each.path("source").asText()));
        return table;
    }

    private static String similarity(JsonNode application, String feature) {
        for (JsonNode each : application.path("features")) {
            if (each.path("feature").asText().equals(feature)) {
                return (each.path("estimated").asBoolean() ? ESTIMATED : "")
                        + figure(each.path("similarity").asDouble());
            }
        }
        return "-";
    }

    private static String figure(double similarity) {
        if (similarity > 0 && similarity < 0.001) {
            return "<0.001";
        }
        return similarity == 0 ? "0" : String.format(Locale.ROOT, "%.3f", similarity);
    }
}
