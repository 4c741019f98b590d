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
                        Column.figure("on one less"),
                        Column.figure("least performance"),
                        Column.figure("p99 wait"));
        for (SchedulersFewest.Scheduler each : answer.schedulers()) {
            String[] cells = FewestWords.cells(each.found());
            SchedulersFewest.FirstRun there = each.firstRun();
            table.row(
                    answer.name(each),
                    cells[0],
                    cells[1],
                    cells[2],
                    there == null ? "-" : Figures.hundredths(there.leastPerformance()),
                    there == null ? "-" : Amounts.seconds(there.p99WaitSeconds()));
        }
        table.print(out, style, 0);
        out.println();
        notes().forEach(each -> Wrapped.lines(each, WIDTH).forEach(out::println));
    }

    private String sentence(SchedulersFewest.Scheduler each) {
        String fewest =
                FewestWords.sentence(
                        answer.name(each),
                        answer.goal().text(),
                        each.found(),
                        answer.server(),
                        "runs");
        return (fewest + beside(each)).replace(Amounts.GAP, ' ');
    }

    /** What was not asked for, which the number may be bad at. */
    private String beside(SchedulersFewest.Scheduler each) {
        SchedulersFewest.FirstRun there = each.firstRun();
        if (there == null) {
            return "";
        }
        String where = each.found().exact() ? " There " : " In the first run there ";
        if (answer.goal().p99WaitSeconds() == null) {
            return where
                    + "99 of 100 tasks wait "
                    + Amounts.seconds(there.p99WaitSeconds())
                    + " or less: no bound of waits was asked.";
        }
        return answer.goal().leastPerformance() == null
                ? where
                        + "the worst task has "
                        + Figures.hundredths(there.leastPerformance())
                        + " of its performance: no bound of it was asked."
                : "";
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
