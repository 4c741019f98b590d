package dev.stowage.report.simulate;

import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.Wrapped;
import dev.stowage.words.Amounts;
import dev.stowage.words.FewestWords;
import dev.stowage.words.Figures;
import dev.stowage.workflow.simulate.SchedulersFewest;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** The fewest servers under each scheduler of profiled tasks, as text. */
public record SchedulersFewestText(SchedulersFewest answer, Style style) {
    private static final int WIDTH = 80;

    /** Prints a sentence and a row for each scheduler, and the notes. */
    public void print(PrintWriter out) {
        for (SchedulersFewest.Scheduler each : answer.schedulers()) {
            Wrapped.lines(sentence(each), WIDTH).forEach(line -> out.println(style.bold(line)));
        }
        out.println();
        TextTable table =
                new TextTable(
                        Column.text("scheduler"),
                        Column.figure("servers"),
                        Column.figure("held"),
                        Column.figure("on one less"));
        for (SchedulersFewest.Scheduler each : answer.schedulers()) {
            String[] cells = FewestWords.cells(each.found());
            table.row(answer.name(each), cells[0], cells[1], cells[2]);
        }
        table.print(out, style, 0);
        out.println();
        notes().forEach(each -> Wrapped.lines(each, WIDTH).forEach(out::println));
    }

    private String sentence(SchedulersFewest.Scheduler each) {
        return FewestWords.sentence(
                        answer.name(each),
                        answer.goal().text(),
                        each.found(),
                        answer.server(),
                        "runs")
                .replace(Amounts.GAP, ' ');
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        notes.add(
                "Held: "
                        + Figures.count(answer.tasks())
                        + " tasks of which none is refused, all end within ten times the time of the"
                        + " recording, and the bounds are kept. Performance is over that on the"
                        + " whole server of the profiles, of each task over its run.");
        if (answer.schedulers().stream().anyMatch(each -> !each.found().exact())) {
            notes.add(
                    "A run differs from another in what the scheduler draws and, if jobs draw their"
                            + " application, in that; arrivals are those of the recording.");
        }
        notes.addAll(SchedulerRows.leftOut(answer.leftOut()));
        answer.schedulers()
                .forEach(each -> notes.add(each.scheduler() + " on " + each.isolation() + "."));
        notes.addAll(answer.notes());
        return notes;
    }
}
