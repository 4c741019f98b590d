package dev.stowage.sim.serverless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MinuteCountsTest {
    @Test
    void makesTheCountOfEachMinuteEvenlyLikelyWithin() {
        List<Long> counts = List.of(0L, 20_000L, 0L, 1L);
        Arrivals.Stream stream = new MinuteCounts(counts, Demand.constant(1)).open(new Random(30));
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
}
