package dev.stowage.tuning;

import dev.stowage.basis.Check;
import java.util.List;

/**
 * Every combination of the values of some knobs. A setting is the number of a combination, from 0
 * to {@code size() - 1}; the last knob changes fastest. Each setting is distinct.
 */
public final class KnobGrid {
    private final List<Knob> knobs;
    private final int[] strides;
    private final int size;

    public KnobGrid(List<Knob> knobs) {
        this.knobs = List.copyOf(knobs);
        strides = new int[Check.positive("knobs", knobs.size())];
        long settings = 1;
        for (int knob = strides.length - 1; knob >= 0; knob--) {
            strides[knob] = Math.toIntExact(settings);
            settings *= knobs.get(knob).values().length;
        }
        size = Math.toIntExact(settings);
    }

    /** The knobs, in order. */
    public List<Knob> knobs() {
        return knobs;
    }

    /** How many settings there are. */
    public int size() {
        return size;
    }

    /** The value of a knob in a setting. */
    public double value(int setting, int knob) {
        return knobs.get(knob).values()[place(setting, knob)];
    }

    /** The setting with these places of each knob's values. */
    public int setting(int... places) {
        int setting = 0;
        for (int knob = 0; knob < strides.length; knob++) {
            setting += strides[knob] * places[knob];
        }
        return setting;
    }

    int place(int setting, int knob) {
        return setting / strides[knob] % knobs.get(knob).values().length;
    }

    /** A setting in the unit cube. */
    double[] unit(int setting) {
        double[] point = new double[strides.length];
        for (int knob = 0; knob < point.length; knob++) {
            point[knob] = knobs.get(knob).unit(place(setting, knob));
        }
        return point;
    }

    /** The setting whose cell of equal parts holds a point of the unit cube. */
    int at(double[] point) {
        int setting = 0;
        for (int knob = 0; knob < strides.length; knob++) {
            int count = knobs.get(knob).values().length;
            setting += strides[knob] * Math.min(count - 1, (int) (point[knob] * count));
        }
        return setting;
    }

    /** The setting {@code steps} values away along a knob, or -1 outside the grid. */
    int neighbour(int setting, int knob, int steps) {
        int place = place(setting, knob) + steps;
        return place < 0 || place >= knobs.get(knob).values().length
                ? -1
                : setting + steps * strides[knob];
    }
}
