package dev.stowage.sim.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RunningQuantileTest {
    @Test
    void isTheQuantileOfAllAmountsSoFarWithinAThousandth() {
        for (long seed = 0; seed < 60; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            RunningQuantile running = new RunningQuantile();
            int bits = 1 + random.nextInt(62);
            long[] seen = new long[400];
            for (int n = 1; n <= seen.length; n++) {
                long drawn = random.nextLong(1L << bits) >> random.nextInt(bits);
                seen[n - 1] = drawn;
                running.add(drawn);
                if (random.nextInt(3) == 0) {
                    long[] sorted = Arrays.stream(seen, 0, n).sorted().toArray();
                    check(running.median(), sorted[(n + 1) / 2 - 1]);
                    check(running.p90(), sorted[(9 * n + 9) / 10 - 1]);
                }
            }
        }
    }

    private static void check(long found, long exact) {
        assertThat(found).isLessThanOrEqualTo(exact);
        assertThat((double) (exact - found)).isLessThanOrEqualTo(exact * 1e-3);
    }

    /** The same buckets as a histogram of three digits, so that figures stay as they were. */
    @Test
    void agreesWithHdrHistogram() {
        SplittableRandom random = new SplittableRandom(1);
        Histogram histogram = new Histogram(3);
        RunningQuantile running = new RunningQuantile();
        for (int n = 1; n <= 5000; n++) {
            long drawn = random.nextLong(1L << 40) >> random.nextInt(40);
            histogram.recordValue(drawn);
            running.add(drawn);
            if (n % 50 == 0) {
                assertThat(running.median()).isEqualTo(lowest(histogram, 50));
                assertThat(running.p90()).isEqualTo(lowest(histogram, 90));
            }
        }
    }

    private static long lowest(Histogram histogram, double percentile) {
        return histogram.lowestEquivalentValue(histogram.getValueAtPercentile(percentile));
    }

    @Test
    void isZeroBeforeAnyAmount() {
        assertThat(new RunningQuantile().median()).isZero();
    }
}
