package dev.stowage.workflow.sweep.result;

import dev.stowage.words.Figures;
import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.figure.FigureReader;
import dev.stowage.workflow.sweep.result.SweepResult.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The answer of a sweep in words: the same on the terminal, in Markdown and in the report. */
public final class SweepSentences {
    private static final int NAMED = 4;

    private SweepSentences() {}

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
        long incomplete =
                result.cells().stream()
                        .filter(each -> result.sweep().shortfall(each).isPresent())
                        .count();
        String cells = counted(result.cells().size(), "cell");
        parts.add(failed == 0 ? cells : failed + " of " + cells + " without an answer");
        if (incomplete > 0) {
            parts.add(incomplete + " with an answer that is none to count on");
        }
        return String.join("; ", parts);
    }

    /** {@code 3 of the given cells repeat another}. */
    public static String repeats(int duplicates) {
        return Figures.count(duplicates)
                + (duplicates == 1
                        ? " of the given cells repeats another"
                        : " of the given cells repeat another");
    }

    static String counted(long count, String what) {
        return Figures.count(count) + " " + what + (count == 1 ? "" : "s");
    }

    /** Ranges of the first figures, duplicates. */
    public static List<String> facts(SweepResult result) {
        List<String> facts = new ArrayList<>(EffectSentences.needs(result));
        facts.addAll(EffectSentences.decisions(result));
        for (String figure : LeadingFigures.of(result)) {
            range(result, figure).ifPresent(facts::add);
        }
        facts.addAll(shortfalls(result));
        if (result.sweep().duplicates() > 0) {
            facts.add(
                    repeats(result.sweep().duplicates())
                            + ", computed once"
                            + (result.sweep().sample().isPresent()
                                    ? "; a draw counts as often as it came up"
                                    : " and counted once"));
        }
        return facts;
    }

    /** Which cells have an answer that is none to count on, and why. */
    private static List<String> shortfalls(SweepResult result) {
        Map<String, List<String>> byReason = new LinkedHashMap<>();
        for (CellResult cell : result.cells()) {
            result.sweep()
                    .shortfall(cell)
                    .ifPresent(
                            why ->
                                    byReason.computeIfAbsent(why, w -> new ArrayList<>())
                                            .add(cell.cell().label()));
        }
        List<String> facts = new ArrayList<>();
        byReason.forEach(
                (why, cells) ->
                        facts.add(
                                "In "
                                        + counted(cells.size(), "cell")
                                        + " "
                                        + why
                                        + " ("
                                        + String.join(
                                                "; ",
                                                cells.subList(0, Math.min(NAMED, cells.size())))
                                        + (cells.size() > NAMED ? "; …" : "")
                                        + "): checks, ranges and effects don't count their"
                                        + " figures"));
        return facts;
    }

    private static Optional<String> range(SweepResult result, String figure) {
        Comparator<CellResult> byFigure = Comparator.comparingDouble(each -> each.value(figure));
        List<CellResult> known =
                result.cells().stream()
                        .filter(each -> Double.isFinite(result.sweep().value(each, figure)))
                        .toList();
        return known.stream()
                .min(byFigure)
                .flatMap(
                        least ->
                                known.stream()
                                        .max(byFigure)
                                        .filter(most -> byFigure.compare(least, most) < 0)
                                        .map(most -> range(figure, least, most)));
    }

    private static String range(String figure, CellResult least, CellResult most) {
        String unit = FigureReader.unit(figure);
        return figure
                + ": "
                + Figures.number(least.value(figure))
                + " ("
                + least.cell().label()
                + ") to "
                + Figures.number(most.value(figure))
                + (unit.isEmpty() ? "" : " " + unit)
                + " ("
                + most.cell().label()
                + ")";
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
}
