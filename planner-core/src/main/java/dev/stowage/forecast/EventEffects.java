package dev.stowage.forecast;

import dev.stowage.basis.Seeds;
import dev.stowage.forecast.history.BucketSeries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What events do to a resource, bucket by bucket: all factors first, then what is added. A bucket
 * stands for its peak or its mean. Of a peak, what raises it counts if the event touches the
 * bucket, what lowers it if the event covers the bucket; of a mean both count by the share of the
 * time.
 */
public final class EventEffects {
    /** Of so many unsure events at once all outcomes are looked at. */
    public static final int MOST_AT_ONCE = 10;

    private static final EventEffects NONE = new EventEffects(List.of(), 0);

    private final List<Effect> effects;
    private final int past;

    private EventEffects(List<Effect> effects, int past) {
        this.effects = effects;
        this.past = past;
    }

    /** One event. */
    @SuppressWarnings("ArrayRecordComponent") // handed over, not compared
    private record Effect(double certainty, double[] factors, double[] added) {
        boolean isIn(int bucket) {
            return bucket < factors.length && (factors[bucket] != 1 || added[bucket] != 0);
        }
    }

    /**
     * What may come of a bucket.
     *
     * @param probability of it
     * @param factor that amounts are multiplied by
     * @param added that is added then
     */
    public record Outcome(double probability, double factor, double added) {
        static final Outcome NOTHING = new Outcome(1, 1, 0);

        double of(double amount) {
            return Math.max(0, amount * factor + added);
        }
    }

    /** No events. */
    static EventEffects none() {
        return NONE;
    }

    /**
     * Of a resource.
     *
     * @param resource 0 the CPU, 1 the memory
     * @param series the history, whose buckets go on
     * @param level what stands for a bucket
     * @param horizon buckets to come
     */
    public static EventEffects of(
            List<DemandEvent> events,
            int resource,
            BucketSeries series,
            BucketSeries.Level level,
            int horizon) {
        int length = series.size() + horizon;
        List<Effect> effects = new ArrayList<>();
        for (DemandEvent event : events) {
            double[] factors = new double[length];
            double[] added = new double[length];
            for (int i = 0; i < length; i++) {
                double share = share(event, series.beginMicros(i), series.beginMicros(i + 1));
                factors[i] = 1 + (event.factor() - 1) * counted(level, share, event.factor() > 1);
                double by = event.added(resource);
                added[i] = by * counted(level, share, by > 0);
            }
            effects.add(new Effect(event.certainty(), factors, added));
        }
        return new EventEffects(effects, series.size());
    }

    /**
     * What the events of parts do to their sum, in buckets to come: their factors become amounts of
     * what is expected of the part. Exact for events that are certain.
     *
     * @param parts events of each part, for one resource
     * @param expected of each part without them, by bucket to come
     */
    static EventEffects ofParts(List<EventEffects> parts, List<double[]> expected, int past) {
        List<Effect> effects = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            double[] base = expected.get(i).clone();
            for (Effect each : parts.get(i).effects) {
                double[] factors = new double[past + base.length];
                Arrays.fill(factors, 1);
                double[] added = new double[past + base.length];
                for (int h = 0; h < base.length; h++) {
                    double factor = each.factors()[past + h];
                    added[past + h] = base[h] * (factor - 1) + each.added()[past + h];
                    base[h] *= factor;
                }
                effects.add(new Effect(each.certainty(), factors, added));
            }
        }
        return effects.isEmpty() ? NONE : new EventEffects(effects, past);
    }

    /**
     * The same with amounts that are added to the buckets to come in any case.
     *
     * @param moves one a bucket to come
     */
    EventEffects withMoves(double[] moves) {
        double[] factors = new double[past + moves.length];
        Arrays.fill(factors, 1);
        double[] added = new double[past + moves.length];
        System.arraycopy(moves, 0, added, past, moves.length);
        List<Effect> all = new ArrayList<>(effects);
        all.add(new Effect(1, factors, added));
        return new EventEffects(all, past);
    }

    /** Share of a bucket that an event takes. */
    private static double share(DemandEvent event, long from, long until) {
        long begin = Math.max(from, event.fromMicros());
        long end = Math.min(until, event.untilMicros());
        return (double) Math.max(0, end - begin) / (until - from);
    }

    private static double counted(BucketSeries.Level level, double share, boolean raises) {
        return switch (level) {
            case MEAN -> share;
            case PEAK -> (raises ? share > 0 : share >= 1) ? 1 : 0;
        };
    }

    /** A history as it would have been without its events, at least 0. */
    public double[] removedFrom(double[] values) {
        double[] rest = values.clone();
        for (int i = 0; i < rest.length; i++) {
            double factor = 1;
            double added = 0;
            for (Effect each : effects) {
                factor *= each.factors()[i];
                added += each.added()[i];
            }
            rest[i] = Math.max(0, (values[i] - added) / factor);
        }
        return rest;
    }

    /**
     * All that may come of a bucket; one outcome if nothing is unsure.
     *
     * @param bucket to come, from 0
     */
    List<Outcome> outcomes(int bucket) {
        List<Outcome> outcomes = List.of(Outcome.NOTHING);
        for (Effect each : effects) {
            if (each.isIn(past + bucket)) {
                outcomes = outcomes.stream().flatMap(o -> with(o, each, bucket).stream()).toList();
            }
        }
        return outcomes;
    }

    private List<Outcome> with(Outcome outcome, Effect effect, int bucket) {
        double factor = outcome.factor() * effect.factors()[past + bucket];
        double added = outcome.added() + effect.added()[past + bucket];
        double sure = effect.certainty();
        Outcome comes = new Outcome(outcome.probability() * sure, factor, added);
        return sure == 1
                ? List.of(comes)
                : List.of(
                        comes,
                        new Outcome(
                                outcome.probability() * (1 - sure),
                                outcome.factor(),
                                outcome.added()));
    }

    /** What happens to a bucket on paths, each of which has an event or not, for all resources. */
    void apply(int bucket, double[] amounts, long seed) {
        double[] factors = new double[amounts.length];
        Arrays.fill(factors, 1);
        double[] added = new double[amounts.length];
        boolean isAny = false;
        for (int e = 0; e < effects.size(); e++) {
            Effect each = effects.get(e);
            if (each.isIn(past + bucket)) {
                isAny = true;
                for (int path = 0; path < amounts.length; path++) {
                    if (each.certainty() == 1 || Seeds.uniform(seed, path, e) < each.certainty()) {
                        factors[path] *= each.factors()[past + bucket];
                        added[path] += each.added()[past + bucket];
                    }
                }
            }
        }
        for (int path = 0; isAny && path < amounts.length; path++) {
            amounts[path] = Math.max(0, amounts[path] * factors[path] + added[path]);
        }
    }

    /** Largest number of unsure events in one bucket to come. */
    public int unsureAtOnce(int horizon) {
        int most = 0;
        for (int bucket = past; bucket < past + horizon; bucket++) {
            int at = bucket;
            int count =
                    (int)
                            effects.stream()
                                    .filter(each -> each.certainty() < 1 && each.isIn(at))
                                    .count();
            most = Math.max(most, count);
        }
        return most;
    }
}
