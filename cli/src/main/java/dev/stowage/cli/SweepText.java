package dev.stowage.cli;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.words.Estimates;
import dev.stowage.words.Figures;
import dev.stowage.workflow.sweep.Cell;
import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.Standing;
import dev.stowage.workflow.sweep.Sweep;
import dev.stowage.workflow.sweep.SweepOptions;
import dev.stowage.workflow.sweep.SweepRun.Outlook;
import dev.stowage.workflow.sweep.result.ChangeSentences;
import dev.stowage.workflow.sweep.result.SweepResult;
import dev.stowage.workflow.sweep.result.SweepSentences;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/** A sweep on the terminal: what it would do, and what it says. */
final class SweepText {
    private static final int MOST = 12;

    private final PrintWriter out;

    SweepText(CommonOptions common) {
        this.out = common.out();
    }

    /** The cells, and what is kept of them. */
    void outlook(Sweep sweep, Outlook outlook, SweepOptions options) {
        lines(sweep.cells().stream().map(Cell::label).toList());
        int left = outlook.cells() - outlook.kept();
        out.println(
                Figures.count(outlook.cells())
                        + (outlook.cells() == 1 ? " cell, " : " cells, ")
                        + outlook.kept()
                        + " of them kept from earlier, "
                        + left
                        + " to compute");
        if (sweep.duplicates() > 0) {
            out.println(SweepSentences.repeats(sweep.duplicates()) + ", computed once");
        }
        if (left > 0) {
            out.println(
                    Double.isNaN(outlook.seconds())
                            ? "How long that takes is not known: no cell of it was computed before"
                            : Estimates.about(outlook.seconds(), options.threads())
                                    + (outlook.kept() > 0
                                            ? ", as the kept cells took"
                                            : ", by rule of thumb: no cell of it was computed"
                                                    + " before"));
        }
    }

    /** {@code 2 running, 1 failed, 40 s left}. */
    static String standing(Standing standing) {
        return standing.running()
                + " running, "
                + standing.failed()
                + " failed"
                + (Double.isNaN(standing.secondsLeft())
                        ? ""
                        : ", " + Figures.seconds(Math.ceil(standing.secondsLeft())) + " left");
    }

    /** The answer. */
    void summary(SweepResult result, Path folder) {
        out.println(result.sweep().name() + ": " + SweepSentences.headline(result));
        out.println();
        SweepSentences.facts(result).forEach(out::println);
        for (var outcome : result.outcomes()) {
            out.println();
            out.println(outcome.check().text() + ": " + SweepSentences.verdict(outcome));
            lines(outcome.broken());
        }
        result.changes()
                .ifPresent(
                        changes -> {
                            out.println();
                            ChangeSentences.of(changes).forEach(out::println);
                            lines(
                                    ChangeSentences.leading(result).stream()
                                            .map(
                                                    each ->
                                                            each.cell()
                                                                    + ": "
                                                                    + each.figure()
                                                                    + " "
                                                                    + each.beforeInWords()
                                                                    + " -> "
                                                                    + each.afterInWords()
                                                                    + " ("
                                                                    + each.percentText()
                                                                    + ", "
                                                                    + each.noise().text()
                                                                    + ")")
                                            .toList());
                        });
        failures(result.failures());
        out.println();
        out.println(
                result.reused()
                        + " of "
                        + result.cells().size()
                        + " answers were kept from earlier. Written to "
                        + folder);
    }

    private void failures(List<CellResult> failures) {
        if (!failures.isEmpty()) {
            out.println();
            out.println("Without an answer:");
            lines(
                    failures.stream()
                            .map(
                                    each ->
                                            each.cell().label()
                                                    + ": "
                                                    + each.state().text()
                                                    + ", "
                                                    + each.reason())
                            .toList());
        }
    }

    private void lines(List<String> lines) {
        lines.stream().limit(MOST).forEach(line -> out.println("  " + line));
        if (lines.size() > MOST) {
            out.println("  and " + (lines.size() - MOST) + " more");
        }
    }
}
