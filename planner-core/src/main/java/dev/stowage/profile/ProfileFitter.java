package dev.stowage.profile;

import dev.stowage.profile.FormFitter.Refused;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Fits all forms to the samples of an application and chooses one: that with the least error at
 * samples that it did not see (leave one out). Equals are decided by the order of {@link
 * PerformanceForm}.
 */
public final class ProfileFitter {
    private static final List<PerformanceForm> FORMS =
            List.of(PerformanceForm.PRODUCT, PerformanceForm.LOGISTIC, PerformanceForm.MONOTONE);

    /** A slice whose CPU is used so far says only that the application would have used more. */
    private static final double SATURATED = 0.99;

    private ProfileFitter() {}

    /**
     * What was fitted.
     *
     * @param forms all forms, those that were refused too
     * @param chosen the one to use
     * @param coresAtFull cores that the application uses at performance index 1, by least squares
     *     over the samples whose CPU is not used up: use = coresAtFull * PI; empty if no sample has
     *     CPU
     * @param cpuError mean absolute error of the utilisation that follows; empty as above
     * @param evidence which resources the samples tell apart
     * @param samples that were fitted
     */
    public record Fitted(
            List<FormFit> forms,
            FormFit chosen,
            OptionalDouble coresAtFull,
            OptionalDouble cpuError,
            Evidence evidence,
            List<Sample> samples) {
        public Fitted {
            samples = List.copyOf(samples);
            forms = List.copyOf(forms);
        }

        /** The chosen function, as far as the samples tell. */
        public Performance performance() {
            return MeasuredPerformance.of(chosen.performance().orElseThrow(), evidence, samples);
        }
    }

    /** Fits the samples of one application, at least one of them, taken on one type of server. */
    public static Fitted fit(List<Sample> samples, double serverCores) {
        if (samples.isEmpty()) {
            throw new IllegalArgumentException("samples is empty, expected at least one");
        }
        boolean onlyWhole = samples.stream().allMatch(s -> s.slice().equals(Slice.WHOLE));
        List<PerformanceForm> tried = onlyWhole ? List.of(PerformanceForm.PROPORTIONAL) : FORMS;
        Evidence evidence = Evidence.ofRuns(samples);
        List<FormFit> forms = tried.stream().map(form -> fit(form, samples, evidence)).toList();
        FormFit chosen =
                forms.stream()
                        .filter(fit -> fit.performance().isPresent())
                        .min(Comparator.comparingDouble(ProfileFitter::rank))
                        .orElseThrow();
        return withCpu(new Choice(forms, chosen, evidence, samples), serverCores);
    }

    private record Choice(
            List<FormFit> forms, FormFit chosen, Evidence evidence, List<Sample> samples) {
        Fitted with(OptionalDouble coresAtFull, OptionalDouble cpuError) {
            return new Fitted(forms, chosen, coresAtFull, cpuError, evidence, samples);
        }
    }

    /** One form fitted to samples, without the error at samples left out; empty if refused. */
    public static Optional<Performance> fitted(PerformanceForm form, List<Sample> samples) {
        try {
            return Optional.of(FormFitter.fit(form, samples));
        } catch (Refused e) {
            return Optional.empty();
        }
    }

    /** Unseen error first; forms without one come after all that have one, by their own error. */
    private static double rank(FormFit fit) {
        return fit.leaveOneOutError().isPresent()
                ? fit.leaveOneOutError().getAsDouble()
                : 1e9 + fit.meanError().orElseThrow();
    }

    /** Fitted to runs in which tied resources count as one; its errors are those as it is used. */
    private static FormFit fit(PerformanceForm form, List<Sample> samples, Evidence evidence) {
        try {
            Performance performance = FormFitter.fit(form, evidence.joined(samples));
            return new FormFit(
                    form,
                    Optional.of(performance),
                    OptionalDouble.of(
                            meanError(
                                    MeasuredPerformance.of(performance, evidence, samples),
                                    samples)),
                    leaveOneOut(performance, samples, evidence),
                    Optional.empty());
        } catch (Refused e) {
            return FormFit.refused(form, String.valueOf(e.getMessage()));
        }
    }

    /** Searches without a sample begin where that with all of them ended. */
    private static OptionalDouble leaveOneOut(
            Performance whole, List<Sample> samples, Evidence evidence) {
        if (samples.size() < 2) {
            return OptionalDouble.empty();
        }
        double sum = 0;
        for (int out = 0; out < samples.size(); out++) {
            List<Sample> others = new ArrayList<>(samples);
            Sample held = others.remove(out);
            try {
                Performance unseen =
                        FormFitter.fitNear(whole.form(), evidence.joined(others), whole);
                sum += error(MeasuredPerformance.of(unseen, evidence, others), held);
            } catch (Refused e) {
                return OptionalDouble.empty();
            }
        }
        return OptionalDouble.of(sum / samples.size());
    }

    /** Mean absolute error of a function at samples. */
    public static double meanError(Performance performance, List<Sample> samples) {
        return samples.stream()
                .mapToDouble(sample -> error(performance, sample))
                .average()
                .orElseThrow();
    }

    private static double error(Performance performance, Sample sample) {
        return Math.abs(performance.at(sample.slice()) - sample.pi());
    }

    private static Fitted withCpu(Choice choice, double serverCores) {
        List<Sample> known =
                choice.samples().stream()
                        .filter(sample -> sample.cpuUtilisation().isPresent())
                        .toList();
        List<Sample> unsaturated =
                known.stream()
                        .filter(sample -> sample.cpuUtilisation().getAsDouble() < SATURATED)
                        .toList();
        double cores = coresAtFull(unsaturated.isEmpty() ? known : unsaturated, serverCores);
        if (!(cores > 0)) {
            return choice.with(OptionalDouble.empty(), OptionalDouble.empty());
        }
        double error =
                known.stream()
                        .mapToDouble(sample -> cpuError(sample, cores, serverCores))
                        .average()
                        .orElseThrow();
        return choice.with(OptionalDouble.of(cores), OptionalDouble.of(error));
    }

    /** Least squares of use = cores * PI, at most the server; NaN without samples. */
    private static double coresAtFull(List<Sample> samples, double serverCores) {
        double products = 0;
        double squares = 0;
        for (Sample sample : samples) {
            double used =
                    sample.cpuUtilisation().orElseThrow() * sample.slice().cpu() * serverCores;
            products += used * sample.pi();
            squares += sample.pi() * sample.pi();
        }
        return Math.min(products / squares, serverCores); // more than all is noise
    }

    private static double cpuError(Sample sample, double cores, double serverCores) {
        double has = sample.slice().cpu() * serverCores;
        return Math.abs(
                sample.cpuUtilisation().orElseThrow() - Math.min(1, cores * sample.pi() / has));
    }
}
