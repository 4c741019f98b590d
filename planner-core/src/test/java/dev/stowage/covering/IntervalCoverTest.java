package dev.stowage.covering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.model.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IntervalCoverTest {
    private static final long SEED = 99;
    private static final long HOUR = 3_600;
    private static final int NODES = 100_000;

    @Test
    void costsWhatBruteForceFindsAtOnePlace() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int trial = 0; trial < 60; trial++) {
            List<CoverItem> items = CoverSamples.items(random, 1 + random.nextInt(2));
            List<Resources> needs = needs(random);
            int period = 2 + random.nextInt(2);
            IntervalCover.Optimum optimum = solve(List.of(CoverPool.of(items)), needs, period);
            double best = new PeriodBruteForce(List.of(items), needs, period).cheapestUsd();
            assertThat(optimum.isExact()).as("trial %d of seed %d", trial, SEED).isTrue();
            assertThat(optimum.boundUsd())
                    .as("trial %d of seed %d", trial, SEED)
                    .isCloseTo(best, within(1e-6 * best));
        }
    }

    @Test
    void boundsWhatBruteForceFindsAtTwoPlaces() {
        SplittableRandom random = new SplittableRandom(SEED + 1);
        double closest = 0;
        for (int trial = 0; trial < 60; trial++) {
            List<CoverItem> one = CoverSamples.items(random, 1);
            List<CoverItem> other = CoverSamples.items(random, 1);
            List<Resources> needs = needs(random);
            IntervalCover.Optimum optimum =
                    solve(List.of(CoverPool.of(one), CoverPool.of(other)), needs, 2);
            double best = new PeriodBruteForce(List.of(one, other), needs, 2).cheapestUsd();
            assertThat(optimum.boundUsd())
                    .as("trial %d of seed %d", trial, SEED + 1)
                    .isPositive()
                    .isLessThanOrEqualTo(best);
            closest = Math.max(closest, optimum.boundUsd() / best);
        }
        assertThat(closest).as("the tightest of all").isGreaterThan(0.8);
    }

    @Test
    void addsUpCoversWhereDecisionsStandAlone() {
        CoverItem item = CoverSamples.item("one", 1, 1, 1_000);
        List<Resources> needs =
                List.of(Resources.ofCoresAndGib(1, 1), Resources.ofCoresAndGib(3, 2));
        assertThat(solve(List.of(CoverPool.of(List.of(item))), needs, 1).boundUsd())
                .isCloseTo(4, within(1e-9));
    }

    private static IntervalCover.Optimum solve(
            List<CoverPool> places, List<Resources> needs, int period) {
        return new IntervalCover(places, needs, period, HOUR).solve(NODES);
    }

    private static List<Resources> needs(SplittableRandom random) {
        List<Resources> needs = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            needs.add(Resources.ofCoresAndGib(1 + random.nextInt(7), 1 + random.nextInt(12)));
        }
        return needs;
    }
}
