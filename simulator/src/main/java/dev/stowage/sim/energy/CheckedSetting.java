package dev.stowage.sim.energy;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What is set after trials.
 *
 * @param operation what it truly comes to
 * @param isLinux true if it is left to Linux
 */
record CheckedSetting(Operation operation, boolean isLinux) {
    /**
     * The trial believed best among those that truly meet the target. Where none does, the one of
     * the least percentile among those with neither more latency nor more power than Linux has;
     * with latency as the objective the one believed best, which may take more power.
     *
     * <p>Another trial is set in its place that has neither more power nor more latency. Linux is
     * left alone where that is of no more value, or no trial is set.
     *
     * @param ranked trials, the one believed best first
     */
    static CheckedSetting of(
            List<Trials.Trial> ranked, Operation linux, Objective objective, LatencyTarget target) {
        List<Operation> tried =
                ranked.stream().map(Trials.Trial::operation).filter(Operation::isSteady).toList();
        return believed(tried, linux, objective, target)
                .map(each -> noWorse(each, tried, objective, target))
                .filter(each -> isBetter(each, linux, objective, target))
                .map(each -> new CheckedSetting(each, false))
                .orElse(new CheckedSetting(linux, true));
    }

    private static Optional<Operation> believed(
            List<Operation> tried, Operation linux, Objective objective, LatencyTarget target) {
        if (objective == Objective.LATENCY) {
            return tried.stream().findFirst();
        }
        Optional<Operation> held = tried.stream().filter(target::isMet).findFirst();
        return held.isPresent()
                ? held
                : tried.stream()
                        .filter(each -> each.watts() <= linux.watts())
                        .min(Comparator.comparingDouble(target::of));
    }

    private static Operation noWorse(
            Operation chosen, List<Operation> tried, Objective objective, LatencyTarget target) {
        return tried.stream()
                .filter(each -> each.watts() <= chosen.watts())
                .filter(each -> target.of(each) <= target.of(chosen))
                .min(Comparator.comparingDouble(each -> value(each, objective, target)))
                .orElse(chosen);
    }

    private static boolean isBetter(
            Operation chosen, Operation linux, Objective objective, LatencyTarget target) {
        boolean isHeld = objective == Objective.LATENCY || target.isMet(chosen);
        return isHeld
                ? value(chosen, objective, target) < value(linux, objective, target)
                : !target.isMet(linux) && target.of(chosen) <= target.of(linux);
    }

    private static double value(Operation each, Objective objective, LatencyTarget target) {
        return objective.of(each.watts(), target.of(each), target);
    }
}
