package dev.stowage.cli.plan;

import dev.stowage.terminal.Wrapped;
import dev.stowage.words.Amounts;
import dev.stowage.words.Estimates;
import dev.stowage.words.Figures;
import dev.stowage.workflow.plan.PlanOutlook;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What a plan would do, on the terminal. */
final class PlanOutlookText {
    private static final int FOLD = 4;

    private PlanOutlookText() {}

    /** The lines, none wider than the terminal, for so many threads. */
    static List<String> lines(PlanOutlook outlook, int threads, int width) {
        List<String> lines = new ArrayList<>();
        lines.add(outlook.scenario() + ": nothing is searched or written");
        lines.add("");
        outlook.facts().forEach((name, text) -> lines.add("  " + name + ": " + text));
        Long tasks = outlook.tasks();
        if (tasks != null) {
            lines.add("  Tasks of the first replication: " + Figures.count(tasks));
        }
        PlanOutlook.Trial trial = outlook.trial();
        if (trial != null) {
            lines.add(
                    "  First tried: "
                            + Amounts.counted(trial.servers(), "server")
                            + ", from the lower bound; each number is judged on "
                            + Amounts.counted(outlook.replications(), "replication"));
        }
        lines.add("");
        lines.add(
                trial == null
                        ? "How long it takes is not known before: " + outlook.untimed() + "."
                        : time(trial, threads));
        return lines.stream().flatMap(line -> folded(line, width)).toList();
    }

    /** A fact goes on below itself, farther in. */
    private static Stream<String> folded(String line, int width) {
        if (!line.startsWith("  ")) {
            return Wrapped.lines(line, width).stream();
        }
        List<String> parts = Wrapped.lines(line.strip(), width - FOLD);
        return IntStream.range(0, parts.size())
                .mapToObj(i -> " ".repeat(i == 0 ? 2 : FOLD) + parts.get(i));
    }

    private static String time(PlanOutlook.Trial trial, int threads) {
        return Estimates.about(trial.leastSeconds(threads), threads)
                + " for the runs alone, an estimate, if the first number is the answer: one run took "
                + Figures.seconds(trial.seconds())
                + ", and that takes at least "
                + Amounts.counted(trial.leastRuns(), "run")
                + ". A search that has to climb makes more as a rule. Drawing the workloads of a model,"
                + " which may take several times as long as running them, the bound, prices, packing"
                + " and other workloads to compare with come on top.";
    }
}
