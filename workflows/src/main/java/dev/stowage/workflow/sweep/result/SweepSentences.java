package dev.stowage.workflow.sweep.result;

import dev.stowage.words.Figures;
import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.Check;
import dev.stowage.workflow.sweep.FigureReader;
import dev.stowage.workflow.sweep.result.Changes.Change;
import dev.stowage.workflow.sweep.result.SweepResult.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The answer of a sweep in words: the same on the terminal, in Markdown and in the report. */
public final class SweepSentences {
    private static final int LEADING = 8;

    private SweepSentences() {}

    /** The first figures of an answer: those that a reader looks for first. */
    public static List<String> leadingFigures(SweepResult result) {
        return result.figures().stream()
                .filter(each -> isVaried(result, each))
                .limit(LEADING)
                .toList();
    }

    private static boolean isVaried(SweepResult result, String figure) {
        return result.cells().stream()
                        .map(each -> each.figures().getOrDefault(figure, ""))
                        .distinct()
                        .count()
                > 1;
    }

    /** Whether all is well, in a few words. */
    public static String headline(SweepResult result) {
        long open = result.outcomes().stream().filter(each -> !each.open().isEmpty()).count();
        long broken =
                result.outcomes().stream()
                        .filter(each -> each.open().isEmpty() && !each.holds())
                        .count();
        long holding = result.outcomes().size() - open - broken;
        int failed = result.failures().size();
        List<String> parts = new ArrayList<>();
        if (broken > 0) {
            parts.add(counted(broken, "check") + " of " + result.outcomes().size() + " broken");
        } else if (holding > 0) {
            parts.add(
                    holding == 1
                            ? (open > 0 ? "one check holds" : "the check holds")
                            : (open > 0 ? "" : "all ") + holding + " checks hold");
        }
        if (open > 0) {
            parts.add(open + " not decided");
        }
        parts.add(
                failed == 0
                        ? counted(result.cells().size(), "cell")
                        : failed
                                + " of "
                                + counted(result.cells().size(), "cell")
                                + " without an answer");
        return String.join("; ", parts);
    }

    static String counted(long count, String what) {
        return Figures.count(count) + " " + what + (count == 1 ? "" : "s");
    }

    /** Ranges of the first figures, duplicates. */
    public static List<String> facts(SweepResult result) {
        List<String> facts = new ArrayList<>();
        for (String figure : leadingFigures(result)) {
            range(result.cells(), figure).ifPresent(facts::add);
        }
        if (result.sweep().duplicates() > 0) {
            facts.add(
                    counted(result.sweep().duplicates(), "cell")
                            + " given more than once, computed and counted once");
        }
        return facts;
    }

    private static Optional<String> range(List<CellResult> cells, String figure) {
        Comparator<CellResult> byFigure = Comparator.comparingDouble(each -> value(each, figure));
        List<CellResult> known =
                cells.stream().filter(each -> Double.isFinite(value(each, figure))).toList();
        return known.stream()
                .min(byFigure)
                .flatMap(
                        least ->
                                known.stream()
                                        .max(byFigure)
                                        .map(most -> range(figure, least, most)));
    }

    private static String range(String figure, CellResult least, CellResult most) {
        String unit = FigureReader.unit(figure);
        return figure
                + ": "
                + Figures.number(value(least, figure))
                + " ("
                + least.cell().label()
                + ") to "
                + Figures.number(value(most, figure))
                + (unit.isEmpty() ? "" : " " + unit)
                + " ("
                + most.cell().label()
                + ")";
    }

    /** The number of a figure; NaN if the cell has none. */
    public static double value(CellResult cell, String figure) {
        return Optional.ofNullable(cell.figures().get(figure))
                .flatMap(Check::number)
                .orElse(Double.NaN);
    }

    /** Whether a check holds. */
    public static String verdict(Outcome outcome) {
        if (!outcome.open().isEmpty()) {
            return "not decided: " + outcome.open();
        }
        return outcome.holds()
                ? "holds"
                : "broken by "
                        + outcome.broken().size()
                        + " of "
                        + counted(outcome.cells(), "cell");
    }

    /** What changed, why, and what is new. */
    public static List<String> changes(Changes changes) {
        List<String> lines = new ArrayList<>();
        long cells = changes.all().stream().map(Change::cell).distinct().count();
        lines.add(
                changes.all().isEmpty()
                        ? "Nothing changed in " + counted(changes.joined(), "joined cell") + "."
                        : counted(changes.all().size(), "figure")
                                + " changed, in "
                                + cells
                                + " of "
                                + counted(changes.joined(), "joined cell")
                                + ".");
        lines.add(
                changes.reasons().isEmpty()
                        ? "The inputs of the cells are the same."
                        : "What differs between the inputs: "
                                + String.join("; ", changes.reasons())
                                + ".");
        if (!changes.added().isEmpty()) {
            lines.add("New cells: " + named(changes.added()));
        }
        if (!changes.vanished().isEmpty()) {
            lines.add("Vanished cells: " + named(changes.vanished()));
        }
        return lines;
    }

    private static String named(List<String> cells) {
        return cells.size() <= LEADING
                ? String.join("; ", cells)
                : String.join("; ", cells.subList(0, LEADING))
                        + "; and "
                        + (cells.size() - LEADING)
                        + " more";
    }

    /** The changes of the first figures of the answers, the largest first. */
    public static List<Change> leading(SweepResult result) {
        List<Change> all = result.changes().map(Changes::all).orElse(List.of());
        List<String> figures = result.figures();
        List<String> checked =
                result.sweep().checks().stream().map(Check::figure).distinct().toList();
        return all.stream()
                .sorted(
                        Comparator.comparing((Change each) -> !checked.contains(each.figure()))
                                .thenComparing(each -> figures.indexOf(each.figure()) & 0x7fffffff)
                                .thenComparing(each -> -Math.abs(each.percent())))
                .limit(2L * LEADING)
                .toList();
    }
}
