package dev.stowage.workflow.sweep.effect;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What decides a figure.
 *
 * @param figure name
 * @param slice the settings that hold for the cells behind it, as text; empty if it is about all
 * @param main a main effect for each setting that varies, the one with the largest swing first
 * @param untold settings that no cells differ in alone, so that nothing is said of them
 * @param byChance drawn settings whose means differ no more than chance has it, so that nothing is
 *     said of them
 * @param indices Sobol' indices by input, if the cells are made for them
 */
public record FigureEffects(
        String figure,
        String slice,
        List<MainEffect> main,
        List<String> untold,
        List<String> byChance,
        Optional<Indices> indices) {
    public FigureEffects {
        main = List.copyOf(main);
        untold = List.copyOf(untold);
        byChance = List.copyOf(byChance);
    }

    /** True if the cells are all combinations of what varies, or draws. */
    public boolean isBalanced() {
        return main.stream().noneMatch(each -> Double.isNaN(each.share())) && untold.isEmpty();
    }

    /**
     * Sobol' indices.
     *
     * @param rows points behind each
     * @param lost points that are left out because a cell of theirs has no such figure
     * @param byInput in the order of the sweep
     */
    public record Indices(int rows, int lost, Map<String, SobolIndices> byInput) {}
}
