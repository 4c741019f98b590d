package dev.stowage.tuning;

import dev.stowage.basis.Check;
import java.util.Arrays;

/**
 * Something that can be set, with every value that it may have.
 *
 * @param name as the user knows it
 * @param values finite and rising; at least one
 */
@SuppressWarnings("ArrayRecordComponent") // not compared
public record Knob(String name, double[] values) {
    public Knob {
        Check.notBlank("name", name);
        Check.positive(name + " values", values.length);
        for (int i = 0; i < values.length; i++) {
            if (!Double.isFinite(values[i]) || (i > 0 && !(values[i] > values[i - 1]))) {
                throw new IllegalArgumentException(
                        name + " = " + Arrays.toString(values) + ", expected numbers that rise");
            }
        }
        values = values.clone();
    }

    /** The values {@code low}, {@code low + step}, … up to {@code high}. */
    public static Knob steps(String name, double low, double high, double step) {
        int count = (int) Math.floor((high - low) / Check.positive("step", step) + 1e-9) + 1;
        double[] values = new double[Check.positive(name + " values", count)];
        for (int i = 0; i < count; i++) {
            values[i] = Math.rint((low + i * step) * 1e9) / 1e9;
        }
        return new Knob(name, values);
    }

    /** The place of a value, or that of the next larger one as {@code -place - 1}. */
    public int find(double value) {
        return Arrays.binarySearch(values, value);
    }

    /** Where a value lies between the least (0) and the largest (1); a single value is at 0. */
    double unit(int place) {
        double range = values[values.length - 1] - values[0];
        return range == 0 ? 0 : (values[place] - values[0]) / range;
    }
}
