package dev.stowage.workload.fit;

import dev.stowage.model.TaskClass;
import dev.stowage.stats.Candidate;
import dev.stowage.stats.Histogram;
import dev.stowage.stats.density.Density;
import dev.stowage.stats.sample.Sample;
import dev.stowage.workload.ModelProvenance;
import dev.stowage.workload.Parameter;
import dev.stowage.workload.ParameterModel;
import dev.stowage.workload.WorkloadModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a report on a fit draws: for each class and parameter the histogram of the observations and
 * the curves of the densities that were tried.
 *
 * @param model the fitted model
 * @param panels one for each parameter that has observations, in the order of the model
 */
public record FitReport(WorkloadModel model, List<Panel> panels) {
    /**
     * One parameter of one class.
     *
     * @param taskClass class
     * @param parameter parameter
     * @param fit what was fitted
     * @param isLogarithmic true if the axis is better drawn logarithmic
     * @param bins histogram, ascending
     * @param curves the chosen density first, then the other candidates, best first
     */
    public record Panel(
            TaskClass taskClass,
            Parameter parameter,
            ParameterModel fit,
            boolean isLogarithmic,
            List<Bin> bins,
            List<Curve> curves) {
        public Panel {
            bins = List.copyOf(bins);
            curves = List.copyOf(curves);
        }
    }

    /** Share of the observations in [{@code low}, {@code high}). */
    public record Bin(double low, double high, double share) {}

    /**
     * A density as its probability in each bin of the panel, so that it lies over the histogram.
     *
     * @param name family, {@code kde}, {@code empirical} or {@code constant}
     * @param isChosen true for the density of the model
     * @param shares probability of each bin
     */
    public record Curve(String name, boolean isChosen, List<Double> shares) {
        public Curve {
            shares = List.copyOf(shares);
        }
    }

    public FitReport {
        panels = List.copyOf(panels);
    }

    /** The drawing data of a model and the samples that it was fitted to. */
    public static FitReport of(WorkloadModel model, ParameterSamples samples) {
        List<Panel> panels = new ArrayList<>();
        model.classes()
                .forEach(
                        (taskClass, ofClass) ->
                                ofClass.parameters()
                                        .forEach(
                                                (parameter, fit) ->
                                                        panels.add(
                                                                panel(
                                                                        samples,
                                                                        model.provenance(),
                                                                        taskClass,
                                                                        parameter,
                                                                        fit))));
        return new FitReport(model, panels);
    }

    private static Panel panel(
            ParameterSamples samples,
            ModelProvenance made,
            TaskClass taskClass,
            Parameter parameter,
            ParameterModel fit) {
        Sample sample = ModelFitter.fitted(samples, taskClass, parameter, made.censoring());
        if (sample.size() < 2) {
            List<Bin> one = List.of(new Bin(sample.min(), sample.min(), 1));
            Curve constant = new Curve(fit.method().spelling(), true, List.of(1.0));
            return new Panel(taskClass, parameter, fit, false, one, List.of(constant));
        }
        Histogram histogram =
                Histogram.of(
                        sample, ModelFitter.support(samples, parameter), made.settings().bins());
        List<Bin> bins = new ArrayList<>();
        for (int i = 0; i < histogram.bins(); i++) {
            bins.add(new Bin(histogram.edge(i), histogram.edge(i + 1), histogram.share(i)));
        }
        List<Curve> curves = new ArrayList<>();
        boolean isCandidate = false;
        for (Candidate candidate : fit.candidates()) {
            Density density = candidate.density();
            if (density != null) {
                boolean isChosen = density == fit.density();
                isCandidate |= isChosen;
                curves.add(
                        isChosen ? 0 : curves.size(),
                        curve(candidate.name(), isChosen, histogram, density));
            }
        }
        if (!isCandidate) {
            curves.add(0, curve(fit.method().spelling(), true, histogram, fit.density()));
        }
        return new Panel(taskClass, parameter, fit, histogram.isLogarithmic(), bins, curves);
    }

    private static Curve curve(
            String name, boolean isChosen, Histogram histogram, Density density) {
        double[] shares = histogram.probabilities(density);
        return new Curve(name, isChosen, Arrays.stream(shares).boxed().toList());
    }
}
