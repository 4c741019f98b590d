package dev.stowage.stats.likelihood;

import dev.stowage.stats.density.Family;
import dev.stowage.stats.density.Parametric;
import dev.stowage.stats.sample.Sample;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.special.Gamma;

/** Student's t and Cauchy, whose likelihood has to be searched in all its parameters. */
final class HeavyTails {
    private static final double MIN_DF = 0.02;
    private static final double MAX_DF = 1e6;

    private HeavyTails() {}

    static Estimate cauchy(Sample z, double pad) {
        Optimum.Found found =
                Optimum.inSpace(
                        points -> u -> value(points, 1, u[0], scale(u[1], pad)),
                        z,
                        starts(z, pad, false),
                        0.3);
        if (!found.isFinite()) {
            return Estimate.failed("the likelihood is nowhere finite");
        }
        double scale = scale(found.point()[1], pad);
        Parametric density = Parametric.of(Family.CAUCHY, List.of(), found.point()[0], scale);
        return new Estimate(density, found.isConverged(), note(scale, pad));
    }

    static Estimate studentT(Sample z, double pad) {
        Optimum.Found found =
                Optimum.inSpace(
                        points -> u -> value(points, df(u[2]), u[0], scale(u[1], pad)),
                        z,
                        starts(z, pad, true),
                        0.3);
        if (!found.isFinite()) {
            return Estimate.failed("the likelihood is nowhere finite");
        }
        double scale = scale(found.point()[1], pad);
        Parametric density =
                Parametric.of(
                        Family.STUDENT_T, List.of(df(found.point()[2])), found.point()[0], scale);
        boolean isNormal = df(found.point()[2]) > 0.99 * MAX_DF;
        String note = isNormal ? "df at its bound: practically normal" : note(scale, pad);
        return new Estimate(density, found.isConverged(), note);
    }

    private static String note(double scale, double pad) {
        return scale < 1.001 * pad ? "the scale is at its bound, half the resolution" : "";
    }

    private static double scale(double u, double pad) {
        return pad + Math.exp(Math.min(20, u));
    }

    private static double df(double u) {
        return Math.min(MAX_DF, Math.max(MIN_DF, Math.exp(u)));
    }

    private static double[][] starts(Sample z, double pad, boolean withDf) {
        double[] locations = {z.quantile(0.5), z.quantile(0.25), mode(z)};
        double half = 0.5 * (z.quantile(0.75) - z.quantile(0.25));
        double[] scales = {
            Math.log(Math.max(pad, half)), Math.log(Math.max(pad, 0.1 * half)), Math.log(pad)
        };
        double[] dfs = withDf ? new double[] {0.2, 1, 4, 50} : new double[] {1};
        List<double[]> starts = new ArrayList<>();
        for (double location : locations) {
            for (double scale : scales) {
                for (double df : dfs) {
                    starts.add(
                            withDf
                                    ? new double[] {location, scale, Math.log(df)}
                                    : new double[] {location, scale});
                }
            }
        }
        return starts.toArray(double[][]::new);
    }

    private static double mode(Sample z) {
        int best = 0;
        for (int i = 1; i < z.size(); i++) {
            if (z.weight(i) > z.weight(best)) {
                best = i;
            }
        }
        return z.value(best);
    }

    private static double value(Sample z, double df, double location, double scale) {
        double sum = 0;
        for (int i = 0; i < z.size(); i++) {
            double t = (z.value(i) - location) / scale;
            sum += z.weight(i) * Math.log1p(t * t / df);
        }
        double constant =
                Gamma.logGamma(0.5 * (df + 1))
                        - Gamma.logGamma(0.5 * df)
                        - 0.5 * Math.log(df * Math.PI)
                        - Math.log(scale);
        return constant - 0.5 * (df + 1) * sum / z.count();
    }
}
