package dev.stowage.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.forecast.history.BucketClock;
import dev.stowage.forecast.history.BucketSeries;
import dev.stowage.forecast.history.BucketSeries.Level;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EventEffectsTest {
    private static final long DAY = 86_400_000_000L;
    private static final int PAST = 60;
    private static final int AHEAD = 20;

    private static BucketSeries series(double[] cores) {
        return new BucketSeries(BucketClock.every(DAY, 0), 0, cores, new double[cores.length], 0);
    }

    private static DemandEvent event(double from, double until, double factor, double cores) {
        return new DemandEvent("e", Optional.empty(), days(from), days(until), factor, cores, 0, 1);
    }

    private static DemandEvent unsure(double from, double factor, double cores, double certainty) {
        return new DemandEvent(
                "u",
                Optional.empty(),
                days(from),
                DemandEvent.FOR_EVER,
                factor,
                cores,
                0,
                certainty);
    }

    private static long days(double count) {
        return Math.round(count * DAY);
    }

    private static double[] noise(long seed) {
        Random random = new Random(seed);
        return random.doubles(PAST, 90, 110).toArray();
    }

    private static EventEffects effects(List<DemandEvent> events, Level level) {
        return EventEffects.of(events, 0, series(noise(1)), level, AHEAD);
    }

    @Test
    void takesThePastOut() {
        double[] plain = noise(1);
        double[] seen = plain.clone();
        for (int i = 10; i < 20; i++) {
            seen[i] = 2 * seen[i] + 30;
        }
        double[] rest = effects(List.of(event(10, 20, 2, 30)), Level.PEAK).removedFrom(seen);
        for (int i = 0; i < PAST; i++) {
            assertThat(rest[i]).isCloseTo(plain[i], within(1e-9));
        }
        assertThat(effects(List.of(event(10, 11, 1, 500)), Level.PEAK).removedFrom(seen)[10])
                .isZero();
    }

    /** A peak is raised by a part of the bucket, and lowered by the whole only. */
    @Test
    void countsPartsOfABucketByWhatStandsForIt() {
        double[] seen = noise(1);
        double[] raised = effects(List.of(event(5.5, 6, 1, 10)), Level.PEAK).removedFrom(seen);
        double[] lowered = effects(List.of(event(5.5, 7, 1, -10)), Level.PEAK).removedFrom(seen);
        double[] mean = effects(List.of(event(5.5, 6, 1, 10)), Level.MEAN).removedFrom(seen);
        double[] half = effects(List.of(event(5.5, 6, 3, 0)), Level.MEAN).removedFrom(seen);
        assertThat(raised[5]).isCloseTo(seen[5] - 10, within(1e-9));
        assertThat(lowered[5]).isEqualTo(seen[5]);
        assertThat(lowered[6]).isCloseTo(seen[6] + 10, within(1e-9));
        assertThat(mean[5]).isCloseTo(seen[5] - 5, within(1e-9));
        assertThat(half[5]).isCloseTo(seen[5] / 2, within(1e-9));
        assertThat(raised[6]).isEqualTo(seen[6]);
    }

    @Test
    void movesQuantilesOfWhatIsSure() {
        DemandModel plain =
                ModelSelection.of(noise(2), List.of(), List.of(Scale.LINEAR), AHEAD, 1).model();
        DemandModel moved = plain.withEvents(effects(List.of(event(65, 70, 1.5, 7)), Level.PEAK));
        for (double p : new double[] {0.025, 0.5, 0.9}) {
            double[] before = plain.normalQuantiles(AHEAD, p);
            double[] after = moved.normalQuantiles(AHEAD, p);
            for (int h = 0; h < AHEAD; h++) {
                boolean isIn = h >= 5 && h < 10;
                assertThat(after[h])
                        .isCloseTo(isIn ? 1.5 * before[h] + 7 : before[h], within(1e-9));
            }
        }
    }

    /** Of unsure events: against the quantiles of 200,000 drawn values. */
    @Test
    void mixesWhatIsNotSure() {
        for (Scale scale : List.of(Scale.LINEAR, Scale.LOG)) {
            DemandModel plain =
                    ModelSelection.of(noise(3), List.of(), List.of(scale), AHEAD, 1).model();
            List<DemandEvent> events = List.of(unsure(60, 1.4, 0, 0.7), unsure(60, 1, -20, 0.4));
            DemandModel mixed = plain.withEvents(effects(events, Level.PEAK));
            double mean = plain.normalQuantiles(1, 0.5)[0];
            double high = plain.normalQuantiles(1, 0.841344746068543)[0]; // one deviation above
            Random random = new Random(7);
            double[] drawn = new double[200_000];
            for (int i = 0; i < drawn.length; i++) {
                double z = random.nextGaussian();
                double value =
                        scale == Scale.LOG
                                ? mean * Math.exp(z * Math.log(high / mean))
                                : mean + z * (high - mean);
                value *= random.nextDouble() < 0.7 ? 1.4 : 1;
                value += random.nextDouble() < 0.4 ? -20 : 0;
                drawn[i] = Math.max(0, value);
            }
            Arrays.sort(drawn);
            for (double p : new double[] {0.05, 0.2, 0.5, 0.8, 0.975}) {
                assertThat(mixed.normalQuantiles(1, p)[0])
                        .as(scale + " " + p)
                        .isCloseTo(drawn[(int) (p * drawn.length)], within(0.6));
            }
        }
    }

    /** A path has an event or not, in all its buckets, and as often as the event is certain. */
    @Test
    void comesOnAsManyPathsAsItIsCertain() {
        double[] flat = new double[PAST];
        Arrays.fill(flat, 100);
        DemandModel model =
                ModelSelection.of(flat, List.of(), List.of(Scale.LINEAR), AHEAD, 1)
                        .model()
                        .withEvents(effects(List.of(unsure(65, 1, 50, 0.3)), Level.PEAK));
        int paths = 4_000;
        boolean[] has = new boolean[paths];
        new DemandPaths(List.of(model), paths, AHEAD, 11)
                .forEachBucket(
                        (bucket, amounts) -> {
                            for (int path = 0; path < paths; path++) {
                                boolean isHigher = amounts[0][path] > 125;
                                has[path] = bucket == 5 ? isHigher : has[path];
                                assertThat(isHigher).isEqualTo(bucket >= 5 && has[path]);
                            }
                        });
        long count = IntStream.range(0, paths).filter(i -> has[i]).count();
        assertThat(count / (double) paths).isCloseTo(0.3, within(0.03));
    }

    @Test
    void countsUnsureEventsAtOnce() {
        EventEffects effects =
                effects(List.of(unsure(62, 2, 0, 0.5), unsure(70, 2, 0, 0.5)), Level.PEAK);
        assertThat(effects.unsureAtOnce(AHEAD)).isEqualTo(2);
        assertThat(effects.unsureAtOnce(5)).isEqualTo(1);
        assertThat(EventEffects.none().unsureAtOnce(AHEAD)).isZero();
    }
}
