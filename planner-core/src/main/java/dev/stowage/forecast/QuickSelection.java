package dev.stowage.forecast;

import dev.stowage.forecast.ets.EtsFit;
import dev.stowage.forecast.ets.EtsForm;
import dev.stowage.forecast.ets.EtsModel;
import dev.stowage.forecast.ets.EtsParameters;
import dev.stowage.forecast.ets.Trend;
import java.util.List;
import java.util.Optional;

/**
 * A model of a series with a fraction of the work of {@link ModelSelection}, for thousands of them:
 * the season and the scale with the least AICc beside a trend, then the trend, then the waves of a
 * year. Its parameters are taken as known, so that its intervals are narrower than those of a
 * series that is forecast by itself.
 *
 * @param ets what is smoothed
 * @param scale on which
 * @param year beside it
 */
record QuickSelection(EtsModel ets, Scale scale, YearlyTerms year) {
    /** Scales whose errors add up; those by per cent of the level take too long. */
    private static final List<Scale> SCALES = List.of(Scale.LINEAR, Scale.LOG);

    /** Selects. */
    static QuickSelection of(double[] values, Seasons seasons, List<Scale> scales) {
        Best best = new Best();
        List<Scale> possible =
                SCALES.stream()
                        .filter(each -> scales.contains(each) && each.takes(values))
                        .toList();
        boolean isConstant = ModelSelection.isConstant(values);
        for (Scale scale : possible.isEmpty() ? List.of(Scale.LINEAR) : possible) {
            double[] scaled = scale.of(values);
            best.offer(scaled, new EtsForm(Trend.NONE, 1), scale, values);
            for (int period : isConstant ? List.<Integer>of() : seasons.periods()) {
                best.offer(scaled, new EtsForm(Trend.ADDITIVE, period), scale, values);
            }
        }
        if (isConstant) {
            return best.found();
        }
        QuickSelection first = best.found();
        double[] scaled = first.scale.of(values);
        int period = first.ets.form().period();
        for (Trend trend : Trend.values()) {
            best.offer(scaled, new EtsForm(trend, period), first.scale, values);
        }
        if (seasons.hasYear(values.length)) {
            best.offerYears(seasons.yearBuckets(), values);
        }
        return best.found();
    }

    /** The same choice for a part of its past: its parameters anew, from where they are. */
    QuickSelection again(double[] values) {
        double[] scaled = scale.of(values);
        YearlyTerms terms =
                year.waves() == 0 || values.length < 2 * year.buckets()
                        ? YearlyTerms.none()
                        : YearlyTerms.of(scaled, year.buckets(), year.waves());
        double[] rest = terms.removedFrom(scaled);
        EtsForm form =
                EtsFit.isPossible(values.length, ets.form())
                        ? ets.form()
                        : new EtsForm(Trend.NONE, 1);
        return new QuickSelection(
                EtsFit.quick(rest, form, Optional.of(ets.parameters())), scale, terms);
    }

    DemandModel model() {
        return DemandModel.of(ets, scale).withYear(year);
    }

    String label() {
        return ets.form().label() + year.label();
    }

    /** The least AICc so far. */
    private static final class Best {
        private Optional<QuickSelection> found = Optional.empty();
        private double aicc = Double.POSITIVE_INFINITY;

        QuickSelection found() {
            return found.orElseThrow();
        }

        void offer(double[] scaled, EtsForm form, Scale scale, double[] values) {
            if (EtsFit.isPossible(scaled.length, form)) {
                EtsModel model = EtsFit.quick(scaled, form, Optional.empty());
                take(new QuickSelection(model, scale, YearlyTerms.none()), values);
            }
        }

        void offerYears(double year, double[] values) {
            QuickSelection plain = found();
            double[] scaled = plain.scale.of(values);
            Optional<EtsParameters> near = Optional.of(plain.ets.parameters());
            for (int waves = 1; waves <= YearlyTerms.MOST_WAVES; waves++) {
                YearlyTerms terms = YearlyTerms.of(scaled, year, waves);
                EtsModel model = EtsFit.quick(terms.removedFrom(scaled), plain.ets.form(), near);
                take(new QuickSelection(model, plain.scale, terms), values);
            }
        }

        private void take(QuickSelection each, double[] values) {
            double own = each.ets.aicc(2 * each.year.waves()) - 2 * each.scale.jacobian(values);
            if (found.isEmpty() || own < aicc) {
                found = Optional.of(each);
                aicc = own;
            }
        }
    }
}
