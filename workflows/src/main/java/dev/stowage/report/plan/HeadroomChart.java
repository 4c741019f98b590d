package dev.stowage.report.plan;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.stowage.plan.CapacityPlan;
import dev.stowage.plan.CurvePoint;
import dev.stowage.plan.bound.LowerBound;
import dev.stowage.plan.objective.ObjectiveValue;
import dev.stowage.report.Answer;
import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Line;
import dev.stowage.report.Chart.Point;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.report.DataTable;
import dev.stowage.run.Metric;
import dev.stowage.words.Amounts;
import dev.stowage.words.MetricWords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Every bounded metric against the number of servers, with the bound and the plan. */
final class HeadroomChart {
    /** Beyond so many bounds the axis is cut off: what matters lies around the bound. */
    private static final double CUT = 4;

    private final CapacityPlan plan;
    private final List<ObjectiveValue> bounds;

    private HeadroomChart(CapacityPlan plan) {
        this.plan = plan;
        this.bounds =
                plan.objective().stream()
                        .filter(value -> !value.implied() || isInteresting(plan, value))
                        .sorted(
                                Comparator.comparing(
                                        value -> !Answer.deciding(plan).equals(Optional.of(value))))
                        .toList();
    }

    static Chart of(CapacityPlan plan) {
        HeadroomChart chart = new HeadroomChart(plan);
        List<View> views =
                plan.curve().isEmpty() || Answer.servers(plan) == 0
                        ? List.of()
                        : chart.bounds.stream().map(chart::view).toList();
        return new Chart(
                "chart-headroom",
                "Objective against number of servers",
                "Each point is a simulated number of servers, the mean of its replications; the band"
                        + " holds the median over all windows, at the confidence of the plan. Away"
                        + " from the plan there are few replications, which seldom see a rare"
                        + " window. Very long waits are cut off; the table has them.",
                true,
                views,
                plan.curve().isEmpty()
                        ? List.of(chart.leastServers())
                        : List.of(chart.table(), chart.leastServers()));
    }

    private static boolean isInteresting(CapacityPlan plan, ObjectiveValue value) {
        return plan.curve().stream()
                .anyMatch(point -> point.metrics().getOrDefault(value.metric(), 0.0) > 0);
    }

    private View view(ObjectiveValue bound) {
        Metric metric = Metric.named(bound.metric()).orElseThrow();
        int n = plan.curve().size();
        double[] servers = new double[n];
        double[] values = new double[n];
        double highest = bound.bound();
        for (int i = 0; i < n; i++) {
            CurvePoint point = plan.curve().get(i);
            servers[i] = point.servers();
            values[i] = point.metrics().getOrDefault(bound.metric(), Double.NaN);
            if (Double.isFinite(values[i])) {
                highest = Math.max(highest, values[i]);
            }
        }
        int planned = Answer.servers(plan);
        double low = Math.min(servers[0], plan.lowerBound().servers());
        double high = Math.max(servers[n - 1], plan.lowerBound().servers());
        double room = Math.max(1, Math.ceil((high - low) * 0.04));
        Axis x =
                Axis.value("Servers", "servers")
                        .from(Math.max(0, low - room))
                        .to(high + room)
                        .inWholeNumbers();
        double top = Math.min(highest, cut(bound, values));
        Axis y = Axis.value(metric.title(), metric.quantity().unit().symbol()).upTo(top);
        return new View(
                metric.title(),
                alt(metric, bound, planned),
                x,
                y,
                false,
                null,
                series(bound, metric, Chart.pairs(servers, values)),
                lines(bound),
                point(bound, planned, low, high));
    }

    private List<Series> series(ObjectiveValue bound, Metric metric, ArrayNode means) {
        List<CurvePoint> told =
                plan.curve().stream().filter(point -> isTold(interval(point, bound))).toList();
        ArrayNode band =
                Chart.triples(
                        told.stream().mapToDouble(CurvePoint::servers).toArray(),
                        told.stream().mapToDouble(each -> limits(each, bound)[0]).toArray(),
                        told.stream().mapToDouble(each -> limits(each, bound)[1]).toArray());
        Series mean = Series.of(metric.title(), "line", "a", means).withPoints();
        return band.isEmpty()
                ? List.of(mean)
                : List.of(Series.of("Median over windows", "band", "a", band), mean);
    }

    private static CurvePoint.@Nullable Interval interval(CurvePoint point, ObjectiveValue bound) {
        return point.intervals().get(bound.metric());
    }

    private static boolean isTold(CurvePoint.@Nullable Interval interval) {
        return interval != null && interval.upper() != null && Double.isFinite(interval.upper());
    }

    /** Limits of an interval that is told; NaN twice of another. */
    private static double[] limits(CurvePoint point, ObjectiveValue bound) {
        CurvePoint.Interval interval = interval(point, bound);
        return interval == null || interval.lower() == null || interval.upper() == null
                ? new double[] {Double.NaN, Double.NaN}
                : new double[] {interval.lower(), interval.upper()};
    }

    /** Where the axis ends at most: well above the bound, and above the best value. */
    private static double cut(ObjectiveValue bound, double[] values) {
        double least =
                Arrays.stream(values)
                        .filter(Double::isFinite)
                        .min()
                        .orElse(Double.POSITIVE_INFINITY);
        double cut = Math.max(CUT * bound.bound(), 2 * least);
        return cut > 0 ? cut : Double.POSITIVE_INFINITY;
    }

    private Point point(ObjectiveValue bound, int planned, double low, double high) {
        double value = Double.isFinite(bound.value()) ? bound.value() : 0;
        boolean isAtRight = planned > low + 0.75 * (high - low);
        return new Point(
                planned,
                value,
                (plan.met() ? "plan: " : "tried: ") + Amounts.count(planned),
                isAtRight);
    }

    private List<Line> lines(ObjectiveValue bound) {
        List<Line> lines = new ArrayList<>();
        lines.add(
                new Line(
                        bound.bound(),
                        "bound " + Amounts.metric(bound.metric(), bound.bound()),
                        false,
                        true,
                        false,
                        "b"));
        if (plan.lowerBound().servers() > 0) {
            lines.add(
                    new Line(
                            plan.lowerBound().servers(),
                            "at least " + Amounts.count(plan.lowerBound().servers()),
                            true,
                            true,
                            false,
                            "f"));
        }
        return lines;
    }

    private static String alt(Metric metric, ObjectiveValue bound, int planned) {
        return "Line chart of the "
                + metric.inSentence()
                + " against the number of servers. The bound is "
                + Amounts.metric(bound.metric(), bound.bound())
                + "; with the planned "
                + Amounts.count(planned)
                + " servers the value is "
                + Amounts.metric(bound.metric(), bound.value())
                + ".";
    }

    private DataTable table() {
        List<DataTable.Column> columns = new ArrayList<>();
        columns.add(DataTable.Column.number("Servers"));
        bounds.forEach(
                bound -> {
                    columns.add(DataTable.Column.number(MetricWords.title(bound.metric())));
                    columns.add(DataTable.Column.number("Its median"));
                });
        columns.add(DataTable.Column.number("Replications that held"));
        columns.add(DataTable.Column.text("Objective"));
        DataTable.Builder table =
                new DataTable.Builder("simulated numbers of servers and their metrics", columns);
        for (CurvePoint point : plan.curve()) {
            List<String> cells = new ArrayList<>();
            cells.add(Amounts.count(point.servers()));
            for (ObjectiveValue bound : bounds) {
                double value = point.metrics().getOrDefault(bound.metric(), Double.NaN);
                cells.add(Amounts.metric(bound.metric(), value));
                double[] limits = limits(point, bound);
                cells.add(
                        Double.isNaN(limits[0])
                                ? "-"
                                : Amounts.metric(bound.metric(), limits[0])
                                        + " to "
                                        + Amounts.metric(bound.metric(), limits[1]));
            }
            cells.add(Amounts.count(point.held()) + " of " + Amounts.count(point.replications()));
            cells.add(point.met() ? "✓ met" : "✗ missed");
            table.row(point.servers() == Answer.servers(plan), cells);
        }
        return table.build();
    }

    private DataTable leastServers() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "how many servers are needed at least, and why",
                        DataTable.Column.text("Method"),
                        DataTable.Column.number("Servers"),
                        DataTable.Column.text("Holds for any placement under strict FIFO"),
                        DataTable.Column.text("Why"));
        for (LowerBound.Component component : plan.lowerBound().components()) {
            table.row(
                    component.rigorous() && component.method().equals(plan.lowerBound().method()),
                    List.of(
                            component.method(),
                            Amounts.count(component.servers()),
                            component.rigorous() ? "yes" : "no, for information",
                            component.reason()));
        }
        return table.build();
    }
}
