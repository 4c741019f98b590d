package dev.stowage.report.fit;

import dev.stowage.model.TaskClass;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.report.ReportPage;
import dev.stowage.words.Amounts;
import dev.stowage.words.Glossary;
import dev.stowage.workload.WorkloadModel.ClassModel;
import dev.stowage.workload.fit.FitReport;
import dev.stowage.workload.fit.FitReport.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The report of a fit: one HTML file with, for each parameter, the histogram of the observations
 * against the densities that were tried, and the scores of all candidates. The same fit gives the
 * same bytes.
 */
public final class FitPage {
    private FitPage() {}

    /** The text of {@code fit.html}. */
    public static String html(FitReport report) {
        FitView view = view(report);
        return ReportPage.render("fit.jte", view.charts(), Map.of("view", view));
    }

    private static FitView view(FitReport report) {
        var model = report.model();
        List<FitView.Section> sections = new ArrayList<>();
        model.classes().forEach((of, fitted) -> sections.add(section(report, of, fitted)));
        return new FitView(
                model.name(),
                FitVerdict.of(model),
                facts(report),
                words(),
                model.provenance().trace().notes(),
                sections);
    }

    /** The symbols and measures of the charts, explained. */
    private static List<Fact> words() {
        return Stream.of(
                        "J_AT",
                        "J_N",
                        "J_D",
                        "T_AT",
                        "T_D",
                        "T_R",
                        "kde",
                        "similarity",
                        "KS",
                        "AIC",
                        "BIC",
                        "W1/sd",
                        "censored",
                        "kaplan-meier")
                .map(term -> Glossary.find(term).orElseThrow())
                .map(entry -> new Fact(entry.term(), entry.text()))
                .toList();
    }

    private static List<Fact> facts(FitReport report) {
        var made = report.model().provenance();
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("Trace", made.trace().trace() + " (" + made.trace().format() + ")"));
        if (!made.trace().attribution().isEmpty()) {
            facts.add(new Fact("Published by", made.trace().attribution()));
        }
        facts.add(new Fact("Class rule", made.trace().classRule()));
        facts.add(
                new Fact(
                        "1.0 of a normalised request",
                        Amounts.cores(made.trace().machine().cores())
                                + ", "
                                + Amounts.gib(made.trace().machine().gib())));
        made.trace()
                .tables()
                .forEach(
                        (table, read) ->
                                facts.add(
                                        new Fact(
                                                "Table " + table,
                                                TableWords.of(report.model(), table, read))));
        facts.add(new Fact("Criterion", made.settings().criterion().spelling()));
        facts.add(
                new Fact("Bandwidth of kernel densities", made.settings().bandwidth().spelling()));
        facts.add(new Fact("Bins of histograms", made.settings().bins().spelling()));
        facts.add(new Fact("Censored durations", made.censoring().spelling()));
        facts.add(new Fact("Made by", "stowage " + made.productVersion()));
        return facts;
    }

    private static FitView.Section section(FitReport report, TaskClass of, ClassModel fitted) {
        List<Panel> panels =
                report.panels().stream().filter(panel -> panel.taskClass() == of).toList();
        String id = of == TaskClass.BATCH ? "batch" : "user-facing";
        return new FitView.Section(
                id,
                of == TaskClass.BATCH ? "Batch jobs" : "User-facing jobs",
                Amounts.counted(fitted.jobs(), "job")
                        + ", "
                        + Amounts.share(fitted.share())
                        + " of all.",
                panels.stream().map(panel -> DensityChart.of(id, panel)).toList());
    }
}
