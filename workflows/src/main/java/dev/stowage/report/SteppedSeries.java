package dev.stowage.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.Arrays;

/**
 * A level over time as drawn: not more points than a screen can show, and yet every extreme. A long
 * series is cut into equal parts, of which each keeps its least and its most, where they are.
 */
public final class SteppedSeries {
    /** Parts of a series that is too long to draw every value. */
    public static final int PARTS = 400;

    private final double[] seconds;
    private final double[] values;

    private SteppedSeries(double[] seconds, double[] values) {
        this.seconds = seconds;
        this.values = values;
    }

    /** When each value begins; the last one is the end. */
    double[] seconds() {
        return seconds;
    }

    /** Each held until the next. */
    double[] values() {
        return values;
    }

    /** Levels of {@code stepSeconds} each, of which the last may be shorter; not empty. */
    public static SteppedSeries of(double[] levels, double stepSeconds, double endSeconds) {
        double[] seconds = new double[Math.min(levels.length, 2 * PARTS) + 1];
        double[] values = new double[seconds.length];
        int size = 0;
        int parts = levels.length <= 2 * PARTS ? levels.length : PARTS;
        for (int part = 0; part < parts; part++) {
            int from = (int) ((long) levels.length * part / parts);
            int to = (int) ((long) levels.length * (part + 1) / parts);
            int least = from;
            int most = from;
            for (int i = from; i < to; i++) {
                least = levels[i] < levels[least] ? i : least;
                most = levels[i] > levels[most] ? i : most;
            }
            int[] kept = {Math.min(least, most), Math.max(least, most)};
            for (int i : kept) {
                if (size == 0 || values[size - 1] != levels[i]) {
                    seconds[size] = i * stepSeconds;
                    values[size++] = levels[i];
                }
            }
        }
        seconds[size] = endSeconds;
        values[size++] = levels[levels.length - 1];
        return new SteppedSeries(Arrays.copyOf(seconds, size), Arrays.copyOf(values, size));
    }

    /**
     * A sum that only grows, at the edges of equal parts of its steps.
     *
     * @param sums after each step
     */
    public static SteppedSeries growing(double[] sums, double stepSeconds, double endSeconds) {
        int parts = Math.min(sums.length, PARTS);
        double[] seconds = new double[parts + 1];
        double[] values = new double[parts + 1];
        for (int part = 1; part <= parts; part++) {
            int steps = (int) ((long) sums.length * part / parts);
            seconds[part] = Math.min(steps * stepSeconds, endSeconds);
            values[part] = sums[steps - 1];
        }
        return new SteppedSeries(seconds, values);
    }

    public ArrayNode pairs() {
        return Chart.pairs(seconds, values);
    }
}
