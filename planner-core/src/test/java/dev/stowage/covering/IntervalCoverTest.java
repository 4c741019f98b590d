package dev.stowage.covering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.model.Resources;
import dev.stowage.workload.demand.ServiceDemand;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IntervalCoverTest {
    private static final long SEED = 99;
    private static final long HOUR_MICROS = 3_600_000_000L;
    private static final int NODES = 100_000;
    private static final int PRODUCT_NODES = 40; // as OfflineOptimum

    /** Every so many of the 2,000 cases; -Dstowage.covering.every=1 tries all, in a minute. */
    private static final int EVERY = Integer.getInteger("stowage.covering.every", 21);

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

    /** Held to HiGHS: changes at any hour, periods of several, one or two places at a time. */
    @Test
    void isNeverAboveWhatASolverFindsAndExactOnlyWhereItIsThat() throws IOException {
        List<Double> gaps = new ArrayList<>();
        for (String line : lines("interval-milp.txt")) {
            Scanner fields = new Scanner(line);
            List<CoverPool> places = new ArrayList<>();
            for (String place : list(fields.next(), "/")) {
                List<CoverItem> items = new ArrayList<>();
                for (long[] type : numbers(place)) {
                    items.add(CoverSamples.item("t" + items.size(), type[0], type[1], type[2]));
                }
                places.add(CoverPool.of(items));
            }
            List<long[]> levels = numbers(fields.next());
            ServiceDemand demand =
                    new ServiceDemand(
                            levels.stream().mapToLong(l -> l[0] * HOUR_MICROS).toArray(),
                            levels.stream().mapToLong(l -> l[1] * 1_000_000).toArray(),
                            levels.stream()
                                    .mapToLong(l -> l[2] * Resources.BYTES_PER_GIB)
                                    .toArray(),
                            fields.nextLong() * HOUR_MICROS);
            IntervalCover cover =
                    new IntervalCover(places, demand, fields.nextLong() * HOUR_MICROS);
            double least = fields.nextLong() / 1_000.0;
            IntervalCover.Optimum optimum = cover.solve(NODES);
            assertThat(optimum.boundUsd()).as(line).isLessThanOrEqualTo(least * (1 + 1e-12));
            if (optimum.isExact()) {
                assertThat(optimum.boundUsd()).as(line).isCloseTo(least, within(1e-9));
            }
            gaps.add(least == 0 ? 0 : 1 - optimum.boundUsd() / least);
        }
        gaps.sort(null);
        assertThat(gaps.get(gaps.size() / 2)).as("median gap of the bound").isLessThan(0.02);
    }

    /** Held to HiGHS: demands at two to four places, with as many branches as the product tries. */
    @Test
    void isAtMostTwoPerCentBelowTheOptimumOverSeveralPlacesAndNeverAbove() throws IOException {
        List<Long> optima =
                lines("interval-places-milp.txt").stream()
                        .flatMap(line -> new Scanner(line).tokens())
                        .map(Long::valueOf)
                        .toList();
        List<Double> gaps = new ArrayList<>();
        int exact = 0;
        for (int number = 0; number < optima.size(); number += EVERY) {
            double least = optima.get(number) / 1_000.0;
            IntervalCover.Optimum optimum = severalPlaces(number).solve(PRODUCT_NODES);
            assertThat(optimum.boundUsd())
                    .as("case %d", number)
                    .isLessThanOrEqualTo(least * (1 + 1e-12));
            if (optimum.isExact()) {
                exact++;
                assertThat(optimum.boundUsd()).as("case %d", number).isCloseTo(least, within(1e-9));
            }
            gaps.add(least == 0 ? 0 : 1 - optimum.boundUsd() / least);
        }
        gaps.sort(null);
        assertThat(optima).hasSize(2_000);
        assertThat(gaps.get(gaps.size() / 2)).as("median gap of the bound").isLessThan(0.001);
        assertThat(gaps.get(gaps.size() * 95 / 100)).as("95 of 100 gaps").isLessThan(0.03);
        assertThat(exact).as("proven").isGreaterThan(gaps.size() / 2);
    }

    /** A case as bench/clouds/interval_milp.py draws it. */
    private static IntervalCover severalPlaces(int number) {
        Draws draws = new Draws(number);
        draws.below(2);
        List<CoverPool> places = new ArrayList<>();
        for (int left = draws.between(2, 4); left > 0; left--) {
            List<CoverItem> items = new ArrayList<>();
            for (int types = draws.between(1, 3); types > 0; types--) {
                items.add(
                        CoverSamples.item(
                                "t" + types,
                                draws.between(1, 6),
                                draws.between(1, 12),
                                draws.between(20, 160)));
            }
            places.add(CoverPool.of(items));
        }
        int levels = number % 10 == 0 ? draws.between(12, 20) : draws.between(2, 6);
        long[] starts = new long[levels];
        long[] cpu = new long[levels];
        long[] memory = new long[levels];
        int hour = 0;
        for (int level = 0; level < levels; level++) {
            starts[level] = hour * HOUR_MICROS;
            cpu[level] = draws.between(0, 9) * 1_000_000L;
            memory[level] = draws.between(0, 16) * Resources.BYTES_PER_GIB;
            hour += draws.between(1, 4);
        }
        return new IntervalCover(
                places,
                new ServiceDemand(starts, cpu, memory, hour * HOUR_MICROS),
                draws.between(2, 4) * HOUR_MICROS);
    }

    /** Knuth's MMIX generator, from the high bits. */
    private static final class Draws {
        private long state;

        Draws(long seed) {
            state = seed;
        }

        private int below(int n) {
            state = state * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
            return (int) ((state >>> 33) % n);
        }

        int between(int low, int high) {
            return low + below(high - low + 1);
        }
    }

    private static List<String> lines(String file) throws IOException {
        try (InputStream in = IntervalCoverTest.class.getResourceAsStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
    }

    private static List<String> list(String text, String separator) {
        return new Scanner(text).useDelimiter(separator).tokens().toList();
    }

    private static List<long[]> numbers(String text) {
        return list(text, ";").stream()
                .map(each -> list(each, ",").stream().mapToLong(Long::parseLong).toArray())
                .toList();
    }

    private static IntervalCover.Optimum solve(
            List<CoverPool> places, List<Resources> needs, int period) {
        long[] starts = new long[needs.size()];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = i * HOUR_MICROS;
        }
        ServiceDemand demand =
                new ServiceDemand(
                        starts,
                        needs.stream().mapToLong(Resources::cpuMicroCores).toArray(),
                        needs.stream().mapToLong(Resources::memoryBytes).toArray(),
                        needs.size() * HOUR_MICROS);
        return new IntervalCover(places, demand, period * HOUR_MICROS).solve(NODES);
    }

    private static List<Resources> needs(SplittableRandom random) {
        List<Resources> needs = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            needs.add(Resources.ofCoresAndGib(1 + random.nextInt(7), 1 + random.nextInt(12)));
        }
        return needs;
    }
}
