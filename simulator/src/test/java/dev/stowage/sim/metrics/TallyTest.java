package dev.stowage.sim.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.run.RunSummary.Distribution;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TallyTest {
    private static long[] draws(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return random.longs(count, 0, 100_000_000).map(x -> x % 10 == 0 ? 0 : x).toArray();
    }

    private static Tally tally(long[] values) {
        Tally tally = new Tally();
        Arrays.stream(values).forEach(tally::add);
        return tally;
    }

    /** The smallest value that at least a share p do not exceed. */
    private static double naive(long[] values, double p) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[Math.max(1, (int) Math.ceil(p * sorted.length)) - 1] / 1e6;
    }

    private static void requireExact(Tally tally, long[] values) {
        Distribution found = tally.distribution();
        assertThat(new double[] {found.p50(), found.p90(), found.p95(), found.p99(), found.max()})
                .containsExactly(
                        naive(values, 0.5),
                        naive(values, 0.9),
                        naive(values, 0.95),
                        naive(values, 0.99),
                        naive(values, 1));
    }

    @Test
    void quantilesAreExact() {
        requireExact(
                tally(new long[] {0, 10_000_000, 15_000_000}),
                new long[] {0, 10_000_000, 15_000_000});
        for (int seed = 0; seed < 50; seed++) {
            long[] values = draws(1 + 37 * seed, seed);
            requireExact(tally(values), values);
        }
    }

    @Test
    void thoseOfTwoTogetherAre() {
        long[] one = draws(1_000, 1);
        long[] other = draws(300, 2);
        long[] both = Arrays.copyOf(one, 1_300);
        System.arraycopy(other, 0, both, 1_000, 300);
        Tally tally = tally(one);
        tally.add(tally(other));
        requireExact(tally, both);
    }

    @Test
    void thoseOfVeryManyAreNeverUnderstated() {
        long[] values = draws(2 * FirstValues.MOST, 3);
        Distribution found = tally(values).distribution();
        assertThat(found.p95()).isBetween(naive(values, 0.95), naive(values, 0.95) * 1.001);
        assertThat(found.max()).isEqualTo(naive(values, 1));
    }

    @Test
    void aCheckpointKeepsThem() throws IOException {
        for (int count : new int[] {0, 5, 1_000, FirstValues.MOST + FirstValues.MOST / 4}) {
            Tally tally = tally(draws(count, 4));
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            tally.writeState(new DataOutputStream(bytes));
            Tally read = new Tally();
            read.readState(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
            tally.add(77);
            read.add(77);
            assertThat(read.distribution()).isEqualTo(tally.distribution());
        }
    }
}
