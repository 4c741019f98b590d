package dev.stowage.sim.energy;

import dev.stowage.stats.likelihood.Optimum;
import dev.stowage.tuning.KnobGrid;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The paper's model, fitted to ours at one load: mean latency {@code t = Z / f^(1 + alpha) + phi D}
 * and energy per request {@code J = gamma phi D f^beta} (equations 1 to 3), and an extension of
 * ours, {@code J = j0 + j1 f^beta + j2 / (D + i0)}. Frequency is relative to the highest one, D the
 * delay of interrupts. Least squares of logarithms, eight starts.
 *
 * <p>Equation 3 cannot be right: it is 0 without a delay, and rises with the delay, while the paper
 * measures that longer delays save energy. Nothing is planned with it.
 *
 * @param z microseconds
 * @param meanLatencyError mean relative error of t over the settings
 * @param latencyError the largest
 * @param published R² of ln J by equation 3
 * @param extended R² of ln J by the extension
 */
public record PublishedModel(
        double z,
        double alpha,
        double phi,
        double beta,
        double meanLatencyError,
        double latencyError,
        double published,
        double extended) {
    private static final double LEAST_DELAY = 20; // below, the paper's linear term is no model
    private static final int STRIDE = 10;
    private static final int STARTS = 8;

    private record Sample(double f, double delay, double micros, double joules) {}

    /** Fitted to the settings of a model at a load whose utilisation stays within a bound. */
    public static PublishedModel fitted(EnergyModel model, double perSecond, double utilisation) {
        List<Sample> samples = samples(model, perSecond, utilisation);
        double[] latency =
                best(
                        p -> -squares(samples, s -> latency(p, s), Sample::micros),
                        new double[] {Math.log(60), 0, 0.5},
                        1);
        double[] energy =
                best(
                        p ->
                                -squares(
                                        samples,
                                        s -> Math.exp(p[0]) * s.delay() * Math.pow(s.f(), p[1]),
                                        Sample::joules),
                        new double[] {-15, 1},
                        1);
        double level = Math.log(samples.get(0).joules());
        double[] extension =
                best(
                        p -> -squares(samples, s -> extended(p, s), Sample::joules),
                        new double[] {level - 0.7, level - 0.7, 2, level, 2},
                        1);
        double worst = 0;
        double sum = 0;
        for (Sample each : samples) {
            double off = Math.abs(latency(latency, each) / each.micros() - 1);
            worst = Math.max(worst, off);
            sum += off;
        }
        double total = total(samples);
        return new PublishedModel(
                Math.exp(latency[0]),
                latency[1],
                latency[2],
                energy[1],
                sum / samples.size(),
                worst,
                1
                        - squares(
                                        samples,
                                        s ->
                                                Math.exp(energy[0])
                                                        * s.delay()
                                                        * Math.pow(s.f(), energy[1]),
                                        Sample::joules)
                                / total,
                1 - squares(samples, s -> extended(extension, s), Sample::joules) / total);
    }

    private static List<Sample> samples(EnergyModel model, double perSecond, double utilisation) {
        KnobGrid grid = model.platform().grid();
        List<Sample> samples = new ArrayList<>();
        for (int setting = 0; setting < grid.size(); setting += STRIDE + 1) {
            double delay = grid.value(setting, 0);
            OperatingPoint point = model.at(perSecond, grid.value(setting, 1), delay);
            if (delay >= LEAST_DELAY && point.utilisation() <= utilisation) {
                samples.add(
                        new Sample(
                                point.ghz() / model.platform().highestGhz(),
                                delay,
                                point.meanMicros(),
                                point.watts() / perSecond));
            }
        }
        if (samples.isEmpty()) {
            throw new IllegalArgumentException(
                    "perSecond = "
                            + perSecond
                            + ", expected a load that some setting holds at "
                            + utilisation);
        }
        return samples;
    }

    private static double latency(double[] p, Sample s) {
        return Math.exp(p[0]) / Math.pow(s.f(), 1 + p[1]) + p[2] * s.delay();
    }

    private static double extended(double[] p, Sample s) {
        return Math.exp(p[0])
                + Math.exp(p[1]) * Math.pow(s.f(), p[2])
                + Math.exp(p[3]) / (s.delay() + Math.exp(p[4]));
    }

    private static double squares(
            List<Sample> samples, ToDoubleFunction<Sample> fit, ToDoubleFunction<Sample> truth) {
        double sum = 0;
        for (Sample each : samples) {
            double off = Math.log(fit.applyAsDouble(each) / truth.applyAsDouble(each));
            sum += off * off;
        }
        return sum;
    }

    private static double total(List<Sample> samples) {
        double mean =
                samples.stream().mapToDouble(s -> Math.log(s.joules())).average().orElseThrow();
        return samples.stream().mapToDouble(s -> Math.pow(Math.log(s.joules()) - mean, 2)).sum();
    }

    private static double[] best(ToDoubleFunction<double[]> value, double[] start, double size) {
        double[][] starts = new double[STARTS][];
        for (int i = 0; i < STARTS; i++) {
            starts[i] = start.clone();
            for (int k = 0; k < start.length; k++) {
                starts[i][k] += i == 0 ? 0 : ((i >> k % 3 & 1) == 0 ? 0.7 : -0.7);
            }
        }
        return Optimum.inSpace(value, starts, size).point();
    }
}
