package dev.stowage.report.simulate;

import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.Wrapped;
import dev.stowage.words.Figures;
import dev.stowage.words.MetricWords;
import dev.stowage.words.Verdict.Mark;
import dev.stowage.workflow.simulate.ComparisonView;
import dev.stowage.workflow.simulate.ComparisonView.Alternative;
import dev.stowage.workflow.simulate.ComparisonView.Gap;
import dev.stowage.workflow.simulate.ComparisonView.Metric;
import dev.stowage.workflow.simulate.ComparisonView.TestedGap;
import dev.stowage.workflow.simulate.ComparisonView.Value;
import dev.stowage.workflow.simulate.ReplicationsView.Stopping;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A comparison of alternatives as text. */
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

    private static final int WIDTH = 80;

    private final ComparisonView study;
    private final Style style;
    private final String decidingMetric;

    public ComparisonText(ComparisonView study, Style style) {
        this.study = study;
        this.style = style;
        decidingMetric = study.verdict().metric();
    }

    public void print(PrintWriter out) {
        if (!study.verdict().sentence().isBlank()) {
            Wrapped.print(out, style.bold(study.verdict().sentence()));
            out.println();
        }
        fates(out);
        out.println(
                style.bold(study.workload())
                        + " on "
                        + style.bold(study.servers())
                        + ", seed "
                        + study.seed()
                        + ": "
                        + pairing());
        List<Metric> single = new ArrayList<>();
        List<String> same = new ArrayList<>();
        for (Metric metric : study.metrics()) {
            if (!isShown(metric)) {
                continue;
            }
            if (isSame(metric)) {
                same.add(MetricWords.ofComparison(metric.metric()) + " " + first(metric));
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
            Wrapped.lines("The same in all: " + String.join(", ", same) + ".", 80)
                    .forEach(out::println);
        }
        Stopping stopping = study.stopping();
        if (stopping != null && !stopping.reached()) {
            out.println();
            out.println(
                    style.yellow(
                            "The differences of "
                                    + decidingMetric
                                    + " are less certain than wanted, "
                                    + stopping.halfWidth()
                                    + ": more replications are needed."));
        }
        study.notes().forEach(note -> out.println("\n" + note));
    }

    /** What became of the tasks, where they did not all get what they need. */
    private void fates(PrintWriter out) {
        List<Alternative> lacking =
                study.alternatives().stream().filter(each -> each.mark() != Mark.YES).toList();
        for (Alternative each : lacking) {
            String label =
                    each.mark() == Mark.NO
                            ? "not every task got what it needs. "
                            : "not every task was replayed. ";
            Wrapped.lines(each.name() + ": " + label + each.tasks(), WIDTH)
                    .forEach(line -> out.println(style.yellow(line)));
        }
        if (!lacking.isEmpty()) {
            out.println();
        }
    }

    private String pairing() {
        int replications = study.replications();
        return study.pairedOver().equals("tasks")
                ? "one run of each on the same tasks"
                : replications
                        + (replications == 1 ? " replication" : " replications")
                        + ", each with the same random numbers";
    }

    private boolean isShown(Metric metric) {
        return metric.metric().equals(decidingMetric) || SHOWN.contains(metric.metric());
    }

    private static boolean isSame(Metric metric) {
        double first = metric.alternatives().get(0).mean();
        return metric.alternatives().stream()
                .noneMatch(each -> isVaried(each.fromLeast()) || each.mean() != first);
    }

    private static boolean isVaried(@Nullable Gap from) {
        return from instanceof TestedGap tested && tested.pValue() != null && tested.pValue() < 1;
    }

    private static String first(Metric metric) {
        return MetricWords.value(metric.unit(), metric.alternatives().get(0).mean());
    }

    private static boolean hasIntervals(Metric metric) {
        return metric.alternatives().stream()
                .anyMatch(each -> each.fromLeast() instanceof TestedGap);
    }

    private TextTable table(Metric metric) {
        String percent = Figures.number(study.confidence() * 100) + " %";
        TextTable table =
                new TextTable(
                        Column.text(MetricWords.ofComparison(metric.metric())),
                        Column.figure("value"),
                        Column.figure("difference"),
                        Column.figure(percent + " interval of its median"),
                        Column.figure("more:less"),
                        Column.figure("p"),
                        Column.text(""));
        for (Value each : metric.alternatives()) {
            String name = "  " + each.name();
            String value = MetricWords.value(metric.unit(), each.mean());
            if (each.fromLeast() instanceof TestedGap from) {
                table.row(
                        name,
                        value,
                        MetricWords.signed(metric.unit(), from.difference()),
                        interval(metric.unit(), from),
                        from.more() + ":" + from.less(),
                        from.pValue() == null ? "" : MetricWords.pValue(from.pValue()),
                        judgement(metric, from));
            } else {
                table.row(name, value, "", "", "", "", metric.lessIsBetter() ? "best" : "least");
            }
        }
        return table;
    }

    private static String interval(String unit, TestedGap from) {
        return from.lower() == null || from.upper() == null
                ? ""
                : MetricWords.signed(unit, from.lower())
                        + " to "
                        + MetricWords.signed(unit, from.upper());
    }

    private static String judgement(Metric metric, TestedGap from) {
        if (from.pValue() == null) {
            return "the same in all";
        }
        if (!from.significant()) {
            return "not significant";
        }
        return metric.lessIsBetter() ? "worse" : "more";
    }

    private TextTable singleNumbers(List<Metric> metrics) {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.text("one number for each run"));
        study.alternatives().forEach(each -> columns.add(Column.figure(each.name())));
        TextTable table = new TextTable(columns.toArray(Column[]::new));
        for (Metric metric : metrics) {
            List<String> cells = new ArrayList<>();
            cells.add("  " + MetricWords.ofComparison(metric.metric()));
            metric.alternatives()
                    .forEach(each -> cells.add(MetricWords.value(metric.unit(), each.mean())));
            table.row(cells.toArray(String[]::new));
        }
        return table;
    }
}
