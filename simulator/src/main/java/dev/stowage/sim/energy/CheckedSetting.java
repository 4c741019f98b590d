package dev.stowage.sim.energy;

import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What is set after trials.
 *
 * @param operation what it comes to, in other requests than those of the trials
 * @param isLinux true if it is left to Linux
 */
record CheckedSetting(Operation operation, boolean isLinux) {
    /**
     * By trials, the one believed best first: those that miss the target in the check are struck.
     * Where none is left, the one of the least percentile is set among those with neither more
     * latency nor more power than Linux has, and Linux is left alone where there is none. With
     * latency as the objective it may take more power.
     *
     * @param ranked trials
     * @param check what a setting comes to in the check
     */
    static CheckedSetting of(
            List<Trials.Trial> ranked,
            IntFunction<Operation> check,
            Operation linux,
            Objective objective,
            LatencyTarget target) {
        if (objective != Objective.LATENCY) {
            for (Trials.Trial each : ranked) {
                if (target.isMet(each.operation())) {
                    Operation checked = check.apply(each.setting());
                    if (target.isSurelyMet(checked)) {
                        return new CheckedSetting(checked, false);
                    }
                }
            }
        }
        Trials.Trial least =
                objective == Objective.LATENCY ? ranked.get(0) : quickest(ranked, linux, target);
        if (least != null) {
            Operation checked = check.apply(least.setting());
            if (checked.isSteady() && target.of(checked) <= target.of(linux)) {
                return new CheckedSetting(checked, false);
            }
        }
        return new CheckedSetting(linux, true);
    }

    /** Among those that take no more power than Linux; null if none has a steady state. */
    private static Trials.@Nullable Trial quickest(
            List<Trials.Trial> ranked, Operation linux, LatencyTarget target) {
        return ranked.stream()
                .filter(each -> each.operation().isSteady())
                .filter(each -> each.operation().watts() <= linux.watts())
                .min(Comparator.comparingDouble(each -> target.of(each.operation())))
                .orElse(null);
    }
}
