package dev.stowage.sim.energy;

import dev.stowage.tuning.KnobGrid;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a manager may set at one load, and what each setting does. What was found exactly is kept.
 * Not safe for several threads.
 */
final class SettingRange {
    private final EnergyModel model;
    private final double load;
    private final EnergyManager manager;
    private final long seed;
    private final KnobGrid grid;
    private final Map<Integer, Operation> exact = new HashMap<>();

    /**
     * @param manager all but those of one knob set both
     * @param seed of ondemand
     */
    SettingRange(EnergyModel model, double load, EnergyManager manager, long seed) {
        this.model = model;
        this.load = load;
        this.manager = manager;
        this.seed = seed;
        KnobGrid both = model.platform().grid();
        grid =
                switch (manager) {
                    case DVFS_ONLY -> new KnobGrid(List.of(both.knobs().get(1)));
                    case ITR_ONLY -> new KnobGrid(List.of(both.knobs().get(0)));
                    default -> both;
                };
    }

    KnobGrid grid() {
        return grid;
    }

    /** What a setting comes to. */
    Operation at(int setting, Percentiles by) {
        if (by == Percentiles.FORMULA) {
            return operation(setting, by);
        }
        Operation known = exact.get(setting);
        if (known == null) {
            known = operation(setting, by);
            exact.put(setting, known);
        }
        return known;
    }

    private Operation operation(int setting, Percentiles by) {
        return manager == EnergyManager.ITR_ONLY
                ? Operation.mixed(model, load, itrMicros(setting), shares(setting, by), by)
                : Operation.of(model.at(load, ghz(setting), itrMicros(setting)), by);
    }

    private double[] shares(int setting, Percentiles by) {
        return Ondemand.shares(model, load, itrMicros(setting), seed, by);
    }

    /** Mean power of a setting. */
    double watts(int setting) {
        if (manager != EnergyManager.ITR_ONLY) {
            return model.at(load, ghz(setting), itrMicros(setting)).watts();
        }
        double watts = 0;
        double[] shares = shares(setting, Percentiles.EXACT);
        for (int level = 0; level < shares.length; level++) {
            double ghz = model.platform().frequenciesGhz().get(level);
            watts += shares[level] * model.at(load, ghz, itrMicros(setting)).watts();
        }
        return watts;
    }

    /** The highest frequency that cores have under a setting. */
    double ghz(int setting) {
        return switch (manager) {
            case DVFS_ONLY -> grid.value(setting, 0);
            case ITR_ONLY -> model.platform().highestGhz();
            default -> grid.value(setting, 1);
        };
    }

    /** The delay of interrupts under a setting. */
    double itrMicros(int setting) {
        return manager == EnergyManager.DVFS_ONLY ? model.dynamicItr(load) : grid.value(setting, 0);
    }

    /** At the highest frequency that cores have under a setting. */
    OperatingPoint fastest(int setting) {
        return model.at(load, ghz(setting), itrMicros(setting));
    }

    /** With the delay of a setting at the highest frequency that there is. */
    OperatingPoint fastestOfAll(int setting) {
        return model.at(load, model.platform().highestGhz(), itrMicros(setting));
    }

    /** The setting of least value by the formula; the last one where all pile up. */
    Operation least(Objective objective, LatencyTarget target) {
        Operation best = at(grid.size() - 1, Percentiles.FORMULA);
        double least = Objective.FAILED;
        for (int setting = 0; setting < grid.size(); setting++) {
            Operation operation = at(setting, Percentiles.FORMULA);
            double value = objective.of(operation.watts(), target.of(operation), target);
            if (value < least) {
                least = value;
                best = operation;
            }
        }
        return best;
    }
}
