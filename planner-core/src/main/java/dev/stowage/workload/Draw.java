package dev.stowage.workload;

import dev.stowage.stats.Density;
import dev.stowage.stats.Parametric;
import dev.stowage.stats.Support;
import java.util.Arrays;

/**
 * Draws of one parameter by inversion, cut to the observed range and rounded if only whole numbers
 * are possible.
 *
 * <p>The inverse of most families is a root search of microseconds. Its values are kept at {@value
 * #CELLS} equal steps of probability and draws in between lie on a line; in the outer {@value
 * #OUTER} steps at both ends, where the inverse is steep, each draw is exact. Not safe for use by
 * several threads until {@link #complete} has been called.
 */
final class Draw {
    private static final int CELLS = 2048;
    private static final int OUTER = 32;

    private final Density density;
    private final double low;
    private final double high;
    private final boolean isWhole;
    private final double below;
    private final double inside;
    private final double[] table;

    private Draw(ParameterModel model, Support support) {
        this.density = model.density();
        this.low = model.low();
        this.high = model.high();
        this.isWhole = support.isWhole();
        this.below = density.cdf(Math.nextDown(low - half(support)));
        this.inside = massInside(density, low, high, support);
        this.table = new double[density instanceof Parametric ? CELLS + 1 : 0];
        Arrays.fill(table, Double.NaN);
    }

    static Draw of(Parameter parameter, ParameterModel model) {
        return new Draw(model, parameter.support());
    }

    /** Probability of [low, high] under a density. */
    static double massInside(Density density, double low, double high, Support support) {
        double half = half(support);
        return density.cdf(high + half) - density.cdf(Math.nextDown(low - half));
    }

    private static double half(Support support) {
        return support.isWhole() ? 0.5 : 0;
    }

    /** Fills the table, after which draws only read. */
    Draw complete() {
        for (int i = OUTER; i < table.length - OUTER; i++) {
            node(i);
        }
        return this;
    }

    /** The value at share {@code u} of the mass inside the range; not decreasing in u. */
    double at(double u) {
        double x = table.length == 0 ? exact(u) : interpolated(u);
        return isWhole ? Math.min(high, Math.max(low, Math.floor(x + 0.5))) : x;
    }

    private double interpolated(double u) {
        double position = u * CELLS;
        int cell = (int) position;
        if (cell < OUTER || cell >= CELLS - OUTER) {
            return exact(u);
        }
        double left = node(cell);
        return left + (position - cell) * (node(cell + 1) - left);
    }

    private double node(int i) {
        if (Double.isNaN(table[i])) {
            table[i] = exact((double) i / CELLS);
        }
        return table[i];
    }

    private double exact(double u) {
        double x = density.quantile(Math.min(1, below + u * inside));
        double reach = isWhole ? 0.5 : 0;
        return Math.min(high + reach, Math.max(low - reach, x));
    }
}
