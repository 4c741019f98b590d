package dev.stowage.report.cloud;

import dev.stowage.model.Resources;
import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Line;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.report.DataTable;
import dev.stowage.report.SteppedSeries;
import dev.stowage.report.Ticks;
import dev.stowage.sim.cloud.DeploymentAlternative;
import dev.stowage.sim.cloud.DeploymentRun;
import dev.stowage.sim.cloud.DeploymentStudyResult;
import dev.stowage.words.Amounts;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Deployments over time: what is needed, what is there, what it costs, which VMs. */
final class CloudCharts {
    private static final double NANO_USD_SECONDS = 1e9 * 3_600;
    private static final String[] TONES = {"a", "b", "c", "d", "e", "f"};
    private static final int TABLE_ROWS = 24;

    private final DeploymentStudyResult result;
    private final List<DeploymentAlternative> shown;

    /**
     * @param shown alternatives to draw, at most six, the cheapest first
     */
    CloudCharts(DeploymentStudyResult result, List<DeploymentAlternative> shown) {
        this.result = result;
        this.shown = shown;
    }

    private double step() {
        return result.spec().decisionSeconds();
    }

    private double end() {
        return result.endSeconds();
    }

    private Axis time() {
        double end = end();
        return Axis.value("Time since the start of the demand", "s")
                .from(0)
                .to(end)
                .inSteps(Ticks.step("s", end));
    }

    private String drawn() {
        int decisions = result.demand().size();
        return decisions > 2 * SteppedSeries.PARTS
                ? " Of every "
                        + Amounts.seconds(result.endSeconds() / (double) SteppedSeries.PARTS)
                        + " the least and the most are drawn."
                : "";
    }

    Chart cpu() {
        return resource("cpu", "CPU", "cores", Resources::cores);
    }

    Chart memory() {
        return resource("memory", "Memory", "GiB", Resources::gib);
    }

    private Chart resource(
            String id, String name, String unit, ToDoubleFunction<Resources> amount) {
        double[] demand = result.demand().stream().mapToDouble(amount).toArray();
        List<View> views = new ArrayList<>();
        List<double[]> assigned = new ArrayList<>();
        for (DeploymentAlternative each : shown) {
            double[] had = each.run().orElseThrow().assigned().each(amount);
            views.add(resource(each, name, unit, demand, had));
            assigned.add(had);
        }
        return new Chart(
                "chart-" + id,
                name + ": demand and what is assigned",
                (shown.size() > 1 ? "Buttons choose the policy, each" : "The policy")
                        + " where it is cheapest."
                        + drawn(),
                true,
                views,
                List.of(table(name, unit, demand, assigned)));
    }

    private View resource(
            DeploymentAlternative each,
            String name,
            String unit,
            double[] demand,
            double[] assigned) {
        double top = Math.max(most(demand), most(assigned));
        double needed = Arrays.stream(demand).average().orElse(0);
        double had = Arrays.stream(assigned).average().orElse(0);
        String alt =
                CloudTables.label(each)
                        + ": "
                        + name
                        + " assigned over time, on average "
                        + Amounts.unit(Amounts.decimal(had), unit)
                        + ", above the demand, on average "
                        + Amounts.unit(Amounts.decimal(needed), unit)
                        + ".";
        double end = result.endSeconds();
        return new View(
                CloudTables.policy(each),
                alt,
                time(),
                Axis.value(name + " (" + unit + ")", unit).upTo(Math.max(top, 1e-3)),
                false,
                null,
                List.of(
                        Series.of(
                                        "Demand",
                                        "area",
                                        "b",
                                        SteppedSeries.of(demand, step(), end).pairs())
                                .stepped()
                                .thinner(),
                        Series.of(
                                        "Assigned, " + CloudTables.label(each),
                                        "line",
                                        "a",
                                        SteppedSeries.of(assigned, step(), end).pairs())
                                .stepped()),
                List.of(),
                null);
    }

    private static double most(double[] values) {
        return Arrays.stream(values).max().orElse(0);
    }

    /** Means over equal parts of the time. */
    private DataTable table(String name, String unit, double[] demand, List<double[]> assigned) {
        List<DataTable.Column> columns = new ArrayList<>();
        columns.add(DataTable.Column.text("From"));
        columns.add(DataTable.Column.number("Demand, " + unit));
        shown.forEach(each -> columns.add(DataTable.Column.number(CloudTables.policy(each))));
        int parts = Math.min(TABLE_ROWS, demand.length);
        DataTable.Builder table =
                new DataTable.Builder(
                        name + " demanded and assigned, mean of each part of the time", columns);
        for (int part = 0; part < parts; part++) {
            int from = (int) ((long) demand.length * part / parts);
            int to = (int) ((long) demand.length * (part + 1) / parts);
            List<String> cells = new ArrayList<>();
            cells.add(Amounts.clock((long) (from * step() * 1e6)));
            cells.add(Amounts.decimal(mean(demand, from, to)));
            assigned.forEach(had -> cells.add(Amounts.decimal(mean(had, from, to))));
            table.row(false, cells);
        }
        return table.build();
    }

    private static double mean(double[] levels, int from, int to) {
        return Arrays.stream(levels, from, to).average().orElse(0);
    }

    /** What was spent so far, by policy. */
    Chart cost() {
        List<Series> series = new ArrayList<>();
        DataTable.Builder table = costTable();
        List<double[]> all = new ArrayList<>();
        for (DeploymentAlternative each : shown) {
            double[] sums = spent(each.run().orElseThrow());
            all.add(sums);
            series.add(
                    Series.of(
                            CloudTables.label(each),
                            "line",
                            TONES[series.size()],
                            SteppedSeries.growing(sums, step(), end()).pairs()));
        }
        int n = all.get(0).length;
        int parts = Math.min(TABLE_ROWS, n);
        for (int part = 1; part <= parts; part++) {
            int steps = (int) ((long) n * part / parts);
            List<String> cells = new ArrayList<>();
            double until = Math.min(steps * step(), end());
            cells.add(Amounts.clock((long) (until * 1e6)));
            all.forEach(sums -> cells.add(dollars(sums[steps - 1])));
            table.row(false, cells);
        }
        double top = all.stream().mapToDouble(CloudCharts::most).max().orElse(0);
        View view =
                new View(
                        "Cost so far",
                        "Cost so far of each policy where it is cheapest. " + ends(all),
                        time(),
                        Axis.value("USD", "USD").upTo(Math.max(0.01, top)),
                        false,
                        null,
                        series,
                        bound(),
                        null);
        return new Chart(
                "chart-cost",
                "Cost over time",
                "What each policy has spent so far, where it is cheapest; what VMs are charged"
                        + " beyond the end counts at the end.",
                true,
                List.of(view),
                List.of(table.build()));
    }

    private DataTable.Builder costTable() {
        List<DataTable.Column> columns = new ArrayList<>();
        columns.add(DataTable.Column.text("Until"));
        shown.forEach(each -> columns.add(DataTable.Column.number(CloudTables.label(each))));
        return new DataTable.Builder("cost so far", columns);
    }

    private String ends(List<double[]> all) {
        List<String> ends = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            ends.add(CloudTables.label(shown.get(i)) + " " + dollars(most(all.get(i))));
        }
        return "At the end: " + String.join(", ", ends) + ".";
    }

    private List<Line> bound() {
        return result.bound()
                .map(
                        bound ->
                                List.of(
                                        new Line(
                                                bound.boundUsd(),
                                                "bound " + dollars(bound.boundUsd()),
                                                false,
                                                true,
                                                true,
                                                "")))
                .orElse(List.of());
    }

    static String dollars(double usd) {
        return Amounts.cents(BigDecimal.valueOf(usd).setScale(2, RoundingMode.HALF_UP));
    }

    /** USD after each decision, data that moved included. */
    static double[] spent(DeploymentRun run) {
        long[] steps = run.nanoUsdSecondsByDecision();
        double[] sums = new double[steps.length];
        int move = 0;
        double sum = 0;
        for (int i = 0; i < steps.length; i++) {
            while (move < run.moves().size()
                    && run.moves().get(move).atSeconds() <= i * run.decisionSeconds()) {
                sum += run.moves().get(move).usd();
                move++;
            }
            sum += steps[i] / NANO_USD_SECONDS;
            sums[i] = sum;
        }
        return sums;
    }

    /** VMs over time by type, stacked. */
    Chart mix() {
        List<View> views = new ArrayList<>();
        List<DataTable> tables = new ArrayList<>();
        for (DeploymentAlternative each : shown) {
            views.add(mix(each, VmMix.of(each.run().orElseThrow())));
            tables.add(CloudTables.mix(each));
        }
        return new Chart(
                "chart-mix",
                "VMs over time",
                "VMs that work, by type, the types that work most named; of each of at most "
                        + SteppedSeries.PARTS
                        + " parts of the time the moment with the most VMs.",
                true,
                views,
                tables);
    }

    private View mix(DeploymentAlternative each, VmMix mix) {
        List<Series> series = new ArrayList<>();
        double[] total = new double[mix.seconds().length];
        for (int type = 0; type < mix.types().size(); type++) {
            double[] counts = mix.counts()[type];
            for (int i = 0; i < total.length; i++) {
                total[i] += counts[i];
            }
            // the highest first: each later one hides it but for its own share
            series.add(
                    0,
                    Series.of(
                                    mix.types().get(type),
                                    "stack",
                                    TONES[type],
                                    Chart.triples(mix.seconds(), total, counts))
                            .stepped());
        }
        return new View(
                CloudTables.policy(each),
                "VMs of "
                        + CloudTables.label(each)
                        + " over time, stacked by type: "
                        + String.join(", ", mix.types())
                        + "; at most "
                        + Amounts.counted((long) most(total), "VM")
                        + " at a time.",
                time(),
                Axis.value("VMs", "VMs").upTo(Math.max(1, most(total))).inWholeNumbers(),
                false,
                null,
                series,
                List.of(),
                null);
    }

    /** Shares of what was assigned that nobody needed. */
    Chart unused() {
        List<String> names = shown.stream().map(CloudTables::label).toList();
        double[] rows = new double[names.size()];
        double[] cpu = new double[names.size()];
        double[] memory = new double[names.size()];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = i;
            DeploymentRun run = shown.get(i).run().orElseThrow();
            cpu[i] = run.unusedCpu();
            memory[i] = run.unusedMemory();
        }
        return new Chart(
                "chart-unused",
                "Unused share",
                "Of what is assigned, the share that the demand does not need. The ranking above"
                        + " has it for every alternative.",
                false,
                List.of(unused("CPU", names, rows, cpu), unused("Memory", names, rows, memory)),
                List.of());
    }

    private static View unused(String name, List<String> names, double[] rows, double[] shares) {
        StringBuilder alt = new StringBuilder("Unused share of the assigned " + name + ":");
        for (int i = 0; i < rows.length; i++) {
            alt.append(i == 0 ? " " : ", ").append(names.get(i)).append(' ');
            alt.append(Amounts.share(shares[i]));
        }
        return new View(
                name,
                alt.append('.').toString(),
                Axis.value("Unused share of assigned " + name, "share").upTo(most(shares)),
                Axis.categories(names.stream().map(n -> n.replace(" on ", "\non ")).toList()),
                false,
                null,
                List.of(Series.of("Unused " + name, "bar", "a", Chart.pairs(shares, rows))),
                List.of(),
                null);
    }
}
