package dev.stowage.workflow.sweep.effect;

import dev.stowage.workflow.sweep.CellResult;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * How much capacity is enough how often: over draws of uncertain inputs it is a distribution, over
 * other cells a count.
 *
 * @param figure that says how much is needed
 * @param isDrawn true if the cells are draws
 * @param steps amounts in ascending order
 * @param cells cells that were counted: those with an answer
 * @param unmet those of them in which no amount that was tried is enough
 * @param unanswered cells without an answer, which are not counted
 */
public record CapacityNeed(
        String figure, boolean isDrawn, List<Step> steps, int cells, int unmet, int unanswered) {
    /** A need that is told is met in this share of the cells. */
    public static final double OFTEN = 0.9;

    public CapacityNeed {
        steps = List.copyOf(steps);
    }

    /**
     * An amount.
     *
     * @param amount as the figure counts it
     * @param cells in which it is enough
     * @param share of all counted cells
     */
    public record Step(double amount, int cells, double share) {}

    static CapacityNeed of(String figure, boolean isDrawn, List<CellResult> cells) {
        TreeMap<Double, Integer> counts = new TreeMap<>();
        int counted = 0;
        int unmet = 0;
        int unanswered = 0;
        for (CellResult cell : cells) {
            double amount = cell.value(figure);
            if (!Double.isFinite(amount)) {
                unanswered++;
                continue;
            }
            counted++;
            if ("false".equals(cell.figures().get("met"))) {
                unmet++;
            } else {
                counts.merge(amount, 1, Integer::sum);
            }
        }
        List<Step> steps = new ArrayList<>();
        int enough = 0;
        for (var each : counts.entrySet()) {
            enough += each.getValue();
            steps.add(new Step(each.getKey(), enough, (double) enough / counted));
        }
        return new CapacityNeed(figure, isDrawn, steps, counted, unmet, unanswered);
    }

    /** The least amount that is enough in a share of the cells; NaN if none is. */
    public double enoughIn(double share) {
        return steps.stream()
                .filter(each -> each.share() >= share - 1e-12)
                .mapToDouble(Step::amount)
                .findFirst()
                .orElse(Double.NaN);
    }
}
