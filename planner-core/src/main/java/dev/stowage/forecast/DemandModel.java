package dev.stowage.forecast;

import dev.stowage.forecast.ets.EtsModel;
import dev.stowage.forecast.ets.ParameterDraws;
import dev.stowage.forecast.ets.PossibleModel;
import dev.stowage.forecast.history.ClearTrend;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * A model of one resource: exponential smoothing on a scale, or its season and errors under a given
 * growth. Immutable.
 */
public final class DemandModel {
    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

    private final EtsModel ets;
    private final List<PossibleModel> possible;
    private final Scale scale;
    private final double growth;
    private final YearlyTerms year;
    private final EventEffects events;

    private DemandModel(
            EtsModel ets,
            List<PossibleModel> possible,
            Scale scale,
            double growth,
            YearlyTerms year,
            EventEffects events) {
        this.ets = ets;
        this.possible = List.copyOf(possible);
        this.scale = scale;
        this.growth = growth;
        this.year = year;
        this.events = events;
    }

    private static DemandModel plain(EtsModel ets, List<PossibleModel> possible, Scale scale) {
        return new DemandModel(ets, possible, scale, 0, YearlyTerms.none(), EventEffects.none());
    }

    /** A model whose parameters are known. */
    static DemandModel of(EtsModel ets, Scale scale) {
        return plain(ets, List.of(new PossibleModel(ets, ets.sigma())), scale);
    }

    /**
     * A model that was fitted: its parameters are not known for sure.
     *
     * @param values that it was fitted to, on the scale
     * @param seed of the draws of what the parameters may be
     */
    static DemandModel fitted(EtsModel ets, double[] values, Scale scale, long seed) {
        return ets.isExact()
                ? of(ets, scale)
                : plain(ets, ParameterDraws.of(ets, values, seed), scale);
    }

    /**
     * The same with a given growth in place of its trend: all amounts are multiplied.
     *
     * @param perBucket natural logarithm of the factor of one bucket
     */
    DemandModel withGrowth(double perBucket) {
        return new DemandModel(
                ets.withoutTrend(),
                possible.stream().map(PossibleModel::withoutTrend).toList(),
                scale,
                perBucket,
                year,
                events);
    }

    /** The same if it may also be another, of the same season and scale, with a probability. */
    DemandModel mixed(DemandModel other, double probability) {
        int own = possible.size();
        int its = other.possible.size();
        if (own == 1 || its == 1) {
            return this; // its errors are rounding
        }
        int taken = (int) Math.round(probability * own);
        List<PossibleModel> both = new ArrayList<>(possible.subList(taken, own));
        both.addAll(other.possible.subList(0, taken));
        return new DemandModel(ets, both, scale, growth, year, events);
    }

    /** The same with a given growth, or as it is if that is NaN. */
    DemandModel grown(double perBucket) {
        return Double.isNaN(perBucket) ? this : withGrowth(perBucket);
    }

    /** The same beside a yearly cycle, on the scale. */
    DemandModel withYear(YearlyTerms cycle) {
        return new DemandModel(ets, possible, scale, growth, cycle, events);
    }

    /** The same with events, whose buckets to come are those of the model. */
    DemandModel withEvents(EventEffects effects) {
        return new DemandModel(ets, possible, scale, growth, year, effects);
    }

    /** The same with amounts that are added to its buckets to come. */
    DemandModel withMoves(double[] moves) {
        return withEvents(events.withMoves(moves));
    }

    /** Its yearly cycle beside the season. */
    public YearlyTerms year() {
        return year;
    }

    /** What events do to its buckets. */
    EventEffects events() {
        return events;
    }

    /** What its yearly cycle adds to a bucket to come, on the scale. */
    double cycle(int bucket) {
        return year.waves() == 0 ? 0 : year.at(ets.length() + bucket);
    }

    /** What is smoothed. */
    public EtsModel ets() {
        return ets;
    }

    /** The scale that it is smoothed on. */
    public Scale scale() {
        return scale;
    }

    /** The factor of a bucket to come, the next one being 0. */
    double factor(int bucket) {
        return growth == 0 ? 1 : Math.exp(growth * (bucket + 1));
    }

    /**
     * Amounts that the buckets to come stay below with a probability, at least 0, by a normal
     * distribution on the scale around what the best parameters expect: quick, and near to {@link
     * FutureQuantiles}, which are what is written and ordered by. For thousands of parts, and to
     * see whether a variance leaves every bound.
     */
    double[] normalQuantiles(int buckets, double probability) {
        double[] amounts = ets.means(buckets);
        double[] variances = variances(buckets);
        for (int h = 0; h < buckets; h++) {
            Spread spread = new Spread(amounts[h] + cycle(h), Math.sqrt(variances[h]), factor(h));
            amounts[h] = spread.quantile(probability, events.outcomes(h));
        }
        return amounts;
    }

    /** What a bucket may come to: normal on the scale, then a factor. */
    private final class Spread {
        /** Halvings: a quantile to the last digits of a double. */
        private static final int STEPS = 80;

        private final double mean;
        private final double deviation;
        private final double factor;

        Spread(double mean, double deviation, double factor) {
            this.mean = mean;
            this.deviation = deviation;
            this.factor = factor;
        }

        double quantile(double probability, List<EventEffects.Outcome> outcomes) {
            double width = NORMAL.inverseCumulativeProbability(probability);
            double plain = Math.max(0, factor * scale.amount(mean + width * deviation));
            double low = outcomes.stream().mapToDouble(o -> o.of(plain)).min().orElseThrow();
            double high = outcomes.stream().mapToDouble(o -> o.of(plain)).max().orElseThrow();
            for (int i = 0; i < STEPS && low < high; i++) { // between those of the outcomes
                double middle = low + (high - low) / 2;
                if (below(middle, outcomes) < probability) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return high;
        }

        private double below(double amount, List<EventEffects.Outcome> outcomes) {
            double sum = 0;
            for (EventEffects.Outcome each : outcomes) {
                double plain = (amount - each.added()) / each.factor() / factor;
                sum += each.probability() * belowPlain(plain);
            }
            return sum;
        }

        private double belowPlain(double plain) {
            double on = scale.inverse(plain);
            return deviation > 0
                    ? NORMAL.cumulativeProbability((on - mean) / deviation)
                    : on >= mean ? 1 : 0;
        }
    }

    /** Mean squared distance of the buckets to come from their expected values, on the scale. */
    private double[] variances(int buckets) {
        double[] means = ets.means(buckets);
        double[] variances = new double[buckets];
        for (PossibleModel each : possible) {
            double[] own = each.ets().means(buckets);
            double[] chance = each.ets().variances(each.sigma(), buckets);
            for (int h = 0; h < buckets; h++) {
                double off = own[h] - means[h];
                variances[h] += (chance[h] + off * off) / possible.size();
            }
        }
        return variances;
    }

    /** A trend on its scale that the values have which it was fitted to, if that is clear. */
    Optional<ClearTrend> clearTrend(double[] values) {
        return ClearTrend.of(year.removedFrom(scale.of(values)), ets.form().period());
    }

    /** A level beside the season, over that of now; NaN if there is none now. */
    double levelFactor(double level) {
        double now = scale.amount(ets.besideSeason());
        return now > 0 ? level / now : Double.NaN;
    }

    /** What the model may be: one for each path in turn. */
    List<PossibleModel> possible() {
        return possible;
    }
}
