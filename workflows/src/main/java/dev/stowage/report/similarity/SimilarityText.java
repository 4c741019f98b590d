package dev.stowage.report.similarity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TermText;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Figures;
import dev.stowage.workflow.compare.SimilarityJson;
import dev.stowage.workload.Parameter;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How like each other two workloads are, as text, from the JSON of {@link SimilarityJson}. */
public final class SimilarityText {
    private static final String ABSENT = "-";

    private final JsonNode result;
    private final Style style;

    public SimilarityText(JsonNode result, Style style) {
        this.result = result;
        this.style = style;
    }

    public void print(PrintWriter out) {
        SimilarityVerdict.print(result, style, out);
        out.println();
        sides().print(out, style, 0);
        section(out, "Parameters", parameters());
        notes(out);
        section(out, "Job arrivals", arrivals());
        TermText.explain(out, "dispersion", "autocorr.");
        section(out, "Rank correlations between what jobs are made of, trace / workload", ranks());
        largestDifference(out);
        replay(out);
        if (result.has("replications")) {
            new ReplicatedSimilarityText(result.path("replications"), style).print(out);
        }
        tolerance(out);
    }

    private void section(PrintWriter out, String title, TextTable table) {
        out.println();
        out.println(style.bold(title));
        table.print(out, style, 0);
    }

    private TextTable sides() {
        TextTable table =
                new TextTable(
                        Column.text(""),
                        Column.text("name"),
                        Column.figure("jobs"),
                        Column.figure("over"),
                        Column.figure("with tasks"),
                        Column.text("drawn by"));
        for (String side : List.of("trace", "workload")) {
            JsonNode node = result.path(side);
            table.row(
                    side,
                    node.path("name").asText(),
                    Figures.count(node.path("jobs").asLong()),
                    Figures.seconds(node.path("windowSeconds").asDouble()),
                    Figures.count(node.path("jobsWithTasks").asLong()),
                    node.path("drawnBy").asText());
        }
        return table;
    }

    private TextTable parameters() {
        TextTable table =
                new TextTable(
                        Column.text("class"),
                        Column.text("parameter"),
                        Column.figure("trace"),
                        Column.figure("workload"),
                        Column.figure("KS"),
                        Column.figure("noise"),
                        Column.figure("W1/sd"),
                        Column.figure("alike"),
                        Column.figure("r"));
        for (JsonNode each : result.path("parameters")) {
            JsonNode distance = each.path("distance");
            table.row(
                    className(each.path("class").asText()),
                    each.path("parameter").asText(),
                    count(each.path("trace")),
                    count(each.path("workload")),
                    brief(distance.path("ks")),
                    brief(distance.path("ksNoise")),
                    brief(distance.path("wasserstein")),
                    brief(distance.path("similarity")),
                    brief(each.path("pearson").path("r")));
        }
        return table;
    }

    private void notes(PrintWriter out) {
        for (JsonNode each : result.path("parameters")) {
            String note = each.path("note").asText();
            if (!note.isEmpty()) {
                out.println(
                        className(each.path("class").asText())
                                + " "
                                + each.path("parameter").asText()
                                + ": "
                                + note
                                + ".");
            }
        }
        out.println(
                "KS is the largest difference of the distribution functions; two samples of one"
                        + " distribution exceed the noise in one case of twenty.");
        out.println(
                "W1/sd is the Wasserstein distance over the trace's standard deviation; alike"
                        + " is the similarity of the histograms.");
        out.println(
                "r is Pearson's, computed on order statistics: the larger sample is split at random"
                        + " into subsets of the smaller one's size, and r averaged over them.");
    }

    private TextTable arrivals() {
        TextTable table =
                new TextTable(
                        Column.text("scale"),
                        Column.figure("spans"),
                        Column.figure("dispersion, trace"),
                        Column.figure("workload"),
                        Column.figure("difference"),
                        Column.figure("autocorr., trace"),
                        Column.figure("workload"),
                        Column.text(""));
        for (JsonNode each : result.path("arrivals")) {
            table.row(
                    span(each.path("scaleSeconds").asInt()),
                    Figures.count(each.path("spans").asLong()),
                    number(each.path("trace")),
                    number(each.path("workload")),
                    share(each.path("relativeDifference")),
                    figure(each.path("traceAutocorrelation").path(0)),
                    figure(each.path("workloadAutocorrelation").path(0)),
                    each.path("reliable").asBoolean() ? "" : "too few spans");
        }
        return table;
    }

    private static String span(int seconds) {
        if (seconds % 3600 == 0) {
            return seconds / 3600 + " h";
        }
        return seconds % 60 == 0 ? seconds / 60 + " min" : seconds + " s";
    }

    private TextTable ranks() {
        JsonNode ranks = result.path("rankCorrelations");
        JsonNode names = ranks.path("parameters");
        List<Column> columns = new ArrayList<>();
        columns.add(Column.text(""));
        for (int i = 0; i + 1 < names.size(); i++) {
            columns.add(Column.figure(names.get(i).asText().replaceFirst("Seconds$", "")));
        }
        TextTable table = new TextTable(columns.toArray(Column[]::new));
        for (int i = 1; i < names.size(); i++) {
            List<String> cells = new ArrayList<>();
            cells.add(names.get(i).asText());
            for (int j = 0; j < i; j++) {
                cells.add(
                        rank(ranks.path("trace").path(i).path(j))
                                + "/"
                                + rank(ranks.path("workload").path(i).path(j)));
            }
            table.row(cells.toArray(String[]::new));
        }
        return table;
    }

    private void largestDifference(PrintWriter out) {
        JsonNode ranks = result.path("rankCorrelations");
        JsonNode largest = ranks.path("largestDifference");
        if (largest.isObject()) {
            out.println(
                    "Largest difference: "
                            + figure(largest.path("value"))
                            + ", between "
                            + largest.path("between").path(0).asText()
                            + " and "
                            + largest.path("between").path(1).asText()
                            + ".");
        }
        out.println(
                "Over "
                        + Figures.count(result.path("trace").path("jobsCorrelated").asLong())
                        + " and "
                        + Figures.count(result.path("workload").path("jobsCorrelated").asLong())
                        + " jobs; two samples of so many of which nothing is correlated differ by"
                        + " more than "
                        + figure(ranks.path("noise"))
                        + " in one case of twenty.");
    }

    private void replay(PrintWriter out) {
        JsonNode replay = result.path("replay");
        if (!replay.isObject()) {
            out.println();
            out.println("Not replayed: the tasks of the two cover no common time.");
            return;
        }
        section(out, "Replayed on " + replay.path("servers").asText(), replayed(replay));
        String because = replay.path("chosenBecause").asText();
        if (!because.isEmpty()) {
            out.println("Servers: " + because + ".");
        }
        out.println(
                "Over "
                        + Figures.seconds(replay.path("lengthSeconds").asDouble())
                        + " that the tasks of both cover, tasks of jobs submitted in that time"
                        + shares(replay)
                        + ".");
        if (hasGpus()) {
            out.println(
                    "Tasks ask for GPUs, which are left out of the replay: servers hold tasks by CPU"
                            + " and memory alone.");
        }
    }

    private boolean hasGpus() {
        for (JsonNode each : result.path("parameters")) {
            if (each.path("parameter").asText().equals(Parameter.GPU.key())) {
                return true;
            }
        }
        return false;
    }

    private static String shares(JsonNode replay) {
        double trace = replay.path("traceJobShare").asDouble();
        double workload = replay.path("workloadJobShare").asDouble();
        if (trace == 1 && workload == 1) {
            return "";
        }
        return trace < 1
                ? "; of the trace's jobs "
                        + Figures.share(trace)
                        + ", because the workload has the"
                        + " tasks of no more"
                : "; of the workload's jobs "
                        + Figures.share(workload)
                        + ", because the trace has the tasks of no more";
    }

    private TextTable replayed(JsonNode replay) {
        TextTable table =
                new TextTable(
                        Column.text(""),
                        Column.figure("trace"),
                        Column.figure("workload"),
                        Column.figure("difference"));
        counts(table, replay, "tasks", "tasks");
        counts(table, replay, "rejected", "rejected, too large");
        counts(table, replay, "waitingAtTheEnd", "waiting at the end");
        shares(table, replay, "cpuMean", "mean CPU utilisation");
        shares(table, replay, "cpuP99", "p99 CPU utilisation");
        shares(table, replay, "memoryMean", "mean memory utilisation");
        shares(table, replay, "memoryP99", "p99 memory utilisation");
        seconds(table, replay, "pendingP50Seconds", "p50 pending time");
        seconds(table, replay, "pendingP99Seconds", "p99 pending time");
        return table;
    }

    private static void counts(TextTable table, JsonNode replay, String key, String name) {
        long one = replay.path("trace").path(key).asLong();
        long two = replay.path("workload").path(key).asLong();
        table.row(name, Figures.count(one), Figures.count(two), signed(two - one));
    }

    private static String signed(long difference) {
        return difference > 0 ? "+" + Figures.count(difference) : Figures.count(difference);
    }

    private static void shares(TextTable table, JsonNode replay, String key, String name) {
        double one = replay.path("trace").path(key).asDouble();
        double two = replay.path("workload").path(key).asDouble();
        table.row(
                name,
                Figures.share(one),
                Figures.share(two),
                String.format(Locale.ROOT, "%+.1f points", 100 * (two - one)));
    }

    private static void seconds(TextTable table, JsonNode replay, String key, String name) {
        JsonNode one = replay.path("trace").path(key);
        JsonNode two = replay.path("workload").path(key);
        String difference =
                one.isNumber() && two.isNumber() && one.asDouble() > 0
                        ? String.format(
                                Locale.ROOT, "%+.1f%%", 100 * (two.asDouble() / one.asDouble() - 1))
                        : "";
        table.row(name, waited(one), waited(two), difference);
    }

    private static String waited(JsonNode seconds) {
        return seconds.isNumber() ? Figures.seconds(seconds.asDouble()) : "for ever";
    }

    private void tolerance(PrintWriter out) {
        JsonNode tolerance = result.path("tolerance");
        if (!tolerance.isObject()) {
            return;
        }
        out.println();
        for (JsonNode check : tolerance.path("checks")) {
            if (!check.path("met").asBoolean()) {
                out.println(style.red("outside tolerance: ") + line(check));
            }
        }
        for (JsonNode each : tolerance.path("unchecked")) {
            out.println(
                    style.yellow("not checked: ")
                            + each.path("tolerance").asText()
                            + " of "
                            + each.path("what").asText()
                            + ": "
                            + each.path("reason").asText());
        }
        SimilarityVerdict.print(result, style, out);
    }

    private static String line(JsonNode check) {
        JsonNode value = check.path("value");
        return check.path("tolerance").asText()
                + " of "
                + check.path("what").asText()
                + " is "
                + (value.isNumber() ? Figures.number(value.asDouble()) : "unlimited")
                + ", tolerated "
                + Figures.number(check.path("bound").asDouble());
    }

    static String className(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String count(JsonNode sample) {
        return sample.isObject() ? Figures.count(sample.path("count").asLong()) : ABSENT;
    }

    private static String figure(JsonNode value) {
        return value.isNumber() ? String.format(Locale.ROOT, "%.4f", value.asDouble()) : ABSENT;
    }

    private static String brief(JsonNode value) {
        return value.isNumber() ? String.format(Locale.ROOT, "%.3f", value.asDouble()) : ABSENT;
    }

    private static String rank(JsonNode value) {
        return value.isNumber() ? String.format(Locale.ROOT, "%.2f", value.asDouble()) : ABSENT;
    }

    private static String number(JsonNode value) {
        return value.isNumber() ? Figures.number(value.asDouble()) : ABSENT;
    }

    private static String share(JsonNode value) {
        return value.isNumber()
                ? String.format(Locale.ROOT, "%+.1f%%", 100 * value.asDouble())
                : ABSENT;
    }
}
