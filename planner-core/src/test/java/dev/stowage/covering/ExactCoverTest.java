package dev.stowage.covering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ExactCoverTest {
    private static final long SEED = 20_260_721L;

    @Test
    void costsWhatBruteForceFindsOnRandomCatalogues() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int trial = 0; trial < 3_000; trial++) {
            List<CoverItem> items = CoverSamples.items(random, 1 + random.nextInt(6));
            Resources demand = CoverSamples.demand(random, 14, 40);
            Cover cover = new ExactCover(CoverPool.of(items)).cover(demand);
            assertThat(cover.nanoUsdPerHour())
                    .as("trial %d of seed %d", trial, SEED)
                    .isEqualTo(BruteForce.cheapest(items, demand));
            assertThat(cover.isOptimal()).isTrue();
            assertAddsUp(cover, demand);
        }
    }

    @Test
    void costsWhatBruteForceFindsWithSizesCutToTheDemand() {
        SplittableRandom random = new SplittableRandom(SEED + 1);
        for (int trial = 0; trial < 1_000; trial++) {
            List<CoverItem> items = CoverSamples.items(random, random.nextInt(4));
            CustomSizes sizes = CoverSamples.custom(random);
            Resources demand = CoverSamples.demand(random, 10, 30);
            Cover cover = new ExactCover(CoverPool.of(items, List.of(sizes))).cover(demand);
            assertThat(cover.nanoUsdPerHour())
                    .as("trial %d of seed %d", trial, SEED + 1)
                    .isEqualTo(BruteForce.cheapest(items, sizes, demand));
            assertAddsUp(cover, demand);
        }
    }

    @Test
    void leavesOutWhatSeveralOfAnotherReplaceForNoMoreMoney() {
        CoverItem small = CoverSamples.item("small", 2, 8, 100);
        CoverItem large = CoverSamples.item("large", 4, 16, 200);
        CoverItem dense = CoverSamples.item("dense", 4, 4, 150);
        CoverPool pool = CoverPool.of(List.of(large, dense, small));
        assertThat(pool.items()).containsExactly(small, dense);
        assertThat(pool.dominated()).containsExactly(new CoverPool.Dominated(large, small, 2));
    }

    @Test
    void coversNoDemandWithNothing() {
        CoverPool pool = CoverPool.of(List.of(CoverSamples.item("one", 1, 1, 1)));
        Cover cover = new ExactCover(pool).cover(Resources.NONE);
        assertThat(cover.lines()).isEmpty();
        assertThat(cover.nanoUsdPerHour()).isZero();
    }

    @Test
    void boundsNeverExceedTheCheapestCover() {
        SplittableRandom random = new SplittableRandom(SEED + 2);
        for (int trial = 0; trial < 2_000; trial++) {
            List<CoverItem> items = new ArrayList<>(CoverSamples.items(random, 5));
            Resources demand = CoverSamples.demand(random, 14, 40);
            ExactCover exact = new ExactCover(CoverPool.of(items));
            assertThat(exact.bound(demand))
                    .as("trial %d of seed %d", trial, SEED + 2)
                    .isLessThanOrEqualTo((double) BruteForce.cheapest(items, demand));
        }
    }

    private static void assertAddsUp(Cover cover, Resources demand) {
        long price =
                cover.lines().stream().mapToLong(l -> l.count() * l.item().nanoUsdPerHour()).sum();
        assertThat(price).isEqualTo(cover.nanoUsdPerHour());
        assertThat(cover.provides().covers(demand)).isTrue();
    }
}
