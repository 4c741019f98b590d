package dev.stowage.applications;

import dev.stowage.basis.Check;
import java.util.ArrayList;
import java.util.List;

/**
 * What an application does of a feature: anything between two values, each order of magnitude as
 * likely as another.
 *
 * @param low least, at least 0
 * @param high largest, at least {@code low}, finite
 */
public record FeatureRange(double low, double high) {
    private static final int POINTS = 9;

    public FeatureRange {
        Check.notNegative("low", low);
        Check.inRange("high", high, low, Double.MAX_VALUE);
    }

    /** Values that stand for the range: evenly spaced on the logarithm, or on the line from 0. */
    List<Double> points() {
        if (low == high) {
            return List.of(low);
        }
        List<Double> points = new ArrayList<>();
        for (int i = 0; i < POINTS; i++) {
            double part = (double) i / (POINTS - 1);
            points.add(low > 0 ? low * Math.pow(high / low, part) : high * part);
        }
        return points;
    }
}
