package dev.stowage.sim.energy;

import dev.stowage.tuning.Knob;
import dev.stowage.tuning.KnobGrid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    private final Percentiles by;
    private final Map<Range, SettingRange> ranges = new HashMap<>();

    private record Range(EnergyManager knobs, double load, long seed) {}

    /** Percentiles are those of the formula, as in the paper's own study: nothing is checked. */
    public EnergyDay(
            EnergyModel model,
            LatencyTarget target,
            Objective objective,
            Trials.Settings settings) {
        this(model, target, objective, settings, Percentiles.FORMULA);
    }

    private EnergyDay(
            EnergyModel model,
            LatencyTarget target,
            Objective objective,
            Trials.Settings settings,
            Percentiles by) {
        this.model = model;
        this.target = target;
        this.objective = objective;
        this.settings = settings;
        this.by = by;
    }

    /**
     * Percentiles are those of {@link dev.stowage.sim.energy.response.ResponseTimes}; what is set
     * is checked by them.
     */
    public static EnergyDay exact(
            EnergyModel model,
            LatencyTarget target,
            Objective objective,
            Trials.Settings settings) {
        return new EnergyDay(model, target, objective, settings, Percentiles.EXACT);
    }

    /** Of an hour of a day. */
    static long seed(long day, int hour) {
        return day + 1_000_003L * hour;
    }

    /** The hours under a manager. */
    public List<EnergyHour> under(EnergyManager manager, double[] requestsPerSecond, long seed) {
        List<EnergyHour> hours = new ArrayList<>();
        for (int hour = 0; hour < requestsPerSecond.length; hour++) {
            hours.add(hour(manager, requestsPerSecond[hour], seed(seed, hour)));
        }
        return hours;
    }

    /**
     * The hours with the best of what a manager may set and of Linux, without trials and their
     * noise: where no setting meets the target, with the least percentile. By the formula Linux is
     * not looked at.
     */
    public List<EnergyHour> best(EnergyManager manager, double[] requestsPerSecond, long seed) {
        List<EnergyHour> hours = new ArrayList<>();
        for (int hour = 0; hour < requestsPerSecond.length; hour++) {
            hours.add(bestHour(manager, requestsPerSecond[hour], seed, hour));
        }
        return hours;
    }

    /** The same of one hour of a day. */
    EnergyHour bestHour(EnergyManager manager, double load, long seed, int hour) {
        return settled(load, best(manager, load, seed(seed, hour)));
    }

    /** What the best of an hour does. */
    public Operation best(EnergyManager manager, double load, long seed) {
        SettingRange range = range(manager, load, seed);
        if (by == Percentiles.FORMULA) {
            return range.least(objective, target);
        }
        Operation best = new ExactSearch(range, target).best(objective);
        Operation linux = linux(load, seed);
        return isBetter(linux, best) ? linux : best;
    }

    /** True if one of them meets the target alone, or by its value, or where none does quicker. */
    private boolean isBetter(Operation one, Operation other) {
        if (target.isMet(one) != target.isMet(other)) {
            return target.isMet(one);
        }
        Objective by = target.isMet(one) ? objective : Objective.LATENCY;
        return by.of(one.watts(), target.of(one), target)
                < by.of(other.watts(), target.of(other), target);
    }

    /** What a manager may set; what is known of it is kept. */
    private SettingRange range(EnergyManager manager, double load, long seed) {
        boolean isOne = manager == EnergyManager.DVFS_ONLY || manager == EnergyManager.ITR_ONLY;
        EnergyManager knobs = isOne ? manager : EnergyManager.TUNED;
        long own = manager == EnergyManager.ITR_ONLY ? seed : 0;
        return ranges.computeIfAbsent(
                new Range(knobs, load, own), key -> new SettingRange(model, load, knobs, own));
    }

    /** Energy of some hours. */
    public static double joules(List<EnergyHour> hours) {
        return hours.stream().mapToDouble(EnergyHour::joules).sum();
    }

    /** One hour. */
    public EnergyHour hour(EnergyManager manager, double load, long seed) {
        SettingRange range = range(manager, load, seed);
        IntFunction<Operation> read = setting -> range.at(setting, by);
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
                            Trials.tuned(range.grid(), read, objective, target, settings, seed),
                            seed);
            case PENALISED ->
                    charged(
                            load,
                            Trials.penalised(range.grid(), read, objective, target, settings, seed),
                            seed);
        };
    }

    private Operation linux(double load, long seed) {
        double itr = model.dynamicItr(load);
        return Operation.mixed(model, load, itr, Ondemand.shares(model, load, itr, seed, by), by);
    }

    /** One pair at a load. */
    public Operation point(double load, double ghz, double itr) {
        return Operation.of(model.at(load, ghz, itr), by);
    }

    private EnergyHour charged(double load, Trials trials, long seed) {
        if (by == Percentiles.FORMULA) {
            CheckedSetting believed = new CheckedSetting(trials.chosen().operation(), false);
            return charged(load, believed, trials, 0);
        }
        Operation linux = linux(load, seed);
        CheckedSetting chosen = CheckedSetting.of(trials.ranked(), linux, objective, target);
        double least = Math.max(linux.watts(), chosen.operation().watts());
        return charged(load, chosen, trials, least);
    }

    private EnergyHour charged(
            double load, CheckedSetting chosen, Trials trials, double leastWatts) {
        return EnergyHour.of(
                load,
                chosen,
                trials.tried(),
                settings.seconds(),
                target,
                new EnergyHour.Charge(model.fullWatts(), leastWatts));
    }

    private EnergyHour settled(double load, Operation operation) {
        return EnergyHour.of(
                load,
                new CheckedSetting(operation, false),
                List.of(),
                settings.seconds(),
                target,
                new EnergyHour.Charge(0, 0));
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
        return new EnergyDay(model, target, Objective.LATENCY, settings, by)
                .best(manager, requestsPerSecond, seed);
    }

    /** Some 340 pairs: the upper frequencies by 20 delays, as the paper's own study had. */
    private List<Integer> coarse() {
        KnobGrid both = model.platform().grid();
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
