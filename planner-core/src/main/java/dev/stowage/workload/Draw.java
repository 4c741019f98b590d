package dev.stowage.workload;

import dev.stowage.stats.density.Atomic;
import dev.stowage.stats.density.Density;
import dev.stowage.stats.density.Empirical;
import dev.stowage.stats.density.KernelDensity;
import dev.stowage.stats.density.Parametric;
import dev.stowage.stats.density.Piecewise;
import dev.stowage.stats.sample.Support;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Draws of one parameter by inversion, cut to the observed range and rounded if only whole numbers
 * are possible.
 *
 * <p>The inverse of most densities is a root search of microseconds, or a root and an exponential.
 * Its values are kept at {@value #STEPS} equal steps of probability and draws in between lie on a
 * line, if the inverse is near it there: it may jump, and an atom may begin or end. Steps where it
 * is not, and the outer {@value #OUTER} at both ends, where the inverse is steep, are divided into
 * {@value #PARTS} parts, and draws are exact where even those are bent; a kernel density, whose
 * inverse is cheap, is not divided. Observed values are never interpolated. Not safe for use by
 * several threads until {@link #complete} has been called.
 *
 * <p>Hot: several draws a job and one a task. Guarded by {@code bench/synth/run}.
 */
public final class Draw {
    private static final int STEPS = 2048;
    private static final int OUTER = 32;
    private static final int PARTS = 32;

    /** How far off the line the inverse may be inside a step, as a share of the step's rise. */
    private static final double BEND = 0.02;

    /** And inside a part, where it is steep. */
    private static final double BEND_OF_PART = 0.01;

    private static final byte LINE = 1;
    private static final byte NO_LINE = 2;

    /** How the inverse of a density is tabulated. */
    private enum Form {
        /** Not at all. */
        EXACT,
        /** Only where it is constant. */
        LEVELS,
        /** Where it is near a line. */
        SMOOTH,
        /** And in parts of steps elsewhere: it is slow. */
        IN_PARTS;

        static Form of(Density density) {
            if (density instanceof Empirical) {
                return LEVELS;
            }
            if (density instanceof KernelDensity) {
                return SMOOTH;
            }
            boolean isComposite = density instanceof Atomic || density instanceof Piecewise;
            return isComposite || density instanceof Parametric ? IN_PARTS : EXACT;
        }
    }

    private final Density density;
    private final double low;
    private final double high;
    private final boolean isWhole;
    private final double below;
    private final double inside;
    private final Form form;
    private final double[] nodes = new double[STEPS + 1]; // NaN if not known yet
    private final byte[] shapes = new byte[STEPS + 1]; // of the steps, 0 if not known yet
    private final double[] @Nullable []
            parts; // of steps: where each begins and rises, NaN if it is bent

    private Draw(ParameterModel model, Support support) {
        this.density = model.density();
        this.low = model.low();
        this.high = model.high();
        this.isWhole = support.isWhole();
        this.below = density.cdf(Math.nextDown(low - half(support)));
        this.inside = massInside(density, low, high, support);
        this.form = Form.of(density);
        this.parts = new double[form == Form.IN_PARTS ? STEPS : 0][];
        Arrays.fill(nodes, Double.NaN);
        Arrays.fill(shapes, form == Form.EXACT ? NO_LINE : 0);
        shapes[STEPS] = NO_LINE;
    }

    public static Draw of(Parameter parameter, ParameterModel model) {
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

    /** Fills the tables, after which draws only read. */
    public Draw complete() {
        for (int step = 0; step < STEPS; step++) {
            if (!isLine(step) && parts.length > 0) {
                parts(step);
            }
        }
        return this;
    }

    /** The value at share {@code u} of the mass inside the range; not decreasing in u. */
    public double at(double u) {
        double position = u * STEPS;
        int step = (int) position;
        double x;
        if (shapes[step] == LINE) {
            double left = nodes[step];
            x = left + (position - step) * (nodes[step + 1] - left);
        } else {
            x = elsewhere(u, step); // seldom, and apart, so that the rest is compiled into its loop
        }
        return isWhole ? Math.min(high, Math.max(low, Math.floor(x + 0.5))) : x;
    }

    private double elsewhere(double u, int step) {
        if (isLine(step)) {
            double left = nodes[step];
            return left + (u * STEPS - step) * (nodes[step + 1] - left);
        }
        return parts.length == 0 || step == STEPS ? exact(u) : inPart(u, step);
    }

    private boolean isLine(int step) {
        if (shapes[step] == 0) {
            shapes[step] = isStraight(step) ? LINE : NO_LINE;
        }
        return shapes[step] == LINE;
    }

    private boolean isStraight(int step) {
        boolean isOuter = step < OUTER || step >= STEPS - OUTER;
        if (isOuter && form != Form.LEVELS) {
            return false;
        }
        double left = node(step);
        double rise = node(step + 1) - left;
        if (rise == 0 || density instanceof Parametric) {
            return true;
        }
        return form != Form.LEVELS
                && isStraight((double) step / STEPS, 1.0 / STEPS, left, rise, BEND);
    }

    private double node(int i) {
        if (Double.isNaN(nodes[i])) {
            nodes[i] = exact((double) i / STEPS);
        }
        return nodes[i];
    }

    /**
     * True if the inverse is near the line at two places between u and u + width. The density
     * itself tells: its inverse is at most x where at least as much is up to x; an evaluation
     * instead of a root search.
     */
    private boolean isStraight(double u, double width, double left, double rise, double bend) {
        for (int third = 1; third <= 2; third++) {
            double share = third / 3.0;
            double p = Math.min(1, below + (u + share * width) * inside);
            double onLine = left + share * rise;
            if (density.cdf(onLine + bend * rise) < p
                    || density.cdfBelow(onLine - bend * rise) > p) {
                return false;
            }
        }
        return true;
    }

    private double inPart(double u, int step) {
        double position = (u * STEPS - step) * PARTS;
        int part = (int) position;
        double[] ofStep = parts(step);
        double rise = ofStep[2 * part + 1];
        return Double.isNaN(rise) ? exact(u) : ofStep[2 * part] + (position - part) * rise;
    }

    private double[] parts(int step) {
        if (parts[step] != null) {
            return parts[step];
        }
        double[] made = new double[2 * PARTS];
        double width = 1.0 / STEPS / PARTS;
        double left = exact((double) step / STEPS);
        for (int part = 0; part < PARTS; part++) {
            double u = (double) step / STEPS + part * width;
            double right = exact(u + width);
            double rise = right - left;
            boolean isStraight = rise == 0 || isStraight(u, width, left, rise, BEND_OF_PART);
            made[2 * part] = left;
            made[2 * part + 1] = isStraight ? rise : Double.NaN;
            left = right;
        }
        parts[step] = made;
        return made;
    }

    private double exact(double u) {
        double x = density.quantile(Math.min(1, below + u * inside));
        double reach = isWhole ? 0.5 : 0;
        return Math.min(high + reach, Math.max(low - reach, x));
    }
}
