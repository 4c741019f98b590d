package dev.stowage.sim.energy;

import dev.stowage.basis.Check;
import dev.stowage.basis.Seeds;
import dev.stowage.tuning.KnobGrid;
import dev.stowage.tuning.Tuner;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;

/**
 * What was tried at one load, and what was chosen.
 *
 * @param tried in their order
 * @param ranked the same, the one to set first: what is to be set where others are struck
 */
public record Trials(List<Trial> tried, List<Trial> ranked) {
    /**
     * Probability with which what is chosen keeps the target, by all readings: so that 24 hours
     * keep it with 0.95; ours.
     */
    private static final double SURE = Math.pow(0.95, 1.0 / 24);

    /** A tenth of the trials, the last ones, are of settings that are sure to keep it; ours. */
    private static final int LAST_PART = 10;

    public Trials {
        tried = List.copyOf(tried);
        ranked = List.copyOf(ranked);
    }

    /** What is set after them, if nothing is struck. */
    Trial chosen() {
        return ranked.get(0);
    }

    /**
     * A setting that was tried.
     *
     * @param operation what it truly comes to
     * @param value by equation 4 as read, with noise
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

    /** Power and the bounded percentile, as read. */
    private record Reading(double watts, double micros) {}

    private record Meter(LatencyTarget target, Settings settings, RandomGenerator random) {
        Reading read(Operation operation) {
            double watts = operation.watts() * (1 + settings.wattsNoise() * random.nextGaussian());
            double micros =
                    target.of(operation) * (1 + settings.latencyNoise() * random.nextGaussian());
            return new Reading(watts, micros);
        }
    }

    /**
     * By the tuner, which is told logarithms. What bounds latency is told apart from the value, and
     * what is chosen is sure to keep the bound as far as all readings together tell.
     */
    static Trials tuned(
            KnobGrid grid,
            IntFunction<Operation> operations,
            Objective objective,
            LatencyTarget target,
            Settings settings,
            long seed) {
        Meter meter = meter(target, settings, seed);
        boolean hasCliffs = objective != Objective.ENERGY; // what piles up has no latency
        Tuner tuner = new Tuner(grid, settings.starts(), hasCliffs, seed);
        int last = settings.count() / LAST_PART;
        List<Trial> tried = new ArrayList<>();
        while (tried.size() < settings.count() && !tuner.isExhausted()) {
            boolean isLast = tried.size() >= Math.max(settings.starts(), settings.count() - last);
            int setting = isLast ? tuner.nextSure(SURE) : tuner.next();
            Operation operation = operations.apply(setting);
            Reading read = meter.read(operation);
            tuner.tell(
                    setting,
                    objective.logValue(read.watts(), read.micros()),
                    objective.excess(read.micros(), target));
            tried.add(new Trial(setting, operation, value(objective, read, target)));
        }
        List<Trial> ranked = new ArrayList<>();
        for (int place : tuner.believedOrder(SURE)) {
            ranked.add(tried.get(place));
        }
        if (!ranked.get(0).operation().isSteady()) {
            ranked.add(0, steady(grid, operations, tried));
        }
        return new Trials(tried, ranked);
    }

    /**
     * The steady trial of least value as read; where none is, the longest delay at the highest
     * frequency, which serves most.
     */
    private static Trial steady(
            KnobGrid grid, IntFunction<Operation> operations, List<Trial> tried) {
        List<Trial> all = tried.stream().filter(each -> each.operation().isSteady()).toList();
        int most = grid.size() - 1;
        return all.isEmpty()
                ? new Trial(most, operations.apply(most), Objective.FAILED)
                : rising(all).get(0);
    }

    private static double value(Objective objective, Reading read, LatencyTarget target) {
        return objective.of(read.watts(), read.micros(), target);
    }

    /**
     * By the paper's tuner, which is told the value of equation 4 alone; what is chosen is that of
     * the least value as read.
     */
    static Trials penalised(
            KnobGrid grid,
            IntFunction<Operation> operations,
            Objective objective,
            LatencyTarget target,
            Settings settings,
            long seed) {
        Meter meter = meter(target, settings, seed);
        Tuner tuner = new Tuner(grid, settings.starts(), true, seed);
        List<Trial> tried = new ArrayList<>();
        while (tried.size() < settings.count() && !tuner.isExhausted()) {
            int setting = tuner.next();
            Operation operation = operations.apply(setting);
            double value = value(objective, meter.read(operation), target);
            tuner.tell(setting, Math.log(value));
            tried.add(new Trial(setting, operation, value));
        }
        return new Trials(tried, rising(tried));
    }

    /** Of every one of some settings. */
    static Trials of(
            List<Integer> chosen,
            IntFunction<Operation> operations,
            Objective objective,
            LatencyTarget target,
            Settings settings,
            long seed) {
        Meter meter = meter(target, settings, seed);
        List<Trial> tried = new ArrayList<>();
        for (int setting : chosen) {
            Operation operation = operations.apply(setting);
            double value = value(objective, meter.read(operation), target);
            tried.add(new Trial(setting, operation, value));
        }
        return new Trials(tried, rising(tried));
    }

    private static Meter meter(LatencyTarget target, Settings settings, long seed) {
        return new Meter(target, settings, Seeds.stream(seed, "trials", 0));
    }

    /** By rising value as read; of equal ones the first tried first. */
    private static List<Trial> rising(List<Trial> tried) {
        return tried.stream().sorted(Comparator.comparingDouble(Trial::value)).toList();
    }
}
