package dev.stowage.report.services;

import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.Wrapped;
import dev.stowage.words.Figures;
import dev.stowage.workflow.services.ControllersView;
import dev.stowage.workflow.services.ControllersView.Outcome;
import java.io.PrintWriter;
import java.util.stream.Collectors;

/** Services with objectives under several controllers, as text. */
public record ControllersText(ControllersView study, Style style) {
    private static final int WORST = 3;

    /** Prints the verdict, a row for each controller, its worst services and the notes. */
    public void print(PrintWriter out) {
        Wrapped.print(out, style.bold(study.verdict()));
        study.comparisons().forEach(each -> Wrapped.print(out, each));
        out.println();
        TextTable table =
                new TextTable(
                        Column.text(""),
                        Column.figure("violated"),
                        Column.figure("low"),
                        Column.figure("CPU"),
                        Column.figure("servers"),
                        Column.figure("error"),
                        Column.figure("too much"),
                        Column.figure("back"),
                        Column.figure("moved"),
                        Column.figure("refused"));
        study.controllers()
                .forEach(
                        each ->
                                table.row(
                                        ControllerRows.cells(study, each).toArray(String[]::new)));
        table.print(out, style, 0);
        out.println();
        study.controllers().stream()
                .filter(each -> each.violatedShare().mean() > 0)
                .forEach(each -> Wrapped.print(out, worst(each)));
        Wrapped.print(out, ControllerRows.HOW_TO_READ);
        ControllerRows.sentences(study).forEach(each -> Wrapped.print(out, each));
    }

    private String worst(Outcome outcome) {
        return "Worst under "
                + study.label(outcome)
                + ": "
                + ControllerRows.worst(outcome, WORST).stream()
                        .map(each -> each.service() + " " + Figures.share(each.violatedShare()))
                        .collect(Collectors.joining(", "))
                + ".";
    }
}
