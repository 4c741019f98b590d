package dev.stowage.report.plan;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.stowage.plan.CapacityPlan;
import dev.stowage.plan.Confidence;
import dev.stowage.plan.CurvePoint;
import dev.stowage.plan.objective.ObjectiveValue;
import dev.stowage.report.Answer;
import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Line;
import dev.stowage.report.Chart.Point;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.run.Metric;
import dev.stowage.stats.output.Reliability;
import dev.stowage.words.Amounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Every bounded metric against the number of servers, with the bound and the plan. */
final class HeadroomChart {
    /** Beyond so many bounds the axis is cut off: what matters lies around the bound. */
    private static final double CUT = 4;

    private static final String OF_ONE_RUN =
            "Each point is a simulated number of servers. Very long waits are cut off; the table"
                    + " has them.";

    private static final String OF_WINDOWS =
            "Each point is a simulated number of servers. What decides is in how many windows the"
                    + " objective holds: the band is what the share may be of all windows, each"
                    + " limit at the confidence of the plan; it is wide where few were made. Metrics"
                    + " are means of the first replications, the same at each point; their band"
                    + " holds the median over all windows. Very long waits are cut off; the table"
                    + " has them.";

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
                        : Stream.concat(
                                        chart.held().stream(),
                                        chart.bounds.stream().map(chart::view))
                                .toList();
        return new Chart(
                "chart-headroom",
                "Objective against number of servers",
                plan.confidence().exact() ? OF_ONE_RUN : OF_WINDOWS,
                true,
                views,
                plan.curve().isEmpty()
                        ? List.of(HeadroomTables.leastServers(plan))
                        : List.of(
                                HeadroomTables.curve(plan, chart.bounds),
                                HeadroomTables.leastServers(plan)));
    }

    private static boolean isInteresting(CapacityPlan plan, ObjectiveValue value) {
        return plan.curve().stream()
                .anyMatch(point -> point.metrics().getOrDefault(value.metric(), 0.0) > 0);
    }

    /** In how large a share of the windows the objective holds; none where nothing is drawn. */
    private Optional<View> held() {
        Confidence confidence = plan.confidence();
        if (confidence.exact()) {
            return Optional.empty();
        }
        Reliability limits = new Reliability(confidence.reliability(), confidence.level());
        double[] servers = servers();
        double[] held = held((all, count) -> (double) all / count);
        double asked = confidence.reliability();
        double atPlan = (double) confidence.held() / confidence.replications();
        String title = "Windows in which the objective holds";
        return Optional.of(
                new View(
                        "Windows that hold",
                        "Line chart of the share of windows in which the objective holds, with"
                                + " confidence limits, against the number of servers. Asked for is "
                                + Amounts.share(asked)
                                + "; of the replications on the planned "
                                + Amounts.count(Answer.servers(plan))
                                + " servers "
                                + Amounts.share(atPlan)
                                + " hold.",
                        x(),
                        Axis.value(title, "share").from(0).to(1),
                        false,
                        null,
                        List.of(
                                Series.of(
                                        "Limits of all windows",
                                        "band",
                                        "a",
                                        Chart.triples(
                                                servers,
                                                held(limits::claimed),
                                                held(limits::notExcluded))),
                                Series.of(
                                                "Replications that hold",
                                                "line",
                                                "a",
                                                Chart.pairs(servers, held))
                                        .withPoints()),
                        lines(asked, "asked for " + Amounts.share(asked)),
                        point(atPlan)));
    }

    private double[] held(ShareOf share) {
        return plan.curve().stream()
                .mapToDouble(point -> share.of(point.held(), point.replications()))
                .toArray();
    }

    private interface ShareOf {
        double of(int held, int replications);
    }

    private double[] servers() {
        return plan.curve().stream().mapToDouble(CurvePoint::servers).toArray();
    }

    private double low() {
        return Math.min(plan.curve().get(0).servers(), plan.lowerBound().servers());
    }

    private double high() {
        int last = plan.curve().get(plan.curve().size() - 1).servers();
        return Math.max(last, plan.lowerBound().servers());
    }

    private Axis x() {
        double room = Math.max(1, Math.ceil((high() - low()) * 0.04));
        return Axis.value("Servers", "servers")
                .from(Math.max(0, low() - room))
                .to(high() + room)
                .inWholeNumbers();
    }

    private View view(ObjectiveValue bound) {
        Metric metric = Metric.named(bound.metric()).orElseThrow();
        double[] values =
                plan.curve().stream()
                        .mapToDouble(p -> p.metrics().getOrDefault(bound.metric(), Double.NaN))
                        .toArray();
        double highest =
                Arrays.stream(values).filter(Double::isFinite).reduce(bound.bound(), Math::max);
        double top = Math.min(highest, cut(bound, values));
        Axis y = Axis.value(metric.title(), metric.quantity().unit().symbol()).upTo(top);
        return new View(
                metric.title(),
                alt(metric, bound),
                x(),
                y,
                false,
                null,
                series(bound, metric, Chart.pairs(servers(), values)),
                lines(bound.bound(), "bound " + Amounts.metric(bound.metric(), bound.bound())),
                point(atPlan(bound)));
    }

    /** As the curve has it: the mean of the replications that all its points have. */
    private double atPlan(ObjectiveValue bound) {
        return plan.curve().stream()
                .filter(each -> each.servers() == Answer.servers(plan))
                .map(each -> each.metrics().getOrDefault(bound.metric(), 0.0))
                .filter(Double::isFinite)
                .findFirst()
                .orElse(0.0);
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
    static double[] limits(CurvePoint point, ObjectiveValue bound) {
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

    private Point point(double value) {
        int planned = Answer.servers(plan);
        boolean isAtRight = planned > low() + 0.75 * (high() - low());
        return new Point(
                planned,
                value,
                (plan.met() ? "plan: " : "tried: ") + Amounts.count(planned),
                isAtRight);
    }

    private List<Line> lines(double asked, String text) {
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(asked, text, false, true, false, "b"));
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

    private String alt(Metric metric, ObjectiveValue bound) {
        return "Line chart of the "
                + metric.inSentence()
                + " against the number of servers. The bound is "
                + Amounts.metric(bound.metric(), bound.bound())
                + "; with the planned "
                + Amounts.count(Answer.servers(plan))
                + " servers the value is "
                + Amounts.metric(bound.metric(), bound.value())
                + ".";
    }
}
