package dev.stowage.packing.bound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class PackingBoundTest {
    @Test
    void needsNoBinForNoItemsAndNoneForNothing() {
        assertThat(PackingBound.l2(new long[0], 10)).isZero();
        assertThat(PackingBound.l2(new long[] {0, 0}, 10)).isZero();
    }

    @Test
    void roundsTheSumUp() {
        assertThat(PackingBound.l2(new long[] {4, 4, 3}, 10)).isEqualTo(2);
    }

    @Test
    void countsItemsLargerThanHalfABin() {
        assertThat(PackingBound.l2(new long[] {6, 6, 6}, 10)).isEqualTo(3);
        assertThat(PackingBound.l2(new long[] {5, 5, 5}, 10)).isEqualTo(2);
        assertThat(PackingBound.l2(new long[] {6, 6, 6}, 11)).isEqualTo(3);
        assertThat(PackingBound.l2(new long[] {5, 5, 5}, 11)).isEqualTo(2);
    }

    @Test
    void seesThatMediumItemsDoNotFitBesideLargeOnes() {
        assertThat(PackingBound.l2(new long[] {7, 7, 4, 4, 4}, 10)).isEqualTo(4);
    }

    @Test
    void leavesItsItemsAsTheyAre() {
        long[] items = {3, 1, 2};
        PackingBound.l2(items, 10);
        assertThat(items).containsExactly(3, 1, 2);
    }

    @Test
    void neverExceedsTheFewestBinsAndNeverFallsBelowTheSum() {
        int exact = 0;
        for (int seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            int capacity = 2 + random.nextInt(20);
            long[] items = random.longs(random.nextInt(9), 0, capacity + 1L).toArray();
            int bound = PackingBound.l2(items, capacity);
            int fewest = fewest(items, 0, new long[items.length], capacity);
            long sum = 0;
            for (long item : items) {
                sum += item;
            }
            assertThat(bound)
                    .as("seed %d", seed)
                    .isBetween((int) -Math.floorDiv(-sum, capacity), fewest);
            exact += bound == fewest ? 1 : 0;
        }
        assertThat(exact).as("L2 is nearly always exact on so few items").isGreaterThan(1_800);
    }

    private static int fewest(long[] items, int next, long[] bins, long capacity) {
        if (next == items.length) {
            int used = 0;
            for (long bin : bins) {
                used += bin > 0 ? 1 : 0;
            }
            return used;
        }
        int fewest = Integer.MAX_VALUE;
        for (int bin = 0; bin < bins.length; bin++) {
            if (bins[bin] + items[next] <= capacity) {
                bins[bin] += items[next];
                fewest = Math.min(fewest, fewest(items, next + 1, bins, capacity));
                bins[bin] -= items[next];
                if (bins[bin] == 0) {
                    break; // empty bins are all the same
                }
            }
        }
        return fewest;
    }
}
