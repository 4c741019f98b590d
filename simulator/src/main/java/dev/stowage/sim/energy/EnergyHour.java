package dev.stowage.sim.energy;

import java.util.List;

/**
 * An hour under a manager.
 *
 * @param requestsPerSecond load
 * @param operation what was set after the trials
 * @param trials what was tried first
 * @param trialSeconds how long that took
 * @param trialJoules energy that is charged for the trials: without a steady state that of all
 *     cores at the highest frequency, since what piles up is served later; above the target at
 *     least what {@link Charge} says
 * @param trialSecondsAbove seconds of them in which the percentile was above the target
 * @param joules energy of the hour, with the trials
 * @param secondsAbove seconds of trials and of the rest in which the percentile was above the
 *     target
 * @param isMet true if it is met after the trials
 * @param isLinux true if nothing is set after the trials: nothing tried is better than Linux
 */
public record EnergyHour(
        double requestsPerSecond,
        Operation operation,
        List<Trials.Trial> trials,
        double trialSeconds,
        double trialJoules,
        double trialSecondsAbove,
        double joules,
        double secondsAbove,
        boolean isMet,
        boolean isLinux) {
    /** Length of an hour. */
    public static final double SECONDS = 3600;

    public EnergyHour {
        trials = List.copyOf(trials);
    }

    /**
     * Power that trials are charged with.
     *
     * @param fullWatts of all cores at the highest frequency: of a trial without a steady state
     * @param leastWatts the least of a trial that misses the target, or of any where Linux is left
     *     alone after the trials: such a trial saves nothing
     */
    record Charge(double fullWatts, double leastWatts) {
        double watts(Operation tried, boolean isUseful) {
            double watts = tried.isSteady() ? tried.watts() : fullWatts;
            return isUseful ? watts : Math.max(watts, leastWatts);
        }
    }

    /** An hour in which {@code chosen} is set once what was tried is over. */
    static EnergyHour of(
            double load,
            CheckedSetting chosen,
            List<Trials.Trial> trials,
            double secondsEach,
            LatencyTarget target,
            Charge charge) {
        double joules = 0;
        double above = 0;
        for (Trials.Trial trial : trials) {
            Operation tried = trial.operation();
            boolean isMet = target.isMet(tried);
            joules += secondsEach * charge.watts(tried, isMet && !chosen.isLinux());
            above += isMet ? 0 : secondsEach;
        }
        double rest = SECONDS - secondsEach * trials.size();
        Operation operation = chosen.operation();
        boolean isMet = target.isMet(operation);
        return new EnergyHour(
                load,
                operation,
                trials,
                secondsEach * trials.size(),
                joules,
                above,
                joules + rest * operation.watts(),
                above + (isMet ? 0 : rest),
                isMet,
                chosen.isLinux());
    }
}
