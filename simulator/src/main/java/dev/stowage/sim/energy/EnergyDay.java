package dev.stowage.sim.energy;

import dev.stowage.tuning.Knob;
import dev.stowage.tuning.KnobGrid;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Hours of load on one server under a manager. Tuning starts anew each hour, and its trials are
 * charged with their energy and their misses.
 */
public final class EnergyDay {
    private static final double NEVER = Double.NaN;

    private final EnergyModel model;
    private final LatencyTarget target;
    private final Objective objective;
    private final Trials.Settings settings;
    private final KnobGrid both;
    private final KnobGrid delays;
    private final KnobGrid frequencies;

    public EnergyDay(
            EnergyModel model,
            LatencyTarget target,
            Objective objective,
            Trials.Settings settings) {
        this.model = model;
        this.target = target;
        this.objective = objective;
        this.settings = settings;
        both = model.platform().grid();
        delays = new KnobGrid(List.of(both.knobs().get(0)));
        frequencies = new KnobGrid(List.of(both.knobs().get(1)));
    }

    /** The hours under a manager. */
    public List<EnergyHour> under(EnergyManager manager, double[] requestsPerSecond, long seed) {
        List<EnergyHour> hours = new ArrayList<>();
        for (int hour = 0; hour < requestsPerSecond.length; hour++) {
            hours.add(hour(manager, requestsPerSecond[hour], seed + 1_000_003L * hour));
        }
        return hours;
    }

    /** The hours with the best of what a manager may set, without trials and their noise. */
    public List<EnergyHour> best(EnergyManager manager, double[] requestsPerSecond, long seed) {
        List<EnergyHour> hours = new ArrayList<>();
        for (int hour = 0; hour < requestsPerSecond.length; hour++) {
            double load = requestsPerSecond[hour];
            hours.add(settled(load, best(manager, load, seed + 1_000_003L * hour)));
        }
        return hours;
    }

    private Operation best(EnergyManager manager, double load, long seed) {
        double own = dynamicItr(load);
        return switch (manager) {
            case DVFS_ONLY ->
                    least(frequencies.size(), s -> point(load, frequencies.value(s, 0), own));
            case ITR_ONLY -> least(delays.size(), s -> ondemand(load, delays.value(s, 0), seed));
            default -> oracle(load);
        };
    }

    /** Of so many settings the one of least value; the last one where all pile up. */
    private Operation least(int settings, IntFunction<Operation> operations) {
        Operation best = operations.apply(settings - 1);
        double least = Objective.FAILED;
        for (int setting = 0; setting < settings; setting++) {
            Operation operation = operations.apply(setting);
            double value = objective.of(operation.watts(), target.of(operation), target);
            if (value < least) {
                least = value;
                best = operation;
            }
        }
        return best;
    }

    /** Energy of some hours. */
    public static double joules(List<EnergyHour> hours) {
        return hours.stream().mapToDouble(EnergyHour::joules).sum();
    }

    /** One hour. */
    public EnergyHour hour(EnergyManager manager, double load, long seed) {
        double own = dynamicItr(load);
        return switch (manager) {
            case LINUX -> settled(load, ondemand(load, own, seed));
            case DVFS_ONLY ->
                    tuned(frequencies, load, s -> point(load, frequencies.value(s, 0), own), seed);
            case ITR_ONLY ->
                    tuned(delays, load, s -> ondemand(load, delays.value(s, 0), seed), seed);
            case GRID -> {
                Trials trials = Trials.of(coarse(), of(load), objective, target, settings, seed);
                yield settled(load, trials.chosen().operation());
            }
            case TUNED -> tuned(both, load, of(load), seed);
            case PENALISED ->
                    charged(
                            load,
                            Trials.penalised(both, of(load), objective, target, settings, seed));
            case ORACLE -> settled(load, oracle(load));
        };
    }

    /** The delay that the driver sets by itself. */
    double dynamicItr(double load) {
        return DynamicItr.micros(model.rate(load) * model.service().of(RequestParameter.BYTES));
    }

    private Operation ondemand(double load, double itr, long seed) {
        return Operation.mixed(model, load, itr, Ondemand.shares(model, load, itr, seed));
    }

    private Operation point(double load, double ghz, double itr) {
        return Operation.of(model.at(load, ghz, itr));
    }

    private IntFunction<Operation> of(double load) {
        return s -> point(load, both.value(s, 1), both.value(s, 0));
    }

    private EnergyHour tuned(
            KnobGrid grid, double load, IntFunction<Operation> operations, long seed) {
        return charged(load, Trials.tuned(grid, operations, objective, target, settings, seed));
    }

    private EnergyHour charged(double load, Trials trials) {
        return EnergyHour.of(
                load,
                trials.chosen().operation(),
                trials.tried(),
                settings.seconds(),
                target,
                model.fullWatts());
    }

    private EnergyHour settled(double load, Operation operation) {
        return EnergyHour.of(load, operation, List.of(), settings.seconds(), target, 0);
    }

    /**
     * The pair of least value, without noise; the first of equal ones. Where none has a steady
     * state, the one that serves most.
     */
    public Operation oracle(double load) {
        double least = NEVER;
        OperatingPoint best = null;
        for (int setting = 0; setting < both.size(); setting++) {
            OperatingPoint point = model.at(load, both.value(setting, 1), both.value(setting, 0));
            double value =
                    objective.of(
                            point.watts(),
                            point.percentileMicros(target.percentile() / 100.0),
                            target);
            if (best == null || value < least) {
                least = value;
                best = point;
            }
        }
        if (best == null) {
            throw new IllegalStateException("a grid without settings");
        }
        return least < Objective.FAILED ? Operation.of(best) : of(load).apply(both.size() - 1);
    }

    /**
     * The hours with the least percentile of what a manager may set, without trials and their
     * noise: where that misses the target, nothing meets it.
     */
    public List<EnergyHour> quickest(EnergyManager manager, double[] requestsPerSecond, long seed) {
        return new EnergyDay(model, target, Objective.LATENCY, settings)
                .best(manager, requestsPerSecond, seed);
    }

    /** Some 340 pairs: the upper frequencies by 20 delays, as the paper's own study had. */
    private List<Integer> coarse() {
        Knob itr = both.knobs().get(0);
        int levels = both.knobs().get(1).values().length;
        List<Integer> chosen = new ArrayList<>();
        for (int step = 0; step < 20; step++) {
            int place = Math.min(itr.values().length - 1, step * itr.values().length / 40);
            for (int level = levels > 1 ? 1 : 0; level < levels; level++) {
                chosen.add(both.setting(place, level));
            }
        }
        return chosen;
    }
}
