package dev.stowage.similarity;

import dev.stowage.basis.Seeds;
import dev.stowage.model.TaskClass;
import dev.stowage.stats.TwoSample;
import dev.stowage.stats.sample.OrderCorrelation;
import dev.stowage.stats.sample.Sample;
import dev.stowage.stats.sample.Support;
import dev.stowage.workload.Parameter;
import dev.stowage.workload.fit.ParameterSamples.ClassSamples;
import java.util.ArrayList;
import java.util.List;

/**
 * Two workloads side by side, but for what a cluster makes of them.
 *
 * @param first one side, as a rule the real one
 * @param second the other
 * @param marginals each parameter of each class that a side has
 * @param dispersions bursts of job arrivals at each scale
 * @param ranks what goes together with what
 */
public record Comparison(
        ObservedWorkload first,
        ObservedWorkload second,
        List<Marginal> marginals,
        List<Dispersion> dispersions,
        RankMatrices ranks) {
    public Comparison {
        marginals = List.copyOf(marginals);
        dispersions = List.copyOf(dispersions);
    }

    /** Compares; the seed decides how samples are split. */
    public static Comparison of(ObservedWorkload first, ObservedWorkload second, long seed) {
        List<Marginal> marginals = new ArrayList<>();
        for (TaskClass taskClass : TaskClass.values()) {
            ClassSamples one = first.samples().of(taskClass);
            ClassSamples other = second.samples().of(taskClass);
            for (Parameter parameter : Parameter.values()) {
                if (one.observations(parameter) + other.observations(parameter) > 0) {
                    marginals.add(new Pair(first, second, taskClass, parameter).compare(seed));
                }
            }
        }
        return new Comparison(
                first,
                second,
                marginals,
                Dispersion.of(first.arrivals(), second.arrivals()),
                RankMatrices.of(first.jobs(), second.jobs()));
    }

    /** What is to be compared. */
    private record Pair(
            ObservedWorkload first,
            ObservedWorkload second,
            TaskClass taskClass,
            Parameter parameter) {
        Marginal compare(long seed) {
            Sample one = sample(first);
            Sample other = sample(second);
            if (one.count() == 0 || other.count() == 0) {
                return new Marginal(
                        taskClass, parameter, one, other, null, null, hasNoJobs(), lack(one));
            }
            double resolution =
                    Math.max(
                            first.samples().of(taskClass).relativeResolution(parameter),
                            second.samples().of(taskClass).relativeResolution(parameter));
            String stream = "split." + taskClass + "." + parameter.key();
            return new Marginal(
                    taskClass,
                    parameter,
                    one,
                    other,
                    TwoSample.of(one, other, support(), resolution),
                    OrderCorrelation.of(one, other, Seeds.stream(seed, stream, 0)),
                    false,
                    Math.min(one.count(), other.count()) < Marginal.FEW
                            ? "fewer than " + Marginal.FEW + " values"
                            : "");
        }

        /** Arrivals from the start of the window on: the windows may begin at different times. */
        private Sample sample(ObservedWorkload side) {
            Sample sample = side.samples().of(taskClass).sample(parameter, parameter.support());
            double start = side.arrivals().fromMicros() / 1e6;
            return parameter == Parameter.JOB_ARRIVAL && start != 0
                    ? sample.shifted(-start)
                    : sample;
        }

        private Support support() {
            return parameter.support();
        }

        private boolean hasNoJobs() {
            return first.samples().of(taskClass).jobs() == 0
                    || second.samples().of(taskClass).jobs() == 0;
        }

        private String lack(Sample one) {
            ObservedWorkload side = one.count() == 0 ? first : second;
            ClassSamples samples = side.samples().of(taskClass);
            if (samples.jobs() == 0) {
                return side.name() + " has no jobs of this class";
            }
            return side.name()
                    + (samples.observations(parameter) == 0
                            ? " does not tell it"
                            : " has no possible values of it");
        }
    }
}
