package dev.stowage.report.simulate;

import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.Wrapped;
import dev.stowage.workflow.simulate.SchedulersView;
import java.io.PrintWriter;

/** Schedulers of profiled tasks as text. */
public record SchedulersText(SchedulersView study, Style style) {
    private static final int WIDTH = 80;

    /** Prints the verdict, a row for each scheduler, and the notes. */
    public void print(PrintWriter out) {
        Wrapped.lines(study.verdict(), WIDTH).forEach(line -> out.println(style.bold(line)));
        out.println();
        TextTable table =
                new TextTable(
                        Column.text("scheduler"),
                        Column.figure("mean"),
                        Column.figure("least"),
                        Column.figure("CPU"),
                        Column.figure("wait"),
                        Column.figure("ended"),
                        Column.figure("refused"),
                        Column.figure("left"));
        study.schedulers().forEach(each -> table.row(SchedulerRows.cells(study, each)));
        table.print(out, style, 0);
        out.println();
        SchedulerRows.sentences(study)
                .forEach(each -> Wrapped.lines(each, WIDTH).forEach(out::println));
    }
}
