package dev.stowage.sim.energy;

import dev.stowage.basis.Check;
import dev.stowage.basis.Seeds;
import dev.stowage.tuning.KnobGrid;
import dev.stowage.tuning.Tuner;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;

/**
 * What was tried at one load, and what was chosen.
 *
 * @param tried in their order
 * @param chosen the one of least value as read
 */
public record Trials(List<Trial> tried, Trial chosen) {
    public Trials {
        tried = List.copyOf(tried);
    }

    /**
     * A setting that was tried.
     *
     * @param operation what it truly comes to
     * @param value as read, with noise
     */
    public record Trial(int setting, Operation operation, double value) {}

    /**
     * How trials are made.
     *
     * @param count at most
     * @param starts Sobol' points among them
     * @param seconds of load each
     * @param wattsNoise standard deviation of a reading of power, as a share
     * @param latencyNoise the same of a percentile
     */
    public record Settings(
            int count, int starts, double seconds, double wattsNoise, double latencyNoise) {
        public Settings {
            Check.positive("count", count);
            Check.positive("starts", starts);
            Check.positive("seconds", seconds);
            Check.notNegative("wattsNoise", wattsNoise);
            Check.notNegative("latencyNoise", latencyNoise);
        }

        /** The paper's 30 trials, 5 of them Sobol' points, of 10 s each; the noise is ours. */
        public static Settings usual() {
            return new Settings(30, 5, 10, 0.01, 0.02);
        }
    }

    /** What the value of a setting is read as. */
    private record Meter(
            Objective objective, LatencyTarget target, Settings settings, RandomGenerator random) {
        double read(Operation operation) {
            double watts = operation.watts() * (1 + settings.wattsNoise() * random.nextGaussian());
            double micros =
                    target.of(operation) * (1 + settings.latencyNoise() * random.nextGaussian());
            return objective.of(watts, micros, target);
        }
    }

    /** By the tuner, which is told logarithms. */
    static Trials tuned(
            KnobGrid grid,
            IntFunction<Operation> operations,
            Objective objective,
            LatencyTarget target,
            Settings settings,
            long seed) {
        Meter meter = meter(objective, target, settings, seed);
        Tuner tuner = new Tuner(grid, settings.starts(), true, seed);
        List<Trial> tried = new ArrayList<>();
        while (tried.size() < settings.count() && !tuner.isExhausted()) {
            int setting = tuner.next();
            Operation operation = operations.apply(setting);
            double value = meter.read(operation);
            tuner.tell(setting, Math.log(value));
            tried.add(new Trial(setting, operation, value));
        }
        return new Trials(tried, best(tried));
    }

    /** Of every one of some settings. */
    static Trials of(
            List<Integer> chosen,
            IntFunction<Operation> operations,
            Objective objective,
            LatencyTarget target,
            Settings settings,
            long seed) {
        Meter meter = meter(objective, target, settings, seed);
        List<Trial> tried = new ArrayList<>();
        for (int setting : chosen) {
            Operation operation = operations.apply(setting);
            tried.add(new Trial(setting, operation, meter.read(operation)));
        }
        return new Trials(tried, best(tried));
    }

    private static Meter meter(
            Objective objective, LatencyTarget target, Settings settings, long seed) {
        return new Meter(objective, target, settings, Seeds.stream(seed, "trials", 0));
    }

    private static Trial best(List<Trial> tried) {
        Trial best = tried.get(0);
        for (Trial each : tried) {
            if (each.value() < best.value()) {
                best = each;
            }
        }
        return best;
    }
}
