package dev.stowage.forecast;

import dev.stowage.forecast.ets.EtsModel;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.QRDecomposition;

/**
 * A yearly cycle beside a shorter season: a few waves whose periods divide a year (a trigonometric
 * season, as in De Livera, Hyndman and Snyder, J. Am. Stat. Assoc. 106(496), 2011, with amplitudes
 * that stay). Amplitudes are found by least squares beside a line, and once more on the errors of a
 * model of the rest, in which they are linear too.
 */
public final class YearlyTerms {
    /** More waves than that are weather. */
    static final int MOST_WAVES = 3;

    private static final YearlyTerms NONE = new YearlyTerms(new double[0], 1);

    private final double[] amplitudes;
    private final double year;

    private YearlyTerms(double[] amplitudes, double year) {
        this.amplitudes = amplitudes;
        this.year = year;
    }

    /** No yearly cycle. */
    static YearlyTerms none() {
        return NONE;
    }

    /**
     * By least squares beside a line.
     *
     * @param values on their scale, two years at least
     * @param year in buckets
     * @param waves 1 to {@value #MOST_WAVES}
     */
    static YearlyTerms of(double[] values, double year, int waves) {
        double[][] rows = new double[values.length][];
        YearlyTerms shape = new YearlyTerms(new double[2 * waves], year);
        for (int i = 0; i < values.length; i++) {
            double[] row = new double[2 + 2 * waves];
            row[0] = 1;
            row[1] = (double) i / values.length;
            for (int j = 0; j < 2 * waves; j++) {
                row[2 + j] = shape.wave(j, i);
            }
            rows[i] = row;
        }
        double[] found = solved(rows, values);
        double[] amplitudes = new double[2 * waves];
        System.arraycopy(found, 2, amplitudes, 0, amplitudes.length);
        return new YearlyTerms(amplitudes, year);
    }

    /** Better amplitudes beside a model that was fitted to the values without these. */
    YearlyTerms refined(EtsModel model) {
        double[] errors = model.errors();
        double[][] rows = new double[errors.length][amplitudes.length];
        for (int j = 0; j < amplitudes.length; j++) {
            double[] wave = new double[errors.length];
            for (int i = 0; i < wave.length; i++) {
                wave[i] = wave(j, i);
            }
            double[] moved = model.errorsOf(wave);
            for (int i = 0; i < wave.length; i++) {
                rows[i][j] = moved[i];
            }
        }
        double[] by = solved(rows, errors);
        double[] better = amplitudes.clone();
        for (int j = 0; j < better.length; j++) {
            better[j] += by[j];
        }
        return new YearlyTerms(better, year);
    }

    private static double[] solved(double[][] rows, double[] values) {
        return new QRDecomposition(new Array2DRowRealMatrix(rows, false))
                .getSolver()
                .solve(new ArrayRealVector(values, false))
                .toArray();
    }

    /** Cosine and sine in turns, of a bucket. */
    private double wave(int term, int bucket) {
        double angle = 2 * Math.PI * (term / 2 + 1) * bucket / year;
        return term % 2 == 0 ? Math.cos(angle) : Math.sin(angle);
    }

    /** What the cycle adds to a bucket, counted from the first one of the values. */
    double at(int bucket) {
        double sum = 0;
        for (int j = 0; j < amplitudes.length; j++) {
            sum += amplitudes[j] * wave(j, bucket);
        }
        return sum;
    }

    /** Values without the cycle. */
    double[] removedFrom(double[] values) {
        double[] rest = new double[values.length];
        for (int i = 0; i < rest.length; i++) {
            rest[i] = values[i] - at(i);
        }
        return rest;
    }

    /** Length of a year in buckets. */
    double buckets() {
        return year;
    }

    /** Number of waves; 0 for no yearly cycle. */
    public int waves() {
        return amplitudes.length / 2;
    }

    /** What follows the label of a model: {@code + year(2)}. */
    String label() {
        return waves() == 0 ? "" : " + year(" + waves() + ")";
    }
}
