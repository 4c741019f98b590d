package dev.stowage.sim.serverless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MinuteCountsTest {
    @Test
    void makesTheCountOfEachMinuteEvenlyLikelyWithin() {
        List<Long> counts = List.of(0L, 20_000L, 0L, 1L);
        Arrivals.Stream stream =
                new MinuteCounts(counts, Demand.constant(1), false).open(new Random(30));
        long[] made = new long[4];
        double sum = 0;
        long last = 0;
        for (long nanos = stream.nextNanos(); nanos != Long.MAX_VALUE; nanos = stream.nextNanos()) {
            assertThat(nanos).isGreaterThanOrEqualTo(last);
            last = nanos;
            int minute = (int) (nanos / 60_000_000_000L);
            made[minute]++;
            sum += minute == 1 ? nanos / 60e9 - 1 : 0;
        }
        assertThat(made).containsExactly(0, 20_000, 0, 1);
        assertThat(sum / 20_000).isCloseTo(0.5, within(0.01));
    }

    /** Drawn counts have the recorded ones as means and variances, and other seeds other ones. */
    @Test
    void drawsCountsOfAPoissonProcess() {
        int minutes = 4_000;
        List<Long> counts =
                IntStream.range(0, minutes).mapToObj(i -> i % 4 == 0 ? 0L : 30L).toList();
        MinuteCounts drawn = new MinuteCounts(counts, Demand.constant(1), true);
        Arrivals.Stream stream = drawn.open(new Random(30));
        long[] made = new long[minutes];
        long last = 0;
        for (long nanos = stream.nextNanos(); nanos != Long.MAX_VALUE; nanos = stream.nextNanos()) {
            assertThat(nanos).isGreaterThanOrEqualTo(last);
            last = nanos;
            made[(int) (nanos / 60_000_000_000L)]++;
        }
        long[] busy =
                IntStream.range(0, minutes)
                        .filter(i -> i % 4 != 0)
                        .mapToLong(i -> made[i])
                        .toArray();
        double mean = Arrays.stream(busy).average().orElseThrow();
        double variance =
                Arrays.stream(busy)
                        .mapToDouble(n -> (n - mean) * (n - mean))
                        .average()
                        .orElseThrow();
        assertThat(
                        IntStream.range(0, minutes)
                                .filter(i -> i % 4 == 0)
                                .mapToLong(i -> made[i])
                                .sum())
                .isZero();
        assertThat(mean).isCloseTo(30, within(0.4)); // four standard errors of 0.1
        assertThat(variance).isCloseTo(30, within(3.1)); // of 0.77
    }
}
