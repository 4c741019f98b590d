package dev.stowage.stats;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.QRDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.SingularMatrixException;

/**
 * The point of a box with the least sum of squared residuals near a start: Levenberg-Marquardt with
 * differences as derivatives, steps cut at the box.
 */
public final class BoundedLeastSquares {
    private static final double STEP = 1e-4; // of the width of the box
    private static final double FLAT = 1e-9;
    private static final double MOST_DAMPING = 1e9;

    private final UnaryOperator<double[]> residuals;
    private final double[] low;
    private final double[] high;
    private final int mostSteps;

    /**
     * For residuals that are functions of a point of the box.
     *
     * @param mostSteps steps after which the search ends where it is
     */
    public BoundedLeastSquares(
            UnaryOperator<double[]> residuals, double[] low, double[] high, int mostSteps) {
        this.residuals = residuals;
        this.low = low.clone();
        this.high = high.clone();
        this.mostSteps = mostSteps;
    }

    /** What was found. */
    @SuppressWarnings("ArrayRecordComponent") // not compared
    public record Found(double[] point, double sumOfSquares) {}

    /** Searches from a start. */
    public Found from(double[] start) {
        double[] point = inside(start);
        double[] now = residuals.apply(point);
        double sum = squares(now);
        double damping = 1e-2;
        for (int step = 0; step < mostSteps && damping < MOST_DAMPING; step++) {
            RealMatrix slopes = slopes(point, now);
            double before = sum;
            while (damping < MOST_DAMPING) {
                double[] tried = inside(stepped(point, now, slopes, damping));
                double[] then = residuals.apply(tried);
                double left = squares(then);
                if (left < sum) {
                    point = tried;
                    now = then;
                    sum = left;
                    damping = Math.max(1e-9, damping / 5);
                    break;
                }
                damping *= 4;
            }
            if (before - sum <= FLAT * before) {
                break;
            }
        }
        return new Found(point, sum);
    }

    /**
     * Standard deviations of the coordinates at a point, by the residuals and a normal prior on
     * each: roots of the diagonal of {@code (J'J + diag(1 / prior^2))^-1}.
     */
    public double[] deviations(double[] point, double[] priorDeviations) {
        RealMatrix slopes = slopes(point, residuals.apply(point));
        RealMatrix information = slopes.transpose().multiply(slopes);
        for (int i = 0; i < point.length; i++) {
            information.addToEntry(i, i, 1 / (priorDeviations[i] * priorDeviations[i]));
        }
        RealMatrix covariance = new QRDecomposition(information).getSolver().getInverse();
        double[] deviations = new double[point.length];
        Arrays.setAll(deviations, i -> Math.sqrt(covariance.getEntry(i, i)));
        return deviations;
    }

    /** Derivatives of residuals (rows) by coordinates (columns). */
    private RealMatrix slopes(double[] point, double[] at) {
        double[][] columns = new double[point.length][];
        for (int i = 0; i < point.length; i++) {
            double step = STEP * (high[i] - low[i]);
            double[] moved = point.clone();
            moved[i] += point[i] + step > high[i] ? -step : step;
            double[] there = residuals.apply(moved);
            double[] column = new double[at.length];
            for (int row = 0; row < column.length; row++) {
                column[row] = (there[row] - at[row]) / (moved[i] - point[i]);
            }
            columns[i] = column;
        }
        return new Array2DRowRealMatrix(columns, false).transpose();
    }

    /** The step of damped normal equations, without coordinates that the box holds. */
    private double[] stepped(double[] point, double[] now, RealMatrix slopes, double damping) {
        double[] gradient = slopes.preMultiply(now);
        RealMatrix normal = slopes.transpose().multiply(slopes);
        for (int i = 0; i < point.length; i++) {
            boolean isHeld =
                    (point[i] <= low[i] && gradient[i] > 0)
                            || (point[i] >= high[i] && gradient[i] < 0);
            for (int j = 0; isHeld && j < point.length; j++) {
                normal.setEntry(i, j, 0);
                normal.setEntry(j, i, 0);
            }
            gradient[i] = isHeld ? 0 : gradient[i];
            normal.addToEntry(i, i, damping * Math.max(normal.getEntry(i, i), 1e-12));
            if (isHeld) {
                normal.setEntry(i, i, 1);
            }
        }
        try {
            double[] step =
                    new QRDecomposition(normal, 1e-300)
                            .getSolver()
                            .solve(new ArrayRealVector(gradient))
                            .toArray();
            double[] next = point.clone();
            Arrays.setAll(next, i -> point[i] - step[i]);
            return next;
        } catch (SingularMatrixException e) {
            return point.clone();
        }
    }

    private double[] inside(double[] point) {
        double[] inside = point.clone();
        Arrays.setAll(inside, i -> Math.max(low[i], Math.min(high[i], point[i])));
        return inside;
    }

    private static double squares(double[] values) {
        return Arrays.stream(values).map(each -> each * each).sum();
    }
}
