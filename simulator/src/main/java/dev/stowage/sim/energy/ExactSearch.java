package dev.stowage.sim.energy;

import dev.stowage.sim.energy.response.ResponseTimes;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The best of all settings of a range by {@link ResponseTimes}. A setting is left out only where
 * that of cores that wake at once, at its frequency or a higher one, is not good enough: no
 * percentile is below that.
 */
final class ExactSearch {
    /** What half the steps of the lattice may be too high by. */
    private static final double ROUGH = 0.005;

    private final SettingRange range;
    private final LatencyTarget target;
    private final Map<Double, Double> fastest = new HashMap<>();
    private final double[] floors;

    ExactSearch(SettingRange range, LatencyTarget target) {
        this.range = range;
        this.target = target;
        floors = new double[range.grid().size()];
        Arrays.fill(floors, Double.NaN);
    }

    /**
     * The setting of least value that meets the target; where none does, the one of the least
     * percentile, and the last one where all pile up. With latency as the objective that anyway.
     */
    Operation best(Objective objective) {
        Operation best = objective == Objective.LATENCY ? null : least(objective, true);
        best = best == null ? least(Objective.LATENCY, false) : best;
        return best == null ? range.at(floors.length - 1, Percentiles.EXACT) : best;
    }

    /**
     * The setting of least value, by rising value of what it can't be below; null if there is none.
     */
    private @Nullable Operation least(Objective objective, boolean isHeld) {
        double[] watts = new double[floors.length];
        double[] bounds = new double[floors.length];
        for (int setting = 0; setting < bounds.length; setting++) {
            double micros = floorOfAll(setting);
            boolean isOut = isHeld && micros > target.micros();
            watts[setting] = isOut ? Double.NaN : range.watts(setting);
            bounds[setting] =
                    isOut ? Objective.FAILED : objective.of(watts[setting], micros, target);
        }
        Operation best = null;
        double least = Objective.FAILED;
        for (int setting : rising(bounds)) {
            if (bounds[setting] >= least) {
                break;
            }
            double floor = floor(setting);
            boolean isOut = isHeld && floor > target.micros();
            if (!isOut && objective.of(watts[setting], floor, target) < least) {
                Operation exact = range.at(setting, Percentiles.EXACT);
                double value = objective.of(exact.watts(), target.of(exact), target);
                if (value < least && (!isHeld || target.isMet(exact))) {
                    least = value;
                    best = exact;
                }
            }
        }
        return best;
    }

    private double floorOfAll(int setting) {
        return fastest.computeIfAbsent(
                range.itrMicros(setting), itr -> awake(range.fastestOfAll(setting)));
    }

    private double floor(int setting) {
        if (Double.isNaN(floors[setting])) {
            floors[setting] = awake(range.fastest(setting));
        }
        return floors[setting];
    }

    private double awake(OperatingPoint point) {
        ResponseTimes.Law law = ResponseTimes.awake(point.core());
        return law == null
                ? Double.POSITIVE_INFINITY
                : (1 - ROUGH) * law.percentile(target.percentile() / 100.0);
    }

    private static int[] rising(double[] values) {
        return IntStream.range(0, values.length)
                .boxed()
                .sorted(Comparator.comparingDouble(setting -> values[setting]))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
