package dev.stowage.forecast;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Which model a series is forecast with: of all trends, seasons and scales that its length allows
 * the one with the least AICc. Likelihoods on a logarithmic scale are brought to that of the
 * amounts by their Jacobian, so that they can be compared.
 *
 * @param model the choice
 * @param candidates all that were fitted, best first; never empty
 */
public record ModelSelection(DemandModel model, List<Candidate> candidates) {
    public ModelSelection {
        candidates = List.copyOf(candidates);
    }

    /**
     * A model that was fitted.
     *
     * @param label {@code ETS(A,Ad,A)[24]}
     * @param scale that it was fitted on
     * @param logLikelihood of the amounts
     * @param aicc of the amounts
     */
    public record Candidate(String label, Scale scale, double logLikelihood, double aicc) {}

    private record Fitted(Candidate candidate, EtsModel model) {}

    /**
     * Fits and compares.
     *
     * @param values amounts, at least {@value ForecastStudy#LEAST_BUCKETS}
     * @param periods seasons to try, in buckets; those with less than two periods are left out
     * @param scales to try; {@link Scale#LOG} is left out if a value is 0, and {@link Scale#LINEAR}
     *     takes its place if nothing is left
     * @param seed of the draws of what the parameters may be
     */
    public static ModelSelection of(
            double[] values, List<Integer> periods, List<Scale> scales, long seed) {
        List<Fitted> fitted = new ArrayList<>();
        List<Scale> possible = scales.stream().filter(scale -> scale.takes(values)).toList();
        for (Scale scale : possible.isEmpty() ? List.of(Scale.LINEAR) : possible) {
            double[] scaled = scale.of(values);
            double jacobian = scale.jacobian(values);
            for (EtsForm form : forms(values, periods)) {
                EtsModel model = EtsFit.of(scaled, form);
                Candidate candidate =
                        new Candidate(
                                form.label(),
                                scale,
                                model.logLikelihood() + jacobian,
                                model.aicc() - 2 * jacobian);
                fitted.add(new Fitted(candidate, model));
            }
        }
        if (fitted.isEmpty()) {
            throw new IllegalArgumentException(values.length + " values, expected more");
        }
        fitted.sort(Comparator.comparingDouble(each -> each.candidate().aicc()));
        Fitted best = fitted.get(0);
        Scale chosen = best.candidate().scale();
        return new ModelSelection(
                DemandModel.fitted(best.model(), chosen.of(values), chosen, seed),
                fitted.stream().map(Fitted::candidate).toList());
    }

    /** The forms that a series is long enough for; of one that never changes only the plainest. */
    private static List<EtsForm> forms(double[] values, List<Integer> periods) {
        List<EtsForm> forms = new ArrayList<>();
        if (isConstant(values)) {
            return List.of(new EtsForm(Trend.NONE, 1));
        }
        List<Integer> all = new ArrayList<>(List.of(1));
        all.addAll(periods);
        for (int period : all) {
            for (Trend trend : Trend.values()) {
                EtsForm form = new EtsForm(trend, period);
                if (EtsFit.isPossible(values.length, form)) {
                    forms.add(form);
                }
            }
        }
        return forms;
    }

    /** True if all values are the same. */
    static boolean isConstant(double[] values) {
        for (double value : values) {
            if (value != values[0]) {
                return false;
            }
        }
        return true;
    }
}
