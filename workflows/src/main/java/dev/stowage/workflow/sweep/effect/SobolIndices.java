package dev.stowage.workflow.sweep.effect;

import dev.stowage.basis.Check;
import dev.stowage.basis.Seeds;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * How much of the variance of a figure each uncertain input is answerable for.
 *
 * <p>With f at the points A, B and A with one input of B: first order {@code mean(f_B (f_AB - f_A))
 * / V} (Saltelli et al., Computer Physics Communications 181, 2010, table 2 b), total {@code
 * mean((f_A - f_AB)^2) / 2V} (Jansen, Computer Physics Communications 117, 1999), V the variance of
 * f over A and B, f centred on the mean of all points. The intervals hold 95 % of bootstrap draws
 * of the rows.
 *
 * @param first share that an input decides alone; an estimate may lie outside 0 to 1
 * @param total share that it decides alone or together with others
 */
public record SobolIndices(Estimate first, Estimate total) {
    private static final int DRAWS = 300;

    /**
     * An estimate and its interval.
     *
     * @param low 2.5 % of the bootstrap draws lie below
     * @param high 2.5 % of the bootstrap draws lie above
     */
    public record Estimate(double value, double low, double high) {}

    /**
     * The indices of one input.
     *
     * @param a the figure at the points A
     * @param b at the points B
     * @param mixed at A with this input of B
     * @param centre mean of the figure over all points
     * @return NaN where the figure does not vary
     */
    static SobolIndices of(double[] a, double[] b, double[] mixed, double centre) {
        Check.positive("rows", a.length);
        int[] all = new int[a.length];
        Arrays.setAll(all, i -> i);
        double[] whole = estimate(a, b, mixed, centre, all);
        double[] first = new double[DRAWS];
        double[] total = new double[DRAWS];
        RandomGenerator random = Seeds.stream(a.length, "sobol bootstrap", 0);
        for (int draw = 0; draw < DRAWS; draw++) {
            int[] rows = random.ints(a.length, 0, a.length).toArray();
            double[] drawn = estimate(a, b, mixed, centre, rows);
            first[draw] = drawn[0];
            total[draw] = drawn[1];
        }
        return new SobolIndices(interval(whole[0], first), interval(whole[1], total));
    }

    private static double[] estimate(
            double[] a, double[] b, double[] mixed, double centre, int[] rows) {
        double sum = 0;
        double squares = 0;
        double first = 0;
        double total = 0;
        for (int row : rows) {
            double fa = a[row] - centre;
            double fb = b[row] - centre;
            double fm = mixed[row] - centre;
            sum += fa + fb;
            squares += fa * fa + fb * fb;
            first += fb * (fm - fa);
            total += (fa - fm) * (fa - fm);
        }
        double n = rows.length;
        double mean = sum / (2 * n);
        double variance = squares / (2 * n) - mean * mean;
        return variance > 0
                ? new double[] {first / n / variance, total / n / 2 / variance}
                : new double[] {Double.NaN, Double.NaN};
    }

    private static Estimate interval(double value, double[] draws) {
        double[] sorted =
                Arrays.stream(draws).filter(draw -> !Double.isNaN(draw)).sorted().toArray();
        return sorted.length == 0
                ? new Estimate(value, Double.NaN, Double.NaN)
                : new Estimate(
                        value,
                        sorted[(int) (sorted.length * 0.025)],
                        sorted[(int) Math.min(sorted.length - 1, sorted.length * 0.975)]);
    }
}
