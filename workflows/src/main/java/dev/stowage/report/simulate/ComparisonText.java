package dev.stowage.report.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Figures;
import dev.stowage.words.MetricWords;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A comparison as text, from its {@code comparison.json}. */
public final class ComparisonText {
    /** Metrics that are shown; the file has all. */
    private static final List<String> SHOWN =
            List.of(
                    "pendingSeconds.mean",
                    "slowdown.mean",
                    "pendingSeconds.p99",
                    "cpuAllocated.mean",
                    "fragmentation.medianTask",
                    "serversInUse.mean",
                    "energyKWh",
                    "makespanSeconds",
                    "rejected",
                    "evicted");

    private final JsonNode study;
    private final Style style;
    private final String decidingMetric;

    public ComparisonText(JsonNode study, Style style) {
        this.study = study;
        this.style = style;
        decidingMetric = study.path("verdict").path("metric").asText();
    }

    public void print(PrintWriter out) {
        out.println(style.bold(study.path("verdict").path("sentence").asText()));
        out.println();
        out.println(
                style.bold(study.path("workload").asText())
                        + " on "
                        + style.bold(study.path("servers").asText())
                        + ", seed "
                        + study.path("seed").asText()
                        + ": "
                        + pairing());
        List<JsonNode> single = new ArrayList<>();
        List<String> same = new ArrayList<>();
        for (JsonNode metric : study.path("metrics")) {
            if (!isShown(metric)) {
                continue;
            }
            if (isSame(metric)) {
                same.add(
                        MetricWords.ofComparison(metric.path("metric").asText())
                                + " "
                                + first(metric));
            } else if (hasIntervals(metric)) {
                out.println();
                table(metric).print(out, style, 0);
            } else {
                single.add(metric);
            }
        }
        if (!single.isEmpty()) {
            out.println();
            singleNumbers(single).print(out, style, 0);
            out.println("Of single numbers, no difference is claimed to be significant.");
        }
        if (!same.isEmpty()) {
            out.println();
            out.println("The same in all: " + String.join(", ", same) + ".");
        }
        JsonNode stopping = study.path("stopping");
        if (stopping.isObject() && !stopping.path("reached").asBoolean()) {
            out.println();
            out.println(
                    style.yellow(
                            "The differences of "
                                    + decidingMetric
                                    + " are less certain than wanted, "
                                    + stopping.path("halfWidth").asText()
                                    + ": more replications are needed."));
        }
        study.path("notes").forEach(note -> out.println("\n" + note.asText()));
    }

    private String pairing() {
        int replications = study.path("replications").asInt();
        return study.path("pairedOver").asText().equals("tasks")
                ? "one run of each on the same tasks"
                : replications
                        + (replications == 1 ? " replication" : " replications")
                        + ", each with the same random numbers";
    }

    private boolean isShown(JsonNode metric) {
        String name = metric.path("metric").asText();
        if (name.equals(decidingMetric)) {
            return true;
        }
        return SHOWN.contains(name);
    }

    private static boolean isSame(JsonNode metric) {
        JsonNode alternatives = metric.path("alternatives");
        for (JsonNode each : alternatives) {
            JsonNode from = each.path("fromLeast");
            boolean isVaried = from.path("pValue").isNumber() && from.path("pValue").asDouble() < 1;
            if (isVaried || !each.path("mean").equals(alternatives.path(0).path("mean"))) {
                return false;
            }
        }
        return true;
    }

    private static String first(JsonNode metric) {
        return MetricWords.value(
                metric.path("unit").asText(),
                metric.path("alternatives").path(0).path("mean").asDouble());
    }

    private static boolean hasIntervals(JsonNode metric) {
        for (JsonNode each : metric.path("alternatives")) {
            if (each.path("fromLeast").has("pValue")) {
                return true;
            }
        }
        return false;
    }

    private TextTable table(JsonNode metric) {
        String percent = Figures.number(study.path("confidence").asDouble() * 100) + "%";
        TextTable table =
                new TextTable(
                        Column.text(MetricWords.ofComparison(metric.path("metric").asText())),
                        Column.figure("value"),
                        Column.figure("difference"),
                        Column.figure(percent + " interval"),
                        Column.figure("p"),
                        Column.text(""));
        String unit = metric.path("unit").asText();
        for (JsonNode each : metric.path("alternatives")) {
            JsonNode from = each.path("fromLeast");
            String value = MetricWords.value(unit, each.path("mean").asDouble());
            if (!from.isObject()) {
                table.row(
                        "  " + each.path("name").asText(),
                        value,
                        "",
                        "",
                        "",
                        isLessBetter(metric) ? "best" : "least");
                continue;
            }
            table.row(
                    "  " + each.path("name").asText(),
                    value,
                    MetricWords.signed(unit, from.path("difference").asDouble()),
                    interval(unit, from),
                    from.path("pValue").isNull()
                            ? ""
                            : MetricWords.pValue(from.path("pValue").asDouble()),
                    judgement(metric, from));
        }
        return table;
    }

    private static String interval(String unit, JsonNode from) {
        return from.path("lower").isNull()
                ? ""
                : MetricWords.signed(unit, from.path("lower").asDouble())
                        + " to "
                        + MetricWords.signed(unit, from.path("upper").asDouble());
    }

    private static boolean isLessBetter(JsonNode metric) {
        return metric.path("lessIsBetter").asBoolean();
    }

    private static String judgement(JsonNode metric, JsonNode from) {
        if (from.path("lower").isNull()) {
            return "can't be told";
        }
        if (!from.path("significant").asBoolean()) {
            return "not significant";
        }
        return isLessBetter(metric) ? "worse" : "more";
    }

    private TextTable singleNumbers(List<JsonNode> metrics) {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.text("one number for each run"));
        study.path("alternatives")
                .forEach(each -> columns.add(Column.figure(each.path("name").asText())));
        TextTable table = new TextTable(columns.toArray(Column[]::new));
        for (JsonNode metric : metrics) {
            List<String> cells = new ArrayList<>();
            cells.add("  " + MetricWords.ofComparison(metric.path("metric").asText()));
            String unit = metric.path("unit").asText();
            for (JsonNode each : metric.path("alternatives")) {
                cells.add(MetricWords.value(unit, each.path("mean").asDouble()));
            }
            table.row(cells.toArray(String[]::new));
        }
        return table;
    }
}
