package dev.stowage.report.sweep;

import dev.stowage.report.Chart;
import dev.stowage.report.DataTable;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.report.ReportPage;
import dev.stowage.report.SectionedView;
import dev.stowage.report.SectionedView.Section;
import dev.stowage.words.Figures;
import dev.stowage.words.Verdict;
import dev.stowage.workflow.sweep.Cell;
import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.result.ChangeSentences;
import dev.stowage.workflow.sweep.result.Changes;
import dev.stowage.workflow.sweep.result.EffectSentences;
import dev.stowage.workflow.sweep.result.Explanation;
import dev.stowage.workflow.sweep.result.LeadingFigures;
import dev.stowage.workflow.sweep.result.SweepResult;
import dev.stowage.workflow.sweep.result.SweepSentences;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The report of a sweep: one HTML file. The same result gives the same bytes. */
public final class SweepPage {
    private static final int MOST_ROWS = 500;

    private final SweepResult result;

    private SweepPage(SweepResult result) {
        this.result = result;
    }

    /** The text of {@code report.html}. */
    public static String html(SweepResult result) {
        SectionedView view = new SweepPage(result).view();
        return ReportPage.render(
                "sweep.jte",
                view.allCharts(),
                Map.of("view", view, "explorer", SweepExplorer.of(result)));
    }

    private SectionedView view() {
        List<Section> sections = new ArrayList<>();
        if (!result.outcomes().isEmpty()) {
            sections.add(checks());
        }
        if (!result.failures().isEmpty()) {
            sections.add(failures());
        }
        result.changes().ifPresent(changes -> sections.add(changes(changes)));
        if (!result.needs().isEmpty()) {
            sections.add(
                    new Section(
                            "need",
                            "Needed capacity",
                            String.join(" ", EffectSentences.needs(result)),
                            List.of(EffectCharts.needs(result.needs())),
                            List.of()));
        }
        Chart tornado = EffectCharts.tornado(result.effects());
        if (!tornado.isEmpty()) {
            Chart indices = EffectCharts.indices(result.effects());
            sections.add(
                    new Section(
                            "decides",
                            "What decides",
                            String.join(" ", EffectSentences.decisions(result)),
                            indices.isEmpty() ? List.of(tornado) : List.of(tornado, indices),
                            List.of()));
        }
        sections.add(cells());
        return new SectionedView(
                "Sweep of " + result.sweep().question().name(),
                result.sweep().name(),
                verdict(),
                List.of(),
                sections,
                facts(),
                "sweep, inputs and version");
    }

    private Verdict verdict() {
        List<String> needs = EffectSentences.needs(result);
        List<String> details = new ArrayList<>(needs);
        details.addAll(EffectSentences.decisions(result));
        result.changes().ifPresent(changes -> details.add(ChangeSentences.of(changes).get(0)));
        boolean isDecided = result.outcomes().stream().anyMatch(each -> each.open().isEmpty());
        Verdict.Mark mark =
                !result.isGood()
                        ? Verdict.Mark.NO
                        : isDecided ? Verdict.Mark.YES : Verdict.Mark.OPEN;
        String sentence = SweepSentences.headline(result);
        return new Verdict(
                mark,
                mark == Verdict.Mark.NO
                        ? "Look at it"
                        : mark == Verdict.Mark.YES ? "All is well" : "No check decides",
                Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1) + ".",
                details);
    }

    private Section checks() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "checks",
                        DataTable.Column.text("Check"),
                        DataTable.Column.text(""),
                        DataTable.Column.number("Cells"));
        DataTable.Builder broken =
                new DataTable.Builder(
                        "cells that break a check",
                        DataTable.Column.text("Check"),
                        DataTable.Column.text("Cell"));
        boolean isBroken = false;
        for (SweepResult.Outcome each : result.outcomes()) {
            table.row(
                    each.check().text(), SweepSentences.verdict(each), Figures.count(each.cells()));
            for (String line : each.broken().stream().limit(MOST_ROWS).toList()) {
                broken.row(each.check().text(), line);
                isBroken = true;
            }
        }
        return new Section(
                "checks",
                "Checks",
                "What must hold, and the cells in which it does not.",
                List.of(),
                isBroken ? List.of(table.build(), broken.build()) : List.of(table.build()));
    }

    private Section failures() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "cells without an answer",
                        DataTable.Column.text("Cell"),
                        DataTable.Column.text("State"),
                        DataTable.Column.text("Reason"));
        result.failures().stream()
                .limit(MOST_ROWS)
                .forEach(
                        each -> table.row(each.cell().label(), each.state().text(), each.reason()));
        return new Section(
                "failures",
                "Without an answer",
                "They are tried again the next time.",
                List.of(),
                List.of(table.build()));
    }

    private Section changes(Changes changes) {
        DataTable.Builder table =
                new DataTable.Builder(
                        "changes of the first figures",
                        DataTable.Column.text("Cell"),
                        DataTable.Column.text("Figure"),
                        DataTable.Column.number("Before"),
                        DataTable.Column.number("Now"),
                        DataTable.Column.number("Change"),
                        DataTable.Column.text("Noise"));
        for (Changes.Change each : ChangeSentences.leading(result)) {
            table.row(
                    each.cell(),
                    each.figure(),
                    each.beforeInWords(),
                    each.afterInWords(),
                    each.percentText(),
                    each.noise().text());
        }
        List<DataTable> tables = new ArrayList<>();
        if (!changes.all().isEmpty()) {
            tables.add(table.build());
        }
        changes.explanation().ifPresent(found -> tables.add(explanation(found)));
        return new Section(
                "changes",
                "Since the earlier sweep",
                String.join(" ", ChangeSentences.besideTable(changes)),
                List.of(),
                tables);
    }

    private static DataTable explanation(Explanation found) {
        DataTable.Builder table =
                new DataTable.Builder(
                        "each changed figure with one input as it was before",
                        DataTable.Column.text("Cell"),
                        DataTable.Column.text("Figure"),
                        DataTable.Column.number("Before"),
                        DataTable.Column.number("Now"),
                        DataTable.Column.text("Input"),
                        DataTable.Column.number("Now, with that input as before"));
        for (Explanation.Part each : found.parts().stream().limit(MOST_ROWS).toList()) {
            table.row(
                    each.change().cell(),
                    each.change().figure(),
                    each.change().beforeInWords(),
                    each.change().afterInWords(),
                    each.input(),
                    each.withInWords());
        }
        return table.build();
    }

    private Section cells() {
        List<String> axes = result.sweep().axes();
        List<String> figures = LeadingFigures.deciding(result);
        List<DataTable.Column> columns = new ArrayList<>();
        axes.forEach(axis -> columns.add(DataTable.Column.text(axis)));
        columns.add(DataTable.Column.text("State"));
        figures.forEach(figure -> columns.add(DataTable.Column.number(figure)));
        DataTable.Builder table = new DataTable.Builder("cells", columns);
        for (CellResult cell : result.cells().stream().limit(MOST_ROWS).toList()) {
            List<String> row = new ArrayList<>();
            axes.forEach(
                    axis ->
                            row.add(
                                    Optional.ofNullable(cell.cell().choices().get(axis))
                                            .map(Cell::text)
                                            .orElse("–")));
            row.add(
                    result.sweep()
                            .shortfall(cell)
                            .map(why -> cell.state().text() + ", but " + why)
                            .orElse(cell.state().text()));
            figures.forEach(
                    figure -> {
                        double value = result.sweep().value(cell, figure);
                        row.add(Double.isFinite(value) ? Figures.number(value) : "–");
                    });
            table.row(false, row);
        }
        int left = result.cells().size() - MOST_ROWS;
        return new Section(
                "cells",
                "Cells",
                left > 0
                        ? "The first " + MOST_ROWS + "; all are in sweep.csv and sweep.parquet."
                        : "All figures are in sweep.csv and sweep.parquet.",
                List.of(),
                List.of(table.build()));
    }

    private List<Fact> facts() {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("question", result.sweep().question().name()));
        facts.add(new Fact("cells", Figures.count(result.cells().size())));
        result.sweep()
                .sample()
                .ifPresent(
                        sample ->
                                facts.add(
                                        new Fact(
                                                "sample",
                                                sample.method()
                                                        + ", "
                                                        + Figures.count(sample.points())
                                                        + " points")));
        facts.add(new Fact("version", SweepResult.version()));
        return facts;
    }
}
