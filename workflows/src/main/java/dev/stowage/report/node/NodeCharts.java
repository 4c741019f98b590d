package dev.stowage.report.node;

import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Line;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.report.Ticks;
import dev.stowage.workflow.node.ManagerView;
import dev.stowage.workflow.node.ManagerView.Tenant;
import dev.stowage.workflow.node.NodeResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Latencies, loads and allocations over time, a view for each manager, the best one first. */
final class NodeCharts {
    private static final double MOST_LATENCY = 3;

    private final NodeResult result;

    NodeCharts(NodeResult result) {
        this.result = result;
    }

    Chart latencies() {
        return new Chart(
                "latency",
                "Latency over target",
                "1 is the target. Above 3 it is drawn at 3. Points at the bottom: the allocation"
                        + " was changed.",
                true,
                views(
                        "latency over target",
                        Axis.value("Latency over target", "").upTo(MOST_LATENCY),
                        this::latencySeries,
                        List.of(new Line(1, "target", false, true, false, ""))),
                List.of());
    }

    Chart loads() {
        return new Chart(
                "load",
                "Load",
                "Shares of the largest load that each service holds alone.",
                false,
                views(
                                "load",
                                Axis.value("Load", "share").upTo(1),
                                manager ->
                                        series(services(manager), manager, tenant -> tenant.load()),
                                List.of())
                        .subList(0, 1),
                List.of());
    }

    /** A stacked chart of what each tenant has of a resource. */
    Chart stack(
            String id,
            String title,
            String caption,
            Function<Tenant, ? extends List<? extends Number>> amounts) {
        double most =
                result.managers().get(0).timeline().tenants().stream()
                        .mapToDouble(tenant -> amounts.apply(tenant).get(0).doubleValue())
                        .sum();
        return new Chart(
                id,
                title,
                caption,
                false,
                views(
                        title.toLowerCase(Locale.ROOT),
                        Axis.value(title, "").upTo(most).inWholeNumbers(),
                        manager -> stacked(manager, amounts),
                        List.of()),
                List.of());
    }

    /** The frequency of each tenant's cores. */
    Chart frequencies() {
        return new Chart(
                "frequency",
                "Frequency (GHz)",
                "Of the cores of each.",
                false,
                views(
                        "frequency",
                        Axis.value("Frequency (GHz)", ""),
                        manager -> series(manager.timeline().tenants(), manager, Tenant::ghz),
                        List.of()),
                List.of());
    }

    /** Which variants approximate jobs run; without any there is nothing to draw. */
    Optional<Chart> variants() {
        boolean hasNone =
                result.managers().get(0).timeline().tenants().stream()
                        .allMatch(tenant -> tenant.variant().isEmpty());
        return hasNone
                ? Optional.empty()
                : Optional.of(
                        new Chart(
                                "variant",
                                "Variant",
                                "Of each approximate job. 0 is precise.",
                                false,
                                views(
                                        "variant",
                                        Axis.value("Variant", "").inWholeNumbers(),
                                        NodeCharts::variantSeries,
                                        List.of()),
                                List.of()));
    }

    private static List<Series> variantSeries(ManagerView manager) {
        return series(
                manager.timeline().tenants().stream()
                        .filter(tenant -> !tenant.variant().isEmpty())
                        .toList(),
                manager,
                tenant -> tenant.variant().stream().map(Integer::doubleValue).toList());
    }

    private List<View> views(
            String what, Axis y, Function<ManagerView, List<Series>> series, List<Line> lines) {
        double end = result.durationSeconds();
        return result.managers().stream()
                .sorted(Comparator.comparing(manager -> !manager.manager().equals(result.best())))
                .map(
                        manager ->
                                new View(
                                        result.label(manager),
                                        what + " over time under " + result.label(manager),
                                        Axis.value("Time", "s")
                                                .from(0)
                                                .to(end)
                                                .inSteps(Ticks.step("s", end)),
                                        y,
                                        false,
                                        null,
                                        series.apply(manager),
                                        lines,
                                        null))
                .toList();
    }

    private static List<Tenant> services(ManagerView manager) {
        List<Tenant> all = manager.timeline().tenants();
        return all.stream().filter(tenant -> !tenant.load().isEmpty()).toList();
    }

    private List<Series> latencySeries(ManagerView manager) {
        List<Series> series =
                new ArrayList<>(
                        series(
                                services(manager),
                                manager,
                                tenant ->
                                        tenant.latencyOverTarget().stream()
                                                .map(
                                                        each ->
                                                                each == null
                                                                        ? Double.NaN
                                                                        : Math.min(
                                                                                each, MOST_LATENCY))
                                                .toList()));
        series.add(
                Series.of(
                                "Allocation changed",
                                "line",
                                "f",
                                Chart.pairs(times(manager), changes(manager)))
                        .withPoints()
                        .thinner());
        return series;
    }

    private static double[] changes(ManagerView manager) {
        double[] marks = new double[manager.timeline().endSeconds().size()];
        Arrays.fill(marks, Double.NaN);
        for (int i = 1; i < marks.length; i++) {
            marks[i] = manager.timeline().isChanged().get(i) ? 0.02 : Double.NaN;
        }
        return marks;
    }

    private static List<Series> series(
            List<Tenant> tenants, ManagerView manager, Function<Tenant, List<Double>> values) {
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < tenants.size(); i++) {
            series.add(
                    Series.of(
                            tenants.get(i).name(),
                            "line",
                            Chart.tone(i),
                            Chart.pairs(times(manager), column(values.apply(tenants.get(i))))));
        }
        return series;
    }

    /** The whole first, then each sum without its last tenant, so that later areas hide it. */
    private static List<Series> stacked(
            ManagerView manager, Function<Tenant, ? extends List<? extends Number>> amounts) {
        List<Tenant> tenants = manager.timeline().tenants();
        List<Series> series = new ArrayList<>();
        for (int last = tenants.size() - 1; last >= 0; last--) {
            List<? extends Number> own = amounts.apply(tenants.get(last));
            double[] sum = new double[own.size()];
            double[] share = new double[own.size()];
            for (int i = 0; i < sum.length; i++) {
                share[i] = own.get(i).doubleValue();
                for (int tenant = 0; tenant <= last; tenant++) {
                    sum[i] += amounts.apply(tenants.get(tenant)).get(i).doubleValue();
                }
            }
            series.add(
                    Series.of(
                                    tenants.get(last).name(),
                                    "stack",
                                    last == tenants.size() - 1 ? "f" : Chart.tone(last),
                                    Chart.triples(times(manager), sum, share))
                            .stepped());
        }
        return series;
    }

    private static double[] times(ManagerView manager) {
        return column(manager.timeline().endSeconds());
    }

    private static double[] column(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
