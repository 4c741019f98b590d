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
                        Column.text("Left out"));
        DataTable.Builder figures =
                new DataTable.Builder(
                        "figures",
                        Column.text("Result"),
                        Column.text("Figure"),
                        Column.number("Value"));
        for (Result each : overview.results()) {
            answers.row(cells(each));
            each.figures()
                    .forEach(figure -> figures.row(each.result(), figure.name(), value(figure)));
        }
        DataTable all = figures.build();
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
                                        all.rows().isEmpty()
                                                ? List.of(answers.build())
                                                : List.of(answers.build(), all))),
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
            String.join(" ", each.notes())
        };
    }

    /** A figure with its name, for the terminal. */
    public static String text(Result.Figure figure) {
        return figure.name() + " " + value(figure);
    }

    private static String value(Result.Figure figure) {
        return switch (figure.unit()) {
            case "" -> Amounts.decimal(figure.value());
            case "s" -> Amounts.seconds(figure.value());
            case "share" -> Amounts.share(figure.value());
            default -> Amounts.unit(Amounts.decimal(figure.value()), figure.unit());
        };
    }
}
