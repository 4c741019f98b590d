package dev.stowage.workflow.plan;

import dev.stowage.report.DataTable;
import dev.stowage.report.DataTable.Column;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.report.ReportPage;
import dev.stowage.report.SectionedView;
import dev.stowage.report.SectionedView.Section;
import dev.stowage.run.Metric;
import dev.stowage.words.Amounts;
import dev.stowage.workflow.plan.ResultsOverview.Result;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Several results on one page. */
public final class ResultsPage {
    private ResultsPage() {}

    /** The text of the page. */
    public static String html(ResultsOverview overview) {
        List<Column> headings =
                new ArrayList<>(
                        List.of(
                                Column.text("Result"),
                                Column.text("Kind"),
                                Column.text("Verdict"),
                                Column.text("Answer"),
                                Column.text("Cost")));
        boolean isLeftOut = overview.results().stream().anyMatch(each -> !each.notes().isEmpty());
        if (isLeftOut) {
            headings.add(Column.text("Left out"));
        }
        DataTable.Builder answers = new DataTable.Builder("results", headings);
        DataTable.Builder figures =
                new DataTable.Builder(
                        "figures",
                        Column.text("Result"),
                        Column.text("Figure"),
                        Column.number("Value"));
        for (Result each : overview.results()) {
            answers.row(Arrays.copyOf(cells(each), headings.size()));
            each.figures()
                    .forEach(figure -> figures.row(each.result(), name(figure), value(figure)));
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
            each.verdict(),
            each.answer(),
            each.cost(),
            String.join(" ", each.notes())
        };
    }

    /** A figure with its name, for the terminal. */
    public static String text(Result.Figure figure) {
        return name(figure) + " " + value(figure);
    }

    /** In words, if it begins with the name of a metric. */
    private static String name(Result.Figure figure) {
        String metric = figure.name().split(",", 2)[0];
        return Metric.named(metric).map(Metric::inSentence).orElse(metric)
                + figure.name().substring(metric.length());
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
