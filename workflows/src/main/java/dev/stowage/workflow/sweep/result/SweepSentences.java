package dev.stowage.workflow.sweep.result;

import dev.stowage.words.Figures;
import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.Check;
import dev.stowage.workflow.sweep.FigureReader;
import dev.stowage.workflow.sweep.effect.CapacityNeed;
import dev.stowage.workflow.sweep.effect.FigureEffects;
import dev.stowage.workflow.sweep.effect.MainEffect;
import dev.stowage.workflow.sweep.effect.SobolIndices;
import dev.stowage.workflow.sweep.result.Changes.Change;
import dev.stowage.workflow.sweep.result.SweepResult.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The answer of a sweep in words: the same on the terminal, in Markdown and in the report. */
public final class SweepSentences {
    private static final int LEADING = 8;
    private static final int DECIDING = 5;
    private static final int SLICES = 4;
    private static final int INPUTS = 4;
    private static final double OFTEN = 0.9;

    private SweepSentences() {}

    /** The first figures of an answer: those that a reader looks for first. */
    public static List<String> leadingFigures(SweepResult result) {
        return result.figures().stream()
                .filter(each -> isVaried(result, each))
                .filter(each -> !isEchoed(result, each))
                .sorted(Comparator.comparing(each -> isOfMoney(result) && !isPrice(each)))
                .limit(LEADING)
                .toList();
    }

    /** Figures whose reasons a reader looks for first: capacity, those of checks, the first. */
    public static List<String> deciding(SweepResult result) {
        List<String> figures = new ArrayList<>();
        result.sweep().question().capacity().ifPresent(figures::add);
        result.sweep().checks().forEach(check -> figures.add(check.figure()));
        figures.addAll(leadingFigures(result));
        return figures.stream()
                .distinct()
                .filter(each -> isVaried(result, each))
                .limit(DECIDING)
                .toList();
    }

    private static boolean isOfMoney(SweepResult result) {
        return result.sweep().question().name().equals("cloud");
    }

    private static boolean isPrice(String figure) {
        return FigureReader.unit(figure).equals("USD");
    }

    /** True if a figure repeats a setting that varies, which is no answer. */
    private static boolean isEchoed(SweepResult result, String figure) {
        String name = figure.substring(figure.lastIndexOf('.') + 1);
        return result.sweep().axes().stream()
                .filter(axis -> axis.substring(axis.lastIndexOf('.') + 1).equals(name))
                .anyMatch(
                        axis ->
                                result.cells().stream()
                                        .filter(CellResult::isDone)
                                        .allMatch(cell -> isEchoed(cell, axis, figure)));
    }

    private static boolean isEchoed(CellResult cell, String axis, String figure) {
        return Optional.ofNullable(cell.cell().choices().get(axis))
                .filter(chosen -> Change.number(chosen.asText()) == cell.value(figure))
                .isPresent();
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
        List<String> facts = new ArrayList<>(needs(result));
        facts.addAll(decisions(result));
        for (String figure : leadingFigures(result)) {
            range(result, figure).ifPresent(facts::add);
        }
        long unmet = result.cells().stream().filter(result.sweep()::isUnmet).count();
        if (unmet > 0) {
            facts.add(
                    "In "
                            + counted(unmet, "cell")
                            + " nothing that was tried is enough: ranges and effects leave out"
                            + " where the search stopped");
        }
        if (result.sweep().duplicates() > 0) {
            facts.add(
                    counted(result.sweep().duplicates(), "cell")
                            + " given more than once, computed and counted once");
        }
        return facts;
    }

    /** How much is enough how often. */
    public static List<String> needs(SweepResult result) {
        List<String> sentences = new ArrayList<>();
        result.needs().forEach((slice, need) -> sentences.add(need(slice, need)));
        return sentences.stream().limit(SLICES).toList();
    }

    private static String need(String slice, CapacityNeed need) {
        String of = counted(need.cells(), need.isDrawn() ? "draw" : "cell");
        double enough = need.enoughIn(OFTEN);
        String where = slice.isEmpty() ? "" : slice + ": ";
        String text =
                where
                        + (Double.isNaN(enough)
                                ? "No number of " + need.figure() + " is enough in 90 % of " + of
                                : Figures.number(enough)
                                        + " "
                                        + need.figure()
                                        + " are enough in 90 % of "
                                        + of);
        double half = need.enoughIn(0.5);
        if (!Double.isNaN(half)) {
            text += ", " + Figures.number(half) + " in half of them";
        }
        double all = need.enoughIn(1);
        if (!Double.isNaN(all)) {
            text += ", " + Figures.number(all) + " in all";
        }
        if (need.unmet() > 0) {
            text += "; in " + need.unmet() + " nothing that was tried is enough";
        }
        if (need.unanswered() > 0) {
            text += "; " + counted(need.unanswered(), "cell") + " without an answer not counted";
        }
        return text + ".";
    }

    /** What decides the first figure. */
    public static List<String> decisions(SweepResult result) {
        List<String> figures = deciding(result);
        if (figures.isEmpty()) {
            return List.of();
        }
        return result.effects().stream()
                .filter(each -> each.figure().equals(figures.get(0)))
                .filter(each -> !each.main().isEmpty() || !each.untold().isEmpty())
                .limit(SLICES)
                .map(SweepSentences::decision)
                .toList();
    }

    private static String decision(FigureEffects effects) {
        String head =
                "What decides "
                        + effects.figure()
                        + (effects.slice().isEmpty() ? "" : " (" + effects.slice() + ")")
                        + ": ";
        List<String> parts =
                effects.indices()
                        .map(
                                indices ->
                                        indices.byInput().entrySet().stream()
                                                .filter(
                                                        each ->
                                                                Double.isFinite(
                                                                        each.getValue()
                                                                                .total()
                                                                                .value()))
                                                .sorted(
                                                        Comparator.comparingDouble(
                                                                each ->
                                                                        -each.getValue()
                                                                                .total()
                                                                                .value()))
                                                .map(
                                                        each ->
                                                                each.getKey()
                                                                        + " "
                                                                        + share(
                                                                                each.getValue()
                                                                                        .first())
                                                                        + " of the variance alone, "
                                                                        + share(
                                                                                each.getValue()
                                                                                        .total())
                                                                        + " with others")
                                                .toList())
                        .orElseGet(
                                () ->
                                        effects.main().stream()
                                                .filter(each -> each.swing() > 0)
                                                .map(SweepSentences::effect)
                                                .toList());
        return (parts.isEmpty()
                        ? head + "nothing that can be told."
                        : head
                                + String.join(
                                        "; ", parts.subList(0, Math.min(INPUTS, parts.size())))
                                + ".")
                + limits(effects);
    }

    /** What is not told, as the cells are not all combinations of what varies. */
    private static String limits(FigureEffects effects) {
        if (effects.isBalanced()) {
            return "";
        }
        return " Not all combinations have an answer: this is of cells that differ in one setting"
                + " alone, without shares of the variance."
                + (effects.untold().isEmpty()
                        ? ""
                        : " Nothing is said of "
                                + String.join(", ", effects.untold())
                                + ": no cells to compare.");
    }

    private static String share(SobolIndices.Estimate estimate) {
        return Figures.share(Math.max(0, Math.min(1, estimate.value())));
    }

    private static String effect(MainEffect effect) {
        return effect.setting()
                + " moves its mean by "
                + Figures.number(effect.swing())
                + (Double.isNaN(effect.share())
                        ? ""
                        : " (" + Figures.share(effect.share()) + " of the variance)");
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
        noise(changes).ifPresent(lines::add);
        changes.explanation().ifPresent(found -> lines.addAll(explained(found)));
        if (!changes.added().isEmpty()) {
            lines.add("New cells: " + named(changes.added()));
        }
        if (!changes.recovered().isEmpty()) {
            lines.add("Answered now and not in the earlier sweep: " + named(changes.recovered()));
        }
        if (!changes.vanished().isEmpty()) {
            lines.add("Vanished cells: " + named(changes.vanished()));
        }
        return lines;
    }

    private static Optional<String> noise(Changes changes) {
        if (changes.all().isEmpty()) {
            return Optional.empty();
        }
        List<String> parts = new ArrayList<>();
        for (Noise.Kind kind : Noise.Kind.values()) {
            long count = changes.all().stream().filter(each -> each.noise() == kind).count();
            if (count > 0) {
                parts.add(Figures.count(count) + " " + kind.text());
            }
        }
        boolean isUnknown =
                changes.all().stream().anyMatch(each -> each.noise() == Noise.Kind.ONE_DRAW);
        return Optional.of(
                "Of the changes: "
                        + String.join(", ", parts)
                        + "."
                        + (isUnknown ? " Let seed vary to tell a change from noise." : ""));
    }

    private static List<String> explained(Explanation found) {
        List<String> lines = new ArrayList<>();
        lines.add(
                counted(found.asked(), "cell")
                        + " asked again, each with one input as it was before:");
        found.parts().stream()
                .filter(each -> !each.isWithoutEffect())
                .limit(2L * LEADING)
                .forEach(each -> lines.add(explained(each)));
        List<String> idle =
                found.parts().stream()
                        .map(Explanation.Part::input)
                        .distinct()
                        .filter(
                                input ->
                                        found.parts().stream()
                                                .filter(part -> part.input().equals(input))
                                                .allMatch(Explanation.Part::isWithoutEffect))
                        .toList();
        if (!idle.isEmpty()) {
            lines.add("Without effect on these figures: " + String.join(", ", idle) + ".");
        }
        if (!found.left().isEmpty()) {
            lines.add("Not changed back: " + String.join("; ", found.left()) + ".");
        }
        return lines;
    }

    private static String explained(Explanation.Part part) {
        Change change = part.change();
        return change.cell()
                + ": "
                + change.figure()
                + " went from "
                + change.before()
                + " to "
                + change.after()
                + "; with "
                + part.input()
                + " as before it is "
                + part.withInWords();
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
