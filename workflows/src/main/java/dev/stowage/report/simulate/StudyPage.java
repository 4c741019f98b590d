package dev.stowage.report.simulate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.report.DataTable;
import dev.stowage.report.DataTable.Column;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.report.ReportPage;
import dev.stowage.report.SectionedView;
import dev.stowage.report.SectionedView.Section;
import dev.stowage.run.RunSummary;
import dev.stowage.stats.output.Difference;
import dev.stowage.stats.output.MedianInterval;
import dev.stowage.study.ComparisonStudy;
import dev.stowage.study.MetricComparison;
import dev.stowage.study.ReplicationStudy;
import dev.stowage.study.ReplicationStudy.MetricInterval;
import dev.stowage.study.StudyMetric;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import dev.stowage.words.MetricWords;
import dev.stowage.workflow.simulate.ComparisonVerdict;
import dev.stowage.workflow.simulate.ReplicationsVerdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The reports of more than one run: replications with the interval of each mean, and alternatives
 * compared. The same runs give the same bytes.
 */
public final class StudyPage {
    private static final int DRAWN_METRICS = 8;

    private final double level;

    private StudyPage(double level) {
        this.level = level;
    }

    /** The text of {@code report.html} of replications. */
    public static String html(ReplicationStudy study, List<String> notes) {
        StudyPage page = new StudyPage(study.level());
        RunSummary first = study.runs().get(0);
        return render(
                new SectionedView(
                        "Replications",
                        first.workload() + " on " + first.servers(),
                        ReplicationsVerdict.of(study),
                        notes,
                        List.of(page.metrics(study)),
                        page.facts(first, study.runs().size()),
                        "workload, options, seed and version"));
    }

    /** The text of {@code report.html} of a comparison of alternatives with these names. */
    public static String html(ComparisonStudy study, List<String> names, List<String> notes) {
        StudyPage page = new StudyPage(study.level());
        RunSummary first = study.runs().get(0).get(0);
        List<Section> sections = new ArrayList<>(List.of(page.deciding(study, names)));
        sections.add(page.all(study, names));
        return render(
                new SectionedView(
                        "Comparison",
                        first.workload() + " on " + first.servers(),
                        ComparisonVerdict.of(study, names),
                        notes,
                        sections,
                        page.facts(first, study.runs().get(0).size()),
                        "workload, options, seed and version"));
    }

    private static String render(SectionedView view) {
        return ReportPage.render("sections.jte", view.allCharts(), Map.of("view", view));
    }

    private List<Fact> facts(RunSummary first, int replications) {
        List<Fact> facts = new ArrayList<>(RunPage.facts(first));
        facts.add(new Fact("Replications", Figures.count(replications)));
        facts.add(new Fact("Level of the intervals", percent()));
        return facts;
    }

    private String percent() {
        return Amounts.share(level);
    }

    private Section metrics(ReplicationStudy study) {
        DataTable.Builder table =
                new DataTable.Builder(
                        "every metric over the replications",
                        Column.text("Metric"),
                        Column.number("Mean"),
                        Column.number("Median"),
                        Column.number(percent() + " interval of the median"),
                        Column.number("Least"),
                        Column.number("Most"));
        for (MetricInterval each : study.intervals()) {
            String unit = MetricWords.symbol(each.metric().unit());
            table.row(
                    MetricWords.ofComparison(each.metric().name()),
                    MetricWords.value(unit, each.interval().mean()),
                    MetricWords.value(unit, each.interval().median()),
                    range(unit, each.interval()),
                    MetricWords.value(unit, each.least()),
                    MetricWords.value(unit, each.most()));
        }
        return new Section(
                "metrics",
                "Metrics",
                "Mean and median of each metric over the replications. The interval is of the median"
                        + " over all windows drawn like these: it holds with "
                        + percent()
                        + " confidence whatever the distribution. No interval of a mean does.",
                List.of(convergence(study)),
                List.of(table.build()));
    }

    private static String range(String unit, MedianInterval interval) {
        Double lower = interval.lower();
        Double upper = interval.upper();
        return lower == null || upper == null
                ? "too few"
                : MetricWords.value(unit, lower) + " to " + MetricWords.value(unit, upper);
    }

    /** How median and interval settle as replications are added. */
    private Chart convergence(ReplicationStudy study) {
        List<View> views = new ArrayList<>();
        List<MetricInterval> drawn =
                study.intervals().stream()
                        .filter(StudyPage::isDrawn)
                        .sorted(
                                (a, b) ->
                                        Boolean.compare(isDeciding(study, b), isDeciding(study, a)))
                        .limit(DRAWN_METRICS)
                        .toList();
        for (MetricInterval each : drawn) {
            views.add(settling(each.metric(), study.runs()));
        }
        return new Chart(
                "chart-means",
                "Medians and their intervals as replications are added",
                "The band is the "
                        + percent()
                        + " interval of the median from so many replications alone, the points are"
                        + " the replications.",
                false,
                views,
                List.of());
    }

    private static boolean isDrawn(MetricInterval each) {
        return Double.isFinite(each.most()) && each.least() < each.most();
    }

    private static boolean isDeciding(ReplicationStudy study, MetricInterval each) {
        return each.metric().name().equals(study.metric().name());
    }

    private View settling(StudyMetric metric, List<RunSummary> runs) {
        double[] values = runs.stream().mapToDouble(metric.of()).toArray();
        int n = values.length;
        double[] x = IntStream.rangeClosed(1, n).mapToDouble(i -> i).toArray();
        double[] median = new double[n];
        double[] low = new double[n];
        double[] high = new double[n];
        for (int i = 0; i < n; i++) {
            MedianInterval interval = MedianInterval.of(Arrays.copyOf(values, i + 1), level);
            median[i] = interval.median();
            low[i] = interval.lower() == null ? Double.NaN : interval.lower();
            high[i] = interval.upper() == null ? Double.NaN : interval.upper();
        }
        int from = IntStream.range(0, n).filter(i -> !Double.isNaN(low[i])).findFirst().orElse(n);
        String unit = MetricWords.symbol(metric.unit());
        String name = MetricWords.ofComparison(metric.name());
        return new View(
                name,
                name
                        + " after each replication: at the end "
                        + MetricWords.value(unit, median[n - 1])
                        + ", interval "
                        + range(unit, MedianInterval.of(values, level))
                        + ".",
                Axis.value("Replications", "").from(1).to(n).inWholeNumbers(),
                Arrays.stream(values).allMatch(value -> value >= 0)
                        ? Axis.value(name, unit).from(0)
                        : Axis.value(name, unit),
                false,
                null,
                settled(
                        x,
                        median,
                        values,
                        Chart.triples(tail(x, from), tail(low, from), tail(high, from))),
                List.of(),
                null);
    }

    private List<Series> settled(double[] x, double[] median, double[] values, ArrayNode band) {
        List<Series> series = new ArrayList<>();
        if (!band.isEmpty()) {
            series.add(Series.of(percent() + " interval", "band", "a", band));
        }
        series.add(Series.of("Median so far", "line", "a", Chart.pairs(x, median)));
        series.add(
                Series.of("Replication", "line", "c", Chart.pairs(x, values))
                        .withPoints()
                        .inDashes()
                        .thinner());
        return series;
    }

    private static double[] tail(double[] values, int from) {
        return Arrays.copyOfRange(values, from, values.length);
    }

    private Section deciding(ComparisonStudy study, List<String> names) {
        MetricComparison deciding = study.deciding();
        return new Section(
                "deciding",
                "What decides",
                "Each alternative had the same tasks and the same random numbers.",
                List.of(values(study, names, deciding.metric())),
                List.of(table(deciding, names)));
    }

    private Section all(ComparisonStudy study, List<String> names) {
        List<DataTable> tables = new ArrayList<>();
        for (MetricComparison each : study.metrics()) {
            if (!each.metric().name().equals(study.metric().name())) {
                tables.add(table(each, names));
            }
        }
        return new Section(
                "metrics",
                "All metrics",
                "An interval is of the difference to the alternative with least of the metric, at a"
                        + " level at which all of the metric hold together.",
                List.of(),
                tables);
    }

    private DataTable table(MetricComparison metric, List<String> names) {
        DataTable.Builder table =
                new DataTable.Builder(
                        MetricWords.ofComparison(metric.metric().name()),
                        Column.text("Alternative"),
                        Column.number("Value"),
                        Column.number(percent() + " interval of the median"),
                        Column.number("Difference"),
                        Column.number(percent() + " interval of its median"),
                        Column.number("More : less"),
                        Column.text("Significant"));
        String unit = MetricWords.symbol(metric.metric().unit());
        int least = metric.least();
        boolean isUnique = Collections.frequency(metric.means(), metric.means().get(least)) == 1;
        for (int i = 0; i < names.size(); i++) {
            List<String> cells = new ArrayList<>();
            cells.add(names.get(i));
            cells.add(MetricWords.value(unit, metric.means().get(i)));
            cells.add(range(unit, metric.intervals().get(i)));
            cells.addAll(difference(metric, unit, i, least));
            table.row(isUnique && i == least, cells);
        }
        return table.build();
    }

    private static List<String> difference(
            MetricComparison metric, String unit, int alternative, int least) {
        if (alternative == least) {
            return List.of("", "", "", "least");
        }
        double gap = metric.means().get(alternative) - metric.means().get(least);
        if (gap == 0 && metric.best() == null) {
            return List.of(MetricWords.signed(unit, gap), "none", "", "least as well");
        }
        if (metric.best() == null) {
            return List.of(MetricWords.signed(unit, gap), "none", "", "one run can't tell");
        }
        Difference difference = metric.best().againstBest().get(alternative);
        return List.of(
                MetricWords.signed(unit, difference.mean()),
                range(unit, difference.differences()),
                difference.more() + " : " + difference.less(),
                difference.isSignificant() ? "yes" : "no");
    }

    /** The deciding metric of each alternative, replication by replication. */
    private Chart values(ComparisonStudy study, List<String> names, StudyMetric metric) {
        int replications = study.runs().get(0).size();
        String words = MetricWords.ofComparison(metric.name());
        List<Series> series = new ArrayList<>();
        double[] x = IntStream.rangeClosed(1, replications).mapToDouble(i -> i).toArray();
        for (int i = 0; i < names.size(); i++) {
            double[] y = study.runs().get(i).stream().mapToDouble(metric.of()).toArray();
            series.add(
                    Series.of(names.get(i), "line", Chart.tone(i), Chart.pairs(x, y)).withPoints());
        }
        View view =
                new View(
                        words,
                        words
                                + " of each alternative in each replication; the table has the means.",
                        Axis.value("Replication", "").from(1).to(replications).inWholeNumbers(),
                        Axis.value(words, MetricWords.symbol(metric.unit())),
                        false,
                        null,
                        series,
                        List.of(),
                        null);
        return new Chart(
                "chart-deciding",
                "The " + words + ", replication by replication",
                "Points above each other had the same tasks and random numbers, so what counts is"
                        + " how they differ within a replication.",
                false,
                replications < 2 ? List.of() : List.of(view),
                List.of());
    }
}
