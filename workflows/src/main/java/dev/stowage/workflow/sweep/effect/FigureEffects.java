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
 * @param indices Sobol' indices by input, if the cells are made for them
 */
public record FigureEffects(
        String figure, String slice, List<MainEffect> main, Optional<Indices> indices) {
    public FigureEffects {
        main = List.copyOf(main);
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
