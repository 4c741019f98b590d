package dev.stowage.workflow.plan;

import dev.stowage.report.DataTable;
import dev.stowage.report.DataTable.Column;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.report.ReportPage;
import dev.stowage.report.SectionedView;
import dev.stowage.report.SectionedView.Section;
import dev.stowage.words.Amounts;
import dev.stowage.workflow.plan.ResultsOverview.Result;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Several results on one page. */
public final class ResultsPage {
    private ResultsPage() {}

    /** The text of the page. */
    public static String html(ResultsOverview overview) {
        DataTable.Builder answers =
                new DataTable.Builder(
                        "results",
                        Column.text("Result"),
                        Column.text("Kind"),
                        Column.text("Holds"),
                        Column.text("Answer"),
                        Column.text("Cost"),
                        Column.text("Figures"),
                        Column.text("Left out"));
        overview.results().forEach(each -> answers.row(cells(each)));
        SectionedView view =
                new SectionedView(
                        "Results",
                        overview.results().size() + " results",
                        overview.verdict(),
                        List.of(),
                        List.of(
                                new Section(
                                        "results",
                                        "Results",
                                        "What each answers. Each folder has a report of its own.",
                                        List.of(),
                                        List.of(answers.build()))),
                        List.of(new Fact("results", Integer.toString(overview.results().size()))),
                        "results and version");
        return ReportPage.render("sections.jte", view.allCharts(), Map.of("view", view));
    }

    /** A row, as the terminal has it too. */
    public static String[] cells(Result each) {
        return new String[] {
            each.result(),
            each.kind(),
            switch (each.holds()) {
                case YES -> "yes";
                case NO -> "no";
                case OPEN -> "not decided";
            },
            each.answer(),
            each.cost(),
            each.figures().stream().map(ResultsPage::text).collect(Collectors.joining("; ")),
            String.join(" ", each.notes())
        };
    }

    private static String text(Result.Figure figure) {
        return figure.name()
                + " "
                + (figure.unit().equals("s")
                        ? Amounts.seconds(figure.value())
                        : Amounts.decimal(figure.value())
                                + (figure.unit().isEmpty() ? "" : " " + figure.unit()));
    }
}
