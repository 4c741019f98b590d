package dev.stowage.tuning;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.random.SobolSequenceGenerator;

/**
 * Finds the setting of a grid that is worth most and was not tried. Of at most 20,000 settings
 * every one is looked at; of more, 4,000 Sobol' points, and then neighbours of the best ten, with
 * shrinking steps.
 */
final class GridSearch {
    private static final int MOST_LOOKS = 20_000;
    private static final int FEW_LOOKS = 4_000;
    private static final int CLIMBS = 10;

    private final KnobGrid grid;
    private final BitSet asked;
    private final ToDoubleFunction<double[]> worth;

    /**
     * @param asked settings that are left out; at least one is not
     * @param worth of a point of the unit cube
     */
    GridSearch(KnobGrid grid, BitSet asked, ToDoubleFunction<double[]> worth) {
        this.grid = grid;
        this.asked = asked;
        this.worth = worth;
    }

    /**
     * The setting that is worth most; the first of equal ones.
     *
     * @param from a setting from whose neighbours a large grid is searched too
     */
    int best(int from) {
        return grid.size() <= MOST_LOOKS ? ofAll() : ofMany(from);
    }

    private double worth(int setting) {
        return worth.applyAsDouble(grid.unit(setting));
    }

    private int ofAll() {
        int best = asked.nextClearBit(0);
        double most = Double.NEGATIVE_INFINITY;
        for (int s = best; s < grid.size(); s = asked.nextClearBit(s + 1)) {
            double value = worth(s);
            if (value > most) {
                most = value;
                best = s;
            }
        }
        return best;
    }

    private int ofMany(int from) {
        int[] tops = new int[CLIMBS];
        double[] most = new double[CLIMBS];
        Arrays.fill(tops, -1);
        Arrays.fill(most, Double.NEGATIVE_INFINITY);
        SobolSequenceGenerator looks = new SobolSequenceGenerator(grid.knobs().size());
        for (int look = 0; look < FEW_LOOKS; look++) {
            insert(grid.at(looks.nextVector()), tops, most);
        }
        insert(climb(from), tops, most);
        for (int top : tops.clone()) {
            if (top >= 0) {
                insert(climb(top), tops, most);
            }
        }
        return tops[0] < 0 ? asked.nextClearBit(0) : tops[0];
    }

    private void insert(int setting, int[] tops, double[] most) {
        if (asked.get(setting)) {
            return;
        }
        double value = worth(setting);
        for (int i = 0; i < tops.length; i++) {
            if (!(value > most[i])) {
                continue;
            }
            System.arraycopy(tops, i, tops, i + 1, tops.length - i - 1);
            System.arraycopy(most, i, most, i + 1, most.length - i - 1);
            tops[i] = setting;
            most[i] = value;
            return;
        }
    }

    /** From a setting along one knob at a time to where the worth is largest. */
    private int climb(int from) {
        int at = from;
        double most = asked.get(at) ? Double.NEGATIVE_INFINITY : worth(at);
        int widest = 1;
        for (Knob knob : grid.knobs()) {
            widest = Math.max(widest, knob.values().length);
        }
        for (int step = Math.max(1, Integer.highestOneBit(widest) / 16); step > 0; ) {
            boolean isBetter = false;
            for (int knob = 0; knob < grid.knobs().size(); knob++) {
                for (int sign = -1; sign <= 1; sign += 2) {
                    int other = grid.neighbour(at, knob, sign * step);
                    if (other >= 0 && !asked.get(other) && worth(other) > most) {
                        most = worth(other);
                        at = other;
                        isBetter = true;
                    }
                }
            }
            if (!isBetter) {
                step /= 2;
            }
        }
        return at;
    }
}
