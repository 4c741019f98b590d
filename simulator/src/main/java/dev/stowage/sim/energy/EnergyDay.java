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
    private final EnergyModel model;
    private final LatencyTarget target;
    private final Objective objective;
    private final Trials.Settings settings;
    private final Percentiles tried;
    private final Percentiles set;
    private final KnobGrid both;
    private final KnobGrid delays;
    private final KnobGrid frequencies;

    /** Percentiles are those of the formula, as in the paper's own study: nothing is checked. */
    public EnergyDay(
            EnergyModel model,
            LatencyTarget target,
            Objective objective,
            Trials.Settings settings) {
        this(model, target, objective, settings, Percentiles.FORMULA, Percentiles.FORMULA);
    }

    private EnergyDay(
            EnergyModel model,
            LatencyTarget target,
            Objective objective,
            Trials.Settings settings,
            Percentiles tried,
            Percentiles set) {
        this.model = model;
        this.target = target;
        this.objective = objective;
        this.settings = settings;
        this.tried = tried;
        this.set = set;
        both = model.platform().grid();
        delays = new KnobGrid(List.of(both.knobs().get(0)));
        frequencies = new KnobGrid(List.of(both.knobs().get(1)));
    }

    /**
     * Trials read simulated requests, and what is set is checked by others ({@link
     * CheckedSetting}).
     */
    public static EnergyDay checked(
            EnergyModel model,
            LatencyTarget target,
            Objective objective,
            Trials.Settings settings) {
        return new EnergyDay(
                model, target, objective, settings, Percentiles.TRIAL, Percentiles.CHECK);
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
        SettingRange range = range(manager, load, seed);
        if (set != Percentiles.FORMULA) {
            return range.leastHeld(objective, target);
        }
        return range.least(objective, target);
    }

    /** What a manager may set. */
    private SettingRange range(EnergyManager manager, double load, long seed) {
        double own = dynamicItr(load);
        return switch (manager) {
            case DVFS_ONLY ->
                    new SettingRange(
                            frequencies, (s, by) -> point(load, frequencies.value(s, 0), own, by));
            case ITR_ONLY ->
                    new SettingRange(
                            delays, (s, by) -> ondemand(load, delays.value(s, 0), seed, by));
            default ->
                    new SettingRange(
                            both, (s, by) -> point(load, both.value(s, 1), both.value(s, 0), by));
        };
    }

    /** Energy of some hours. */
    public static double joules(List<EnergyHour> hours) {
        return hours.stream().mapToDouble(EnergyHour::joules).sum();
    }

    /** One hour. */
    public EnergyHour hour(EnergyManager manager, double load, long seed) {
        SettingRange range = range(manager, load, seed);
        IntFunction<Operation> read = setting -> range.operations().at(setting, tried);
        return switch (manager) {
            case LINUX -> settled(load, linux(load, seed));
            case ORACLE -> settled(load, best(manager, load, seed));
            case GRID -> {
                Trials trials = Trials.of(coarse(), read, objective, target, settings, seed);
                yield settled(load, trials.chosen().operation());
            }
            case DVFS_ONLY, ITR_ONLY, TUNED ->
                    charged(
                            load,
                            range,
                            Trials.tuned(range.grid(), read, objective, target, settings, seed),
                            seed);
            case PENALISED ->
                    charged(
                            load,
                            range,
                            Trials.penalised(range.grid(), read, objective, target, settings, seed),
                            seed);
        };
    }

    private Operation linux(double load, long seed) {
        return ondemand(load, dynamicItr(load), seed, set);
    }

    /** The delay that the driver sets by itself. */
    double dynamicItr(double load) {
        return DynamicItr.micros(model.rate(load) * model.service().of(RequestParameter.BYTES));
    }

    private Operation ondemand(double load, double itr, long seed, Percentiles by) {
        return Operation.mixed(model, load, itr, Ondemand.shares(model, load, itr, seed), by);
    }

    /** One pair at a load. */
    public Operation point(double load, double ghz, double itr) {
        return point(load, ghz, itr, set);
    }

    private Operation point(double load, double ghz, double itr, Percentiles by) {
        return Operation.of(model.at(load, ghz, itr), by);
    }

    private EnergyHour charged(double load, SettingRange range, Trials trials, long seed) {
        CheckedSetting chosen =
                set == Percentiles.FORMULA
                        ? new CheckedSetting(trials.chosen().operation(), false)
                        : CheckedSetting.of(
                                trials.ranked(),
                                setting -> range.operations().at(setting, set),
                                linux(load, seed),
                                objective,
                                target);
        return EnergyHour.of(
                load, chosen, trials.tried(), settings.seconds(), target, model.fullWatts());
    }

    private EnergyHour settled(double load, Operation operation) {
        return EnergyHour.of(
                load,
                new CheckedSetting(operation, false),
                List.of(),
                settings.seconds(),
                target,
                0);
    }

    /**
     * The pair of least value by the formula, without noise; the first of equal ones. Where none
     * has a steady state, the one that serves most.
     */
    public Operation oracle(double load) {
        return range(EnergyManager.ORACLE, load, 0).least(objective, target);
    }

    /**
     * The hours with the least percentile of what a manager may set, without trials and their
     * noise: where that misses the target, nothing meets it.
     */
    public List<EnergyHour> quickest(EnergyManager manager, double[] requestsPerSecond, long seed) {
        return new EnergyDay(model, target, Objective.LATENCY, settings, tried, set)
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
