package dev.stowage.stats.density;

import dev.stowage.basis.Check;
import java.util.List;

/**
 * A kernel density, kept as its values on a grid of equal steps: linear between grid points, 0
 * outside. The grid lies on the axis of the parameter or on a logarithmic one, {@code y = ln(x +
 * shift)}.
 */
public final class KernelDensity implements Density {
    private final double bandwidth;
    private final Axis axis;
    private final double low;
    private final double step;
    private final double[] heights;
    private final double mass;
    private final double[] cumulative;
    private final GuideTable guide;

    /**
     * What the grid is a grid of.
     *
     * @param isLogarithmic false: {@code y = x}; true: {@code y = ln(x + shift)}
     * @param shift at least 0; 0 on a linear axis
     */
    public record Axis(boolean isLogarithmic, double shift) {
        /** {@code y = x}. */
        public static final Axis LINEAR = new Axis(false, 0);

        public Axis {
            Check.notNegative("shift", shift);
        }

        public double toGrid(double x) {
            if (!isLogarithmic) {
                return x;
            }
            return x + shift > 0 ? Math.log(x + shift) : Double.NEGATIVE_INFINITY;
        }

        double fromGrid(double y) {
            return isLogarithmic ? Math.exp(y) - shift : y;
        }

        /** The derivative of y at x. */
        double slope(double x) {
            return isLogarithmic ? 1 / (x + shift) : 1;
        }
    }

    private KernelDensity(double bandwidth, Axis axis, double low, double step, double[] heights) {
        this.bandwidth = bandwidth;
        this.axis = axis;
        this.low = low;
        this.step = step;
        this.cumulative = new double[heights.length];
        for (int i = 1; i < heights.length; i++) {
            cumulative[i] = cumulative[i - 1] + 0.5 * step * (heights[i - 1] + heights[i]);
        }
        this.mass = cumulative[heights.length - 1];
        if (!(mass > 0) || Double.isInfinite(mass)) {
            throw new IllegalArgumentException("mass of the grid = " + mass);
        }
        this.heights = heights;
        for (int i = 0; i < heights.length; i++) {
            cumulative[i] /= mass;
        }
        guide = new GuideTable(cumulative);
    }

    /**
     * A density from its grid, which need not be normalised.
     *
     * @param bandwidth standard deviation of the kernel on the grid's axis, above 0
     * @param axis axis of the grid
     * @param low first grid point, on that axis
     * @param high last grid point, above {@code low}
     * @param heights density at the grid points on that axis, at least two, none negative
     */
    public static KernelDensity of(
            double bandwidth, Axis axis, double low, double high, List<Double> heights) {
        Check.positive("bandwidth", bandwidth);
        if (heights.size() < 2) {
            throw new IllegalArgumentException(heights.size() + " heights, expected at least two");
        }
        if (!(low < high) || Double.isInfinite(high - low)) {
            throw new IllegalArgumentException(
                    "low = " + low + ", expected a number below high = " + high);
        }
        double[] copy = heights.stream().mapToDouble(Double::doubleValue).toArray();
        for (int i = 0; i < copy.length; i++) {
            Check.notNegative("heights[" + i + "]", copy[i]);
        }
        return new KernelDensity(bandwidth, axis, low, (high - low) / (copy.length - 1), copy);
    }

    /** Standard deviation of the kernel on the axis of the grid. */
    public double bandwidth() {
        return bandwidth;
    }

    public Axis axis() {
        return axis;
    }

    /** Number of grid points. */
    public int size() {
        return heights.length;
    }

    /** Grid point {@code i}, on the axis of the grid. */
    public double point(int i) {
        return low + step * i;
    }

    /** Height at grid point {@code i}, on the axis of the grid, as given. */
    public double height(int i) {
        return heights[i];
    }

    /** Density at {@code y} on the axis of the grid. */
    public double gridDensity(double y) {
        double position = (y - low) / step;
        if (!(position >= 0 && position <= heights.length - 1)) {
            return 0;
        }
        int cell = Math.min((int) position, heights.length - 2);
        double rise = heights[cell + 1] - heights[cell];
        return (heights[cell] + (position - cell) * rise) / mass;
    }

    @Override
    public double pdf(double x) {
        double density = gridDensity(axis.toGrid(x));
        return density == 0 ? 0 : density * axis.slope(x);
    }

    @Override
    public double cdf(double x) {
        double position = (axis.toGrid(x) - low) / step;
        if (!(position > 0)) {
            return 0;
        }
        if (position >= heights.length - 1) {
            return 1;
        }
        int cell = (int) position;
        double t = position - cell;
        double rise = heights[cell + 1] - heights[cell];
        double area = step * t * (heights[cell] + 0.5 * t * rise);
        return Math.min(1, cumulative[cell] + area / mass);
    }

    @Override
    public double quantile(double p) {
        int cell = guide.first(p) - 1;
        if (cell < 0) {
            return axis.fromGrid(low + step * lastEmpty());
        }
        cell = Math.min(cell, heights.length - 2);
        double missing = (p - cumulative[cell]) * mass / step;
        double height = heights[cell];
        double rise = heights[cell + 1] - height;
        double root = Math.sqrt(Math.max(0, height * height + 2 * rise * missing));
        double t = height + root > 0 ? 2 * missing / (height + root) : 1;
        return axis.fromGrid(low + step * (cell + Math.min(1, Math.max(0, t))));
    }

    private int lastEmpty() {
        int last = 0;
        while (last < heights.length - 1 && cumulative[last + 1] == 0) {
            last++;
        }
        return last;
    }

    /** By Simpson's rule in each cell of the grid. */
    @Override
    public double mean() {
        double sum = 0;
        for (int cell = 0; cell < heights.length - 1; cell++) {
            double left = point(cell);
            double middle = left + 0.5 * step;
            double right = point(cell + 1);
            sum +=
                    heights[cell] * axis.fromGrid(left)
                            + 2 * (heights[cell] + heights[cell + 1]) * axis.fromGrid(middle)
                            + heights[cell + 1] * axis.fromGrid(right);
        }
        return sum * step / 6 / mass;
    }

    @Override
    public String describe() {
        return describe("");
    }

    @Override
    public String describe(String unit) {
        String where =
                axis.isLogarithmic() ? " on the logarithm" : unit.isEmpty() ? "" : " " + unit;
        return "kde(gaussian, bandwidth " + Text.of(bandwidth) + where + ")";
    }
}
