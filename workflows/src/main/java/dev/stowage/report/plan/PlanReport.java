package dev.stowage.report.plan;

import dev.stowage.plan.CapacityPlan;
import dev.stowage.plan.Confidence;
import dev.stowage.plan.bound.WorkloadFigures;
import dev.stowage.plan.objective.ObjectiveValue;
import dev.stowage.report.Answer;
import dev.stowage.report.Chart.Line;
import dev.stowage.report.ClaimWords;
import dev.stowage.report.MixWords;
import dev.stowage.report.PendingChart;
import dev.stowage.report.PlanView;
import dev.stowage.report.PlanView.AssumptionRow;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.report.PlanView.ObjectiveRow;
import dev.stowage.report.PurchaseWords;
import dev.stowage.report.ReportPage;
import dev.stowage.report.SharingWords;
import dev.stowage.report.SurvivalWords;
import dev.stowage.words.Amounts;
import dev.stowage.words.MetricWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The report of a plan: one HTML file with the answer in words, its figures, interactive charts
 * with tables beside them, and every assumption. The same figures give the same bytes.
 */
public final class PlanReport {
    private final PlanFigures figures;
    private final CapacityPlan plan;

    private PlanReport(PlanFigures figures) {
        this.figures = figures;
        this.plan = figures.plan();
    }

    /** The text of {@code report.html}. */
    public static String html(PlanFigures figures) {
        PlanView view = new PlanReport(figures).view();
        return ReportPage.render("plan.jte", view.charts(), Map.of("view", view));
    }

    private PlanView view() {
        return new PlanView(
                plan.name(),
                plan.met(),
                Answer.of(plan, figures.maxServers()),
                new KeyFigures(figures).all(),
                notes(),
                objectiveLede(),
                plan.confidence().exact() ? "Value" : "Mean",
                ClaimWords.upper(plan.confidence()),
                plan.objective().stream().map(PlanReport::objectiveRow).toList(),
                HeadroomChart.of(plan),
                loadLede(),
                LoadCharts.of(figures),
                waitingLede(),
                PendingChart.of(
                        "Started tasks of the first replication on the planned servers.",
                        waitBounds(),
                        figures.pendingTimes()),
                costLede(),
                CostChart.of(plan),
                Stream.of(
                                SharingWords.of(plan).map(SharingWords::section),
                                PurchaseWords.of(plan).map(PurchaseWords::section),
                                MixWords.of(plan).map(MixWords::section),
                                SurvivalWords.section(plan))
                        .flatMap(Optional::stream)
                        .toList(),
                ClaimWords.of(plan),
                plan.otherwise().stream()
                        .map(each -> new Fact(ClaimWords.what(each), ClaimWords.servers(each)))
                        .toList(),
                facts(figures.question()),
                plan.assumptions().stream().map(PlanReport::assumptionRow).toList(),
                facts(plan.provenance().inputs()),
                colophon(),
                ReportPage.jsonText(figures.planJson()));
    }

    private List<Line> waitBounds() {
        List<Line> lines = new ArrayList<>();
        for (ObjectiveValue value : plan.objective()) {
            if (value.metric().startsWith("pendingSeconds.")
                    && value.bound() > PendingChart.LEAST_SECONDS) {
                lines.add(
                        new Line(
                                value.bound(),
                                value.metric().substring("pendingSeconds.".length())
                                        + " at most "
                                        + Amounts.seconds(value.bound()),
                                true,
                                true,
                                false,
                                "b"));
            }
        }
        return lines;
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>(plan.notes());
        figures.summary().warnings().stream().filter(w -> !notes.contains(w)).forEach(notes::add);
        return notes;
    }

    private String objectiveLede() {
        Confidence confidence = plan.confidence();
        return "All bounds are upper bounds. "
                + (confidence.exact()
                        ? "Values are those of the one run."
                        : "Held to them is what all of "
                                + Amounts.counted(confidence.replications(), "replication")
                                + " keep to but those that the claim lets miss. A mean over them"
                                + " says little where few windows wait long.");
    }

    private static ObjectiveRow objectiveRow(ObjectiveValue value) {
        boolean hasBar = value.bound() > 0 && Double.isFinite(value.upper());
        double filled = hasBar ? value.upper() / value.bound() : 0;
        return new ObjectiveRow(
                MetricWords.title(value.metric()),
                Amounts.metric(value.metric(), value.bound(), value.value(), value.upper()),
                Amounts.metric(value.metric(), value.value(), value.bound()),
                Amounts.metric(value.metric(), value.upper(), value.bound()),
                value.met(),
                value.implied(),
                hasBar ? Amounts.share(filled) : "",
                (int) Math.round(100 * Math.min(1, filled)));
    }

    private String loadLede() {
        WorkloadFigures workload = plan.workload();
        String gpus =
                workload.extras().gpuTasks() == 0
                        ? ""
                        : ", and "
                                + Amounts.count(workload.extras().gpuTasks())
                                + " of them for "
                                + Amounts.unit(
                                        Amounts.decimal(workload.extras().gpuHours()), "GPU hours");
        return (plan.confidence().exact() ? "" : "In the first replication ")
                + Amounts.counted(workload.tasks(), "task")
                + (workload.tasks() == 1 ? " asks for " : " ask for ")
                + Amounts.unit(Amounts.decimal(workload.coreHours()), "core hours")
                + " and "
                + Amounts.unit(Amounts.decimal(workload.gibHours()), "GiB hours")
                + gpus
                + ", submitted over "
                + Amounts.seconds(
                        (workload.lastSubmitMicros() - workload.firstSubmitMicros()) / 1e6)
                + ". The charts show the first replication on "
                + Amounts.counted(figures.simulatedServers(), "server")
                + ".";
    }

    private String waitingLede() {
        var waits = figures.summary().pendingSeconds();
        return "In the first replication "
                + Amounts.counted(waits.count(), "task")
                + " started; they waited "
                + Amounts.seconds(waits.mean())
                + " on average, half of them at most "
                + Amounts.seconds(waits.p50())
                + ", 99\u00a0% at most "
                + Amounts.seconds(waits.p99())
                + ", the longest "
                + Amounts.seconds(waits.max())
                + ".";
    }

    private String costLede() {
        List<String> sentences = new ArrayList<>();
        if (plan.mix() != null) {
            sentences.add("What the mix costs stands under Which servers.");
        } else if (plan.cost() == null) {
            sentences.add("The server type has no price, so own servers have no cost here.");
        } else {
            sentences.add("Own: " + plan.cost().includes() + ".");
        }
        sentences.add(
                plan.clouds().isEmpty()
                        ? "No cloud was asked for, or none can hold the largest task."
                        : "Clouds: on-demand list prices, 8,760 h a year, 730 h a month.");
        return String.join(" ", sentences);
    }

    private static List<Fact> facts(Map<String, String> values) {
        return values.entrySet().stream().map(e -> new Fact(e.getKey(), e.getValue())).toList();
    }

    private static AssumptionRow assumptionRow(CapacityPlan.Assumption assumption) {
        return new AssumptionRow(
                assumption.what(),
                assumption.value(),
                assumption.kind().name().toLowerCase(Locale.ROOT),
                assumption.source());
    }

    private String colophon() {
        return "Made by "
                + plan.provenance().product()
                + " "
                + plan.provenance().version()
                + " with seed "
                + plan.seed()
                + ". The same scenario, inputs and version give the same file. Charts: Apache"
                + " ECharts (Apache-2.0), inside this file.";
    }
}
