package dev.stowage.report.trace;

import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Figures;
import dev.stowage.workflow.applications.ApplicationsAnswer;
import dev.stowage.workflow.applications.ApplicationsAnswer.Component;
import dev.stowage.workflow.applications.ApplicationsAnswer.Feature;
import dev.stowage.workflow.applications.ApplicationsAnswer.Match;
import dev.stowage.workflow.applications.ApplicationsAnswer.Range;
import dev.stowage.workflow.applications.ApplicationsAnswer.Unused;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Which applications stand for a trace, as text. */
public final class ApplicationsText {
    private static final String SELECTED = "*";
    private static final String ESTIMATED = "~";

    private final ApplicationsAnswer result;
    private final Style style;

    public ApplicationsText(ApplicationsAnswer result, Style style) {
        this.result = result;
        this.style = style;
    }

    public void print(PrintWriter out) {
        String measurements = Figures.count(result.measurements());
        out.println(style.bold(result.trace()) + ", " + measurements + " measurements");
        for (String note : result.notes()) {
            out.println(style.yellow("note: ") + note);
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
                        + result.top()
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
        String pool = result.pool();
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
        for (Feature each : result.features()) {
            together += each.importance();
            table.row(
                    each.selected() ? SELECTED : "",
                    each.feature(),
                    Figures.share(each.importance()),
                    Figures.share(together),
                    Figures.number(each.p50()),
                    Figures.number(each.p99()),
                    each.unit(),
                    each.density() == null ? "" : each.density());
        }
        return table;
    }

    private void featureNotes(PrintWriter out) {
        long selected = result.features().stream().filter(Feature::selected).count();
        out.println(
                style.bold(SELECTED)
                        + " selected: "
                        + selected
                        + " of "
                        + result.features().size()
                        + " features reach "
                        + Figures.share(result.share())
                        + "; "
                        + components()
                        + ".");
        Map<String, List<String>> reasons = new LinkedHashMap<>();
        for (Unused each : result.unused()) {
            reasons.computeIfAbsent(each.reason(), key -> new ArrayList<>()).add(each.feature());
        }
        reasons.forEach((reason, of) -> out.println(sentence(reason) + ": " + join(of) + "."));
        result.features().forEach(each -> impossible(out, each.feature(), each.impossible()));
        result.unused().forEach(each -> impossible(out, each.feature(), each.impossible()));
    }

    private static void impossible(PrintWriter out, String feature, long values) {
        if (values > 0) {
            out.println(
                    "Left out: "
                            + Figures.count(values)
                            + " values of "
                            + feature
                            + " that no task can have.");
        }
    }

    private static String sentence(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private static String join(List<String> names) {
        return String.join(", ", names);
    }

    /** {@code 3 principal components explain 84.2 % of the variance}. */
    private String components() {
        double explained = 0;
        int components = 0;
        for (Component each : result.components()) {
            if (explained < result.share()) {
                explained += each.explained();
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
        for (Match each : result.applications()) {
            table.row(
                    each.selected() ? SELECTED : "",
                    each.name(),
                    each.taskClass().toLowerCase(Locale.ROOT).replace('_', '-'),
                    each.similarity() != null ? figure(each.similarity()) : "unknown",
                    Figures.share(each.known()),
                    each.features().stream().filter(Range::estimated).count()
                            + " of "
                            + each.features().size());
        }
        return table;
    }

    private List<Match> selected() {
        return result.applications().stream().filter(Match::selected).toList();
    }

    private TextTable byFeature() {
        List<Column> columns = new ArrayList<>(List.of(Column.text("feature")));
        selected().forEach(each -> columns.add(Column.figure(each.name())));
        TextTable table = new TextTable(columns.toArray(new Column[0]));
        for (Feature feature : result.features()) {
            if (feature.selected()) {
                List<String> cells = new ArrayList<>(List.of(feature.feature()));
                selected().forEach(each -> cells.add(similarity(each, feature.feature())));
                table.row(cells.toArray(new String[0]));
            }
        }
        return table;
    }

    private TextTable sources() {
        TextTable table = TextTable.ofFacts();
        selected().forEach(each -> table.row(each.name(), each.source()));
        return table;
    }

    private static String similarity(Match application, String feature) {
        return application.features().stream()
                .filter(each -> each.feature().equals(feature))
                .map(each -> (each.estimated() ? ESTIMATED : "") + figure(each.similarity()))
                .findFirst()
                .orElse("-");
    }

    private static String figure(double similarity) {
        if (similarity > 0 && similarity < 0.001) {
            return "<0.001";
        }
        return similarity == 0 ? "0" : String.format(Locale.ROOT, "%.3f", similarity);
    }
}
