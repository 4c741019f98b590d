package dev.stowage.workload;

import dev.stowage.stats.Atomic;
import dev.stowage.stats.Density;
import dev.stowage.stats.Parametric;
import dev.stowage.stats.Piecewise;
import dev.stowage.stats.Support;
import java.util.Arrays;

/**
 * Draws of one parameter by inversion, cut to the observed range and rounded if only whole numbers
 * are possible.
 *
 * <p>The inverse of most densities is a root search of microseconds. Its values are kept at {@value
 * #CELLS} equal steps of probability and draws in between lie on a line; in the outer {@value
 * #OUTER} steps at both ends, where the inverse is steep, each draw is exact. So is each in a step
 * where the inverse of a composite (atoms, pieces) is no line: where it jumps, or where an atom
 * begins or ends. Densities that are inverted by a look-up have no table. Not safe for use by
 * several threads until {@link #complete} has been called.
 */
final class Draw {
    private static final int CELLS = 2048;
    private static final int OUTER = 32;

    /** How far off the line the inverse may be inside a step, as a share of the step's rise. */
    private static final double BEND = 0.1;

    private static final byte LINE = 1;
    private static final byte NO_LINE = 2;

    private final Density density;
    private final double low;
    private final double high;
    private final boolean isWhole;
    private final double below;
    private final double inside;
    private final double[] table;
    private final byte[] shapes; // of the steps, 0 if not known yet; empty if all are lines

    private Draw(ParameterModel model, Support support) {
        this.density = model.density();
        this.low = model.low();
        this.high = model.high();
        this.isWhole = support.isWhole();
        this.below = density.cdf(Math.nextDown(low - half(support)));
        this.inside = massInside(density, low, high, support);
        boolean isComposite = density instanceof Atomic || density instanceof Piecewise;
        boolean isSlow = isComposite || density instanceof Parametric;
        this.table = new double[isSlow ? CELLS + 1 : 0];
        this.shapes = new byte[isComposite ? CELLS : 0];
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
        for (int i = OUTER; i < shapes.length - OUTER; i++) {
            isLine(i);
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
        if (cell < OUTER || cell >= CELLS - OUTER || !isLine(cell)) {
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

    private boolean isLine(int cell) {
        if (shapes.length == 0) {
            return true;
        }
        if (shapes[cell] == 0) {
            double left = node(cell);
            double rise = node(cell + 1) - left;
            boolean isLine = rise == 0;
            if (!isLine) {
                double third = exact((cell + 1 / 3.0) / CELLS) - left;
                double twoThirds = exact((cell + 2 / 3.0) / CELLS) - left;
                isLine =
                        Math.abs(third - rise / 3) <= BEND * rise
                                && Math.abs(twoThirds - rise * 2 / 3) <= BEND * rise;
            }
            shapes[cell] = isLine ? LINE : NO_LINE;
        }
        return shapes[cell] == LINE;
    }

    private double exact(double u) {
        double x = density.quantile(Math.min(1, below + u * inside));
        double reach = isWhole ? 0.5 : 0;
        return Math.min(high + reach, Math.max(low - reach, x));
    }
}
