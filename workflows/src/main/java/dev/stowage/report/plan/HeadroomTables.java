package dev.stowage.report.plan;

import dev.stowage.plan.CapacityPlan;
import dev.stowage.plan.CurvePoint;
import dev.stowage.plan.bound.LowerBound;
import dev.stowage.plan.objective.ObjectiveValue;
import dev.stowage.report.Answer;
import dev.stowage.report.DataTable;
import dev.stowage.words.Amounts;
import dev.stowage.words.MetricWords;
import java.util.ArrayList;
import java.util.List;

/** The numbers behind the headroom curve. */
final class HeadroomTables {
    private HeadroomTables() {}

    /** Every simulated number of servers. */
    static DataTable curve(CapacityPlan plan, List<ObjectiveValue> bounds) {
        List<DataTable.Column> columns = new ArrayList<>();
        columns.add(DataTable.Column.number("Servers"));
        bounds.forEach(
                bound -> {
                    columns.add(DataTable.Column.number(MetricWords.title(bound.metric())));
                    columns.add(DataTable.Column.number("Its median"));
                });
        if (!plan.confidence().exact()) {
            columns.add(DataTable.Column.number("Replications averaged"));
        }
        columns.add(DataTable.Column.number("Replications that held"));
        columns.add(DataTable.Column.text("Objective"));
        DataTable.Builder table =
                new DataTable.Builder("simulated numbers of servers and their metrics", columns);
        for (CurvePoint point : plan.curve()) {
            List<String> cells = new ArrayList<>();
            cells.add(Amounts.count(point.servers()));
            for (ObjectiveValue bound : bounds) {
                double value = point.metrics().getOrDefault(bound.metric(), Double.NaN);
                cells.add(Amounts.metric(bound.metric(), value, bound.bound()));
                double[] limits = HeadroomChart.limits(point, bound);
                cells.add(
                        Double.isNaN(limits[0])
                                ? "-"
                                : Amounts.metric(bound.metric(), limits[0])
                                        + " to "
                                        + Amounts.metric(bound.metric(), limits[1]));
            }
            if (!plan.confidence().exact()) {
                cells.add(Amounts.count(point.averaged()));
            }
            cells.add(Amounts.count(point.held()) + " of " + Amounts.count(point.replications()));
            cells.add(point.met() == null ? "too few to tell" : point.met() ? "✓ met" : "✗ missed");
            table.row(point.servers() == Answer.servers(plan), cells);
        }
        return table.build();
    }

    /** Every lower bound. */
    static DataTable leastServers(CapacityPlan plan) {
        DataTable.Builder table =
                new DataTable.Builder(
                        "how many servers are needed at least, and why",
                        DataTable.Column.text("Method"),
                        DataTable.Column.number("Servers"),
                        DataTable.Column.text("Holds for any placement with this queue"),
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
