package dev.stowage.packing.column;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A linear programme that grows by columns: the least cost of columns, each at least 0, so that
 * rows are at least or at most their sides. Revised simplex method with an explicit inverse, primal
 * where columns are new and dual where sides have changed. Costs are never negative, so that the
 * slacks are a start for the dual method.
 *
 * <p>What it finds is floating point: prices and shares to be guided by, no proof. Only additions,
 * multiplications and divisions in a fixed order: the same on every machine.
 */
final class Simplex {
    private static final double TINY = 1e-9;

    /** Costs and sides are moved apart by this much, so that ties don't let it circle. */
    private static final double APART = 1e-8;

    private final int rows;
    private final double[] side;

    /** 1 where a row is at most its side, -1 where it is at least that. */
    private final double[] slack;

    private final List<int[]> at = new ArrayList<>();
    private final List<double[]> amount = new ArrayList<>();
    private double[] cost = new double[64];

    /** By row: a slack if below {@link #rows}, else a column. */
    private final int[] basis;

    private boolean[] isBasic;
    private final double[] inverse;
    private final double[] level;
    private final double[] price;
    private final double[] entering;
    private int sinceFresh;

    /** Multiplications, roughly. */
    long work;

    private long mostWork = Long.MAX_VALUE;

    /**
     * A programme without columns.
     *
     * @param isAtMost by row, else at least
     */
    Simplex(double[] sides, boolean[] isAtMost) {
        rows = sides.length;
        side = sides.clone();
        slack = new double[rows];
        basis = new int[rows];
        isBasic = new boolean[rows + 64];
        inverse = new double[rows * rows];
        level = new double[rows];
        price = new double[rows];
        entering = new double[rows];
        for (int i = 0; i < rows; i++) {
            slack[i] = isAtMost[i] ? 1 : -1;
            side[i] -= slack[i] * -APART * apart(i);
            basis[i] = i;
            isBasic[i] = true;
            inverse[i * rows + i] = slack[i];
            level[i] = slack[i] * side[i];
        }
    }

    /** From 0 to 1, by number, without a pattern. */
    private static double apart(int number) {
        long mixed = (number + 1) * 0x9E3779B97F4A7C15L;
        mixed ^= mixed >>> 29;
        return ((mixed * 0xBF58476D1CE4E5B9L) >>> 11) * 0x1.0p-53;
    }

    int columns() {
        return at.size();
    }

    void addColumn(double costOfOne, int[] rowsOfIt, double[] amounts) {
        int column = at.size();
        at.add(rowsOfIt);
        amount.add(amounts);
        if (column == cost.length) {
            cost = Arrays.copyOf(cost, 2 * column);
        }
        if (rows + column >= isBasic.length) {
            isBasic = Arrays.copyOf(isBasic, 2 * isBasic.length);
        }
        cost[column] = costOfOne + APART * apart(column);
    }

    /** Follow with {@link #solve}. */
    void setSide(int row, double value) {
        double change = value + slack[row] * APART * apart(row) - side[row];
        side[row] += change;
        for (int i = 0; i < rows; i++) {
            level[i] += inverse[i * rows + row] * change;
        }
    }

    /** What one more of a row would cost; of a row that is at most its side it is negative. */
    double price(int row) {
        return price[row];
    }

    /** How much of each column is used. */
    double[] shares() {
        double[] shares = new double[at.size()];
        for (int i = 0; i < rows; i++) {
            if (basis[i] >= rows) {
                shares[basis[i] - rows] = Math.max(0, level[i]);
            }
        }
        return shares;
    }

    double value() {
        double sum = 0;
        for (int i = 0; i < rows; i++) {
            sum += costOf(basis[i]) * level[i];
        }
        return sum;
    }

    /**
     * Solves it anew from where it is; false if it came to no end.
     *
     * @param more multiplications after which it gives up
     */
    boolean solve(long more) {
        mostWork = work + Math.min(more, Long.MAX_VALUE - work);
        int most = 2_000 + 40 * rows;
        for (int step = 0; step < most && work <= mostWork; step++) {
            if (sinceFresh > 100 + rows) {
                refresh();
            }
            int leaving = mostNegative();
            if (leaving < 0) {
                return primal(most);
            }
            int in = dualEntering(leaving);
            if (in < 0) {
                return false;
            }
            load(in);
            pivot(leaving, in);
        }
        return false;
    }

    private boolean primal(int most) {
        for (int step = 0; step < most && work <= mostWork; step++) {
            if (sinceFresh > 100 + rows) {
                refresh();
            }
            int in = primalEntering();
            if (in < 0) {
                return true;
            }
            load(in);
            int leaving = -1;
            double least = Double.POSITIVE_INFINITY;
            for (int i = 0; i < rows; i++) {
                if (entering[i] > TINY) {
                    double ratio = Math.max(0, level[i]) / entering[i];
                    boolean isTie = leaving >= 0 && Math.abs(ratio - least) <= 1e-12;
                    if (isTie ? entering[i] > entering[leaving] : ratio < least) {
                        least = ratio;
                        leaving = i;
                    }
                }
            }
            if (leaving < 0) {
                return false;
            }
            pivot(leaving, in);
        }
        return false;
    }

    private int mostNegative() {
        int leaving = -1;
        double least = -TINY;
        for (int i = 0; i < rows; i++) {
            if (level[i] < least) {
                least = level[i];
                leaving = i;
            }
        }
        return leaving;
    }

    private double costOf(int variable) {
        return variable < rows ? 0 : cost[variable - rows];
    }

    private double reduced(int variable) {
        if (variable < rows) {
            return -price[variable] * slack[variable];
        }
        return cost[variable - rows] - times(price, 0, variable);
    }

    private double times(double[] row, int from, int variable) {
        if (variable < rows) {
            return row[from + variable] * slack[variable];
        }
        int[] where = at.get(variable - rows);
        double[] much = amount.get(variable - rows);
        double sum = 0;
        for (int i = 0; i < where.length; i++) {
            sum += row[from + where[i]] * much[i];
        }
        work += where.length;
        return sum;
    }

    private int primalEntering() {
        int in = -1;
        double least = -TINY;
        for (int variable = 0; variable < rows + at.size(); variable++) {
            if (!isBasic[variable]) {
                double reduced = reduced(variable);
                if (reduced < least) {
                    least = reduced;
                    in = variable;
                }
            }
        }
        return in;
    }

    private int dualEntering(int leaving) {
        int in = -1;
        double least = Double.POSITIVE_INFINITY;
        double largest = 0;
        for (int variable = 0; variable < rows + at.size(); variable++) {
            if (isBasic[variable]) {
                continue;
            }
            double alpha = -times(inverse, leaving * rows, variable);
            if (alpha > TINY) {
                double ratio = Math.max(0, reduced(variable)) / alpha;
                boolean isTie = Math.abs(ratio - least) <= 1e-12;
                if (isTie ? alpha > largest : ratio < least) {
                    least = ratio;
                    largest = alpha;
                    in = variable;
                }
            }
        }
        return in;
    }

    /** What a variable would take from each basic one. */
    private void load(int variable) {
        for (int i = 0; i < rows; i++) {
            entering[i] = times(inverse, i * rows, variable);
        }
    }

    private void pivot(int leaving, int in) {
        double reduced = reduced(in);
        int from = leaving * rows;
        double by = 1 / entering[leaving];
        for (int c = 0; c < rows; c++) {
            inverse[from + c] *= by;
            price[c] += reduced * inverse[from + c];
        }
        level[leaving] *= by;
        for (int i = 0; i < rows; i++) {
            double factor = entering[i];
            if (i != leaving && factor != 0) {
                int row = i * rows;
                for (int c = 0; c < rows; c++) {
                    inverse[row + c] -= factor * inverse[from + c];
                }
                level[i] -= factor * level[leaving];
                work += rows;
            }
        }
        isBasic[basis[leaving]] = false;
        isBasic[in] = true;
        basis[leaving] = in;
        sinceFresh++;
    }

    /** Inverts the basis anew (Gauss and Jordan, largest pivots), against creeping errors. */
    private void refresh() {
        sinceFresh = 0;
        double[] matrix = new double[rows * rows];
        for (int i = 0; i < rows; i++) {
            if (basis[i] < rows) {
                matrix[basis[i] * rows + i] = slack[basis[i]];
            } else {
                int[] where = at.get(basis[i] - rows);
                double[] much = amount.get(basis[i] - rows);
                for (int k = 0; k < where.length; k++) {
                    matrix[where[k] * rows + i] = much[k];
                }
            }
        }
        if (Inverse.of(matrix, inverse, rows)) {
            work += (long) rows * rows * rows;
            relevel();
        }
    }

    private void relevel() {
        Arrays.fill(price, 0);
        for (int i = 0; i < rows; i++) {
            double sum = 0;
            double each = costOf(basis[i]);
            for (int c = 0; c < rows; c++) {
                sum += inverse[i * rows + c] * side[c];
                price[c] += each * inverse[i * rows + c];
            }
            level[i] = sum;
        }
    }
}
