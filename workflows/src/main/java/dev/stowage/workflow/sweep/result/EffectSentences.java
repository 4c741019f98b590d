package dev.stowage.workflow.sweep.result;

import dev.stowage.words.Figures;
import dev.stowage.workflow.sweep.effect.CapacityNeed;
import dev.stowage.workflow.sweep.effect.FigureEffects;
import dev.stowage.workflow.sweep.effect.MainEffect;
import dev.stowage.workflow.sweep.effect.SobolIndices;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What decides figures, and how much capacity is enough, in words. */
public final class EffectSentences {
    private static final int SLICES = 4;
    private static final int INPUTS = 4;

    private EffectSentences() {}

    /** How much is enough how often. */
    public static List<String> needs(SweepResult result) {
        List<String> sentences = new ArrayList<>();
        result.needs().forEach((slice, need) -> sentences.add(need(slice, need)));
        return sentences.stream().limit(SLICES).toList();
    }

    private static String need(String slice, CapacityNeed need) {
        String of = SweepSentences.counted(need.cells(), need.isDrawn() ? "draw" : "cell");
        double enough = need.enoughIn(CapacityNeed.OFTEN);
        String where = slice.isEmpty() ? "" : slice + ": ";
        String text =
                where
                        + (Double.isNaN(enough)
                                ? "No number of "
                                        + need.figure()
                                        + " that was tried is enough in 90 % of "
                                        + of
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
            text += "; in " + need.unmet() + " nothing that was tried is enough, and more may be";
        }
        if (need.unanswered() > 0) {
            text +=
                    "; "
                            + SweepSentences.counted(need.unanswered(), "cell")
                            + " without an answer not counted";
        }
        return text + ".";
    }

    /** What decides the first figure. */
    public static List<String> decisions(SweepResult result) {
        List<String> figures = LeadingFigures.deciding(result);
        if (figures.isEmpty()) {
            return List.of();
        }
        return result.effects().stream()
                .filter(each -> each.figure().equals(figures.get(0)))
                .filter(
                        each ->
                                !each.main().isEmpty()
                                        || !each.untold().isEmpty()
                                        || !each.byChance().isEmpty())
                .limit(SLICES)
                .map(EffectSentences::decision)
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
                                                                        + shares(each.getValue()))
                                                .toList())
                        .orElseGet(
                                () ->
                                        effects.main().stream()
                                                .filter(each -> each.swing() > 0)
                                                .map(EffectSentences::effect)
                                                .toList());
        return (parts.isEmpty()
                        ? head + "nothing that can be told."
                        : head
                                + String.join(
                                        "; ", parts.subList(0, Math.min(INPUTS, parts.size())))
                                + ".")
                + byChance(effects)
                + limits(effects);
    }

    private static String byChance(FigureEffects effects) {
        return effects.byChance().isEmpty() || effects.indices().isPresent()
                ? ""
                : " Not told from chance with these draws: "
                        + String.join(", ", effects.byChance())
                        + ".";
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

    private static String shares(SobolIndices indices) {
        return indices.total().high() < 0.005
                ? "nothing of the variance"
                : share(indices.total()) + " of the variance, alone " + share(indices.first());
    }

    /** An estimate from few points is rough, and says so by its interval. */
    private static String share(SobolIndices.Estimate estimate) {
        return percent(estimate.value())
                + " % ("
                + percent(estimate.low())
                + " to "
                + percent(estimate.high())
                + " %)";
    }

    private static long percent(double share) {
        return Math.round(100 * Math.max(0, Math.min(1, share)));
    }

    private static String effect(MainEffect effect) {
        return effect.setting()
                + " moves its mean by "
                + Figures.number(effect.swing())
                + (Double.isNaN(effect.share())
                        ? ""
                        : " (" + Figures.share(effect.share()) + " of the variance)");
    }
}
