package dev.stowage.sim.energy;

import dev.stowage.tuning.KnobGrid;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a manager may set at one load, and what each setting does.
 *
 * @param grid of its knobs
 * @param operations by setting
 */
record SettingRange(KnobGrid grid, Operations operations) {
    /** The least by simulated requests is sought among those that the formula has so near to it. */
    private static final double NEAR = 1.2;

    /** So many of them, the least by their trials, are checked. */
    private static final int LAST = 4;

    /** What a setting does. */
    interface Operations {
        Operation at(int setting, Percentiles by);
    }

    private Operation[] byFormula() {
        return IntStream.range(0, grid.size())
                .mapToObj(setting -> operations.at(setting, Percentiles.FORMULA))
                .toArray(Operation[]::new);
    }

    /** The setting of least value by the formula; the last one where all pile up. */
    Operation least(Objective objective, LatencyTarget target) {
        Operation best = operations.at(grid.size() - 1, Percentiles.FORMULA);
        double least = Objective.FAILED;
        for (int setting = 0; setting < grid.size(); setting++) {
            Operation operation = operations.at(setting, Percentiles.FORMULA);
            double value = objective.of(operation.watts(), target.of(operation), target);
            if (value < least) {
                least = value;
                best = operation;
            }
        }
        return best;
    }

    /**
     * The first, by rising value, that holds the target in simulated requests; where none does, the
     * quickest.
     */
    Operation leastHeld(Objective objective, LatencyTarget target) {
        if (objective == Objective.LATENCY) {
            return quickest(target);
        }
        Operation[] all = byFormula();
        List<Integer> rising =
                IntStream.range(0, all.length)
                        .filter(setting -> target.isMet(all[setting]))
                        .boxed()
                        .sorted(
                                Comparator.comparingDouble(
                                        s ->
                                                objective.of(
                                                        all[s].watts(), target.of(all[s]), target)))
                        .toList();
        for (int setting : rising) {
            if (target.isMet(operations.at(setting, Percentiles.TRIAL))) {
                Operation checked = operations.at(setting, Percentiles.CHECK);
                if (target.isSurelyMet(checked)) {
                    return checked;
                }
            }
        }
        return quickest(target);
    }

    /** The setting of the least percentile in simulated requests; the last where all pile up. */
    Operation quickest(LatencyTarget target) {
        Operation[] all = byFormula();
        double least =
                Arrays.stream(all).mapToDouble(target::of).min().orElse(Double.POSITIVE_INFINITY);
        if (Double.isInfinite(least)) {
            return operations.at(grid.size() - 1, Percentiles.CHECK);
        }
        int[] near =
                IntStream.range(0, all.length)
                        .filter(setting -> target.of(all[setting]) <= NEAR * least)
                        .toArray();
        double[] tried =
                Arrays.stream(near)
                        .mapToDouble(s -> target.of(operations.at(s, Percentiles.TRIAL)))
                        .toArray();
        return IntStream.range(0, near.length)
                .boxed()
                .sorted(Comparator.comparingDouble(place -> tried[place]))
                .limit(LAST)
                .map(place -> operations.at(near[place], Percentiles.CHECK))
                .min(Comparator.comparingDouble(target::of))
                .orElseThrow();
    }
}
