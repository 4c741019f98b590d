package dev.stowage.forecast;

import dev.stowage.forecast.ets.Errors;
import dev.stowage.forecast.ets.EtsFit;
import dev.stowage.forecast.ets.EtsForm;
import dev.stowage.forecast.ets.EtsModel;
import dev.stowage.forecast.ets.Trend;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which model a series is forecast with: of all trends, seasons and scales that its length allows
 * the one with the least AICc, among those whose upper end stays within bounds. Likelihoods on a
 * logarithmic scale are brought to that of the amounts by their Jacobian, so that they can be
 * compared.
 *
 * @param model the choice
 * @param candidates all that were fitted: the choice, the others by AICc, last those that were
 *     better and left every bound; never empty
 * @param dropped what tests on the past gave for the choice among all trends, where one without a
 *     trend did better and took its place
 */
public record ModelSelection(
        DemandModel model, List<Candidate> candidates, Optional<Backtest> dropped) {
    private static final double MOST_TIMES = 10;
    private static final double UPPER = 0.975;
    private static final Set<Trend> SLOPES = EnumSet.of(Trend.STEADY, Trend.ADDITIVE);
    private static final Comparator<Fitted> BY_AICC =
            Comparator.comparingDouble(each -> each.candidate().aicc());

    public ModelSelection {
        candidates = List.copyOf(candidates);
    }

    /**
     * A model that was fitted.
     *
     * @param label {@code ETS(A,Ad,A)[24]}, with {@code + year(2)} if two waves of a year are
     *     beside it
     * @param scale that it was fitted on
     * @param logLikelihood of the amounts
     * @param aicc of the amounts
     * @param isUnbounded true if its 97.5 % quantile at the horizon is more than ten times the
     *     largest amount of the history: not chosen, however well it fits the past
     */
    public record Candidate(
            String label, Scale scale, double logLikelihood, double aicc, boolean isUnbounded) {
        private Candidate unbounded() {
            return new Candidate(label, scale, logLikelihood, aicc, true);
        }
    }

    private record Fitted(Candidate candidate, EtsModel model, YearlyTerms year) {
        static Fitted of(EtsModel model, Scale scale, YearlyTerms year, double jacobian) {
            Candidate candidate =
                    new Candidate(
                            model.form().label() + year.label(),
                            scale,
                            model.logLikelihood() + jacobian,
                            model.aicc(2 * year.waves()) - 2 * jacobian,
                            false);
            return new Fitted(candidate, model, year);
        }

        /** True if the slope of one moves and that of the other does not, and no more is apart. */
        boolean differsInSlopeFrom(Fitted other) {
            EtsForm own = model.form();
            EtsForm its = other.model.form();
            return own.trend() != its.trend()
                    && SLOPES.contains(own.trend())
                    && SLOPES.contains(its.trend())
                    && own.period() == its.period()
                    && candidate.scale() == other.candidate.scale()
                    && year.waves() == other.year.waves();
        }

        /** Akaike's weight of another beside this one. */
        double weightOf(Fitted other) {
            return 1 / (1 + Math.exp((other.candidate.aicc() - candidate.aicc()) / 2));
        }

        DemandModel forecaster(double[] values, long seed) {
            Scale scale = candidate.scale();
            double[] rest = year.removedFrom(scale.of(values));
            return DemandModel.fitted(model, rest, scale, seed).withYear(year);
        }
    }

    /** With seasons in whole buckets alone. */
    static ModelSelection of(
            double[] values, List<Integer> periods, List<Scale> scales, int horizon, long seed) {
        return of(values, Seasons.of(periods), scales, horizon, seed);
    }

    /**
     * Fits and compares.
     *
     * @param values amounts, at least {@value ForecastStudy#LEAST_BUCKETS}
     * @param seasons to try; those with less than two periods are left out
     * @param scales to try; those by per cent are left out if a value is 0, and {@link
     *     Scale#LINEAR} takes its place if nothing is left
     * @param horizon buckets to look ahead
     * @param seed of the draws of what the parameters may be
     */
    public static ModelSelection of(
            double[] values, Seasons seasons, List<Scale> scales, int horizon, long seed) {
        return chosen(values, fitted(values, seasons, scales), horizon, seed);
    }

    /** The same for a test on a part of the past. */
    static ModelSelection of(double[] past, Backtest.Request test) {
        return of(past, test.seasons(), test.scales(), test.ahead(), test.seed());
    }

    /** The same among models without a trend. */
    static ModelSelection flat(double[] values, Backtest.Request test, int horizon) {
        List<Fitted> flat = fitted(values, test.seasons(), test.scales());
        flat.removeIf(each -> each.model().form().hasSlope());
        return chosen(values, flat, horizon, test.seed());
    }

    /** The same in place of a choice that has a trend and did worse. */
    ModelSelection instead(Backtest trend) {
        return new ModelSelection(model, candidates, Optional.of(trend));
    }

    /** The same choice with what events and services do to it. */
    ModelSelection with(DemandModel moved) {
        return new ModelSelection(moved, candidates, dropped);
    }

    private static ModelSelection chosen(
            double[] values, List<Fitted> fitted, int horizon, long seed) {
        List<Candidate> left = new ArrayList<>();
        for (Fitted each : fitted) {
            DemandModel model = possible(each, fitted, values, seed);
            boolean isLast = left.size() + 1 == fitted.size();
            if (isLast || !isUnbounded(model, values, horizon)) {
                return new ModelSelection(
                        model, ranked(each.candidate(), left, fitted), Optional.empty());
            }
            left.add(each.candidate().unbounded());
        }
        throw new IllegalArgumentException(values.length + " values, expected more");
    }

    /**
     * A model, and with the weight that the data give it the same with a slope that moves in place
     * of one that never does, or the other way round: which of both it is can seldom be told, and
     * far ahead the one is much surer than the other.
     */
    private static DemandModel possible(
            Fitted chosen, List<Fitted> fitted, double[] values, long seed) {
        DemandModel model = chosen.forecaster(values, seed);
        return fitted.stream()
                .filter(chosen::differsInSlopeFrom)
                .findFirst()
                .map(other -> model.mixed(other.forecaster(values, seed), chosen.weightOf(other)))
                .orElse(model);
    }

    /** All candidates by their AICc. */
    private static List<Fitted> fitted(double[] values, Seasons seasons, List<Scale> scales) {
        List<Fitted> fitted = new ArrayList<>();
        List<Scale> possible = scales.stream().filter(scale -> scale.takes(values)).toList();
        for (Scale scale : possible.isEmpty() ? List.of(Scale.LINEAR) : possible) {
            fitted.addAll(fitted(values, seasons, scale));
        }
        fitted.sort(BY_AICC);
        return fitted;
    }

    /** All candidates of a scale. */
    private static List<Fitted> fitted(double[] values, Seasons seasons, Scale scale) {
        double[] scaled = scale.of(values);
        double jacobian = scale.jacobian(values);
        List<Fitted> fitted = new ArrayList<>();
        for (EtsForm form : forms(values, seasons.periods(), scale.errors())) {
            fitted.add(Fitted.of(EtsFit.of(scaled, form), scale, YearlyTerms.none(), jacobian));
        }
        fitted.removeIf(each -> Double.isNaN(each.candidate().aicc()));
        if (seasons.hasYear(values.length)
                && scale.errors() == Errors.ADDITIVE
                && !isConstant(values)) {
            fitted.stream()
                    .min(BY_AICC)
                    .map(best -> best.model().form())
                    .ifPresent(
                            form ->
                                    yearly(scaled, seasons.yearBuckets(), form).stream()
                                            .map(found -> found.fitted(scale, jacobian))
                                            .forEach(fitted::add));
        }
        return fitted;
    }

    private record Yearly(EtsModel model, YearlyTerms terms) {
        Fitted fitted(Scale scale, double jacobian) {
            return Fitted.of(model, scale, terms, jacobian);
        }
    }

    /** With one wave of a year to all, beside all trends. */
    private static List<Yearly> yearly(double[] scaled, double year, EtsForm form) {
        List<Yearly> found = new ArrayList<>();
        for (int waves = 1; waves <= YearlyTerms.MOST_WAVES; waves++) {
            YearlyTerms first = YearlyTerms.of(scaled, year, waves);
            YearlyTerms terms = first.refined(EtsFit.of(first.removedFrom(scaled), form));
            double[] rest = terms.removedFrom(scaled);
            for (Trend trend : Trend.values()) {
                EtsForm each = new EtsForm(trend, form.period(), form.errors());
                found.add(new Yearly(EtsFit.of(rest, each), terms));
            }
        }
        return found;
    }

    /** The chosen one, the others by their AICc, and last those that leave every bound. */
    private static List<Candidate> ranked(
            Candidate chosen, List<Candidate> unbounded, List<Fitted> fitted) {
        List<Candidate> all = new ArrayList<>(List.of(chosen));
        fitted.stream().skip(unbounded.size() + 1L).map(Fitted::candidate).forEach(all::add);
        all.addAll(unbounded);
        return all;
    }

    /**
     * A random walk by per cent has an upper end that leaves every bound. Counted by its variance:
     * most of its futures fade away, which hides how far the others go.
     */
    private static boolean isUnbounded(DemandModel model, double[] values, int horizon) {
        return model.scale() != Scale.LINEAR
                && Arrays.stream(model.normalQuantiles(horizon, UPPER)).max().orElseThrow()
                        > MOST_TIMES * Arrays.stream(values).max().orElseThrow();
    }

    /** The forms that a series is long enough for; of one that never changes only the plainest. */
    private static List<EtsForm> forms(double[] values, List<Integer> periods, Errors errors) {
        List<EtsForm> forms = new ArrayList<>();
        if (isConstant(values)) {
            return errors == Errors.ADDITIVE ? List.of(new EtsForm(Trend.NONE, 1)) : forms;
        }
        List<Integer> all = new ArrayList<>(List.of(1));
        all.addAll(periods);
        for (int period : all) {
            for (Trend trend : Trend.values()) {
                EtsForm form = new EtsForm(trend, period, errors);
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
