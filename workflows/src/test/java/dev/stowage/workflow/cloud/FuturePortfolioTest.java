package dev.stowage.workflow.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import dev.stowage.policy.deployment.Market;
import dev.stowage.report.cloud.PortfolioResult.Choice;
import dev.stowage.workload.demand.ServiceDemand;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Commitments bought against uncertainty, held to all counts of commitments. */
class FuturePortfolioTest {
    private static final long SEED = 22;
    private static final long HOUR_MICROS = 3_600_000_000L;
    private static final int HOURS = 6;
    private static final int MOST = 8;

    /** The search stops within 0.02 % of the optimum. */
    private static final double TOLERANCE = 3e-4;

    private static final BillingRule RULE =
            new BillingRule("a", 1, 0, BillingRule.Rounding.UP, "USD", "test", List.of());

    /** A type of one core, and one of two: hourly and committed prices in thousandths of a USD. */
    private record Prices(List<Integer> onDemand, List<Integer> committed) {
        Market market() {
            List<CoverItem> items = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                items.add(item(i + 1));
            }
            return new Market("a", "r", RULE, items, List.of());
        }

        private CoverItem item(int cores) {
            VmType type =
                    new VmType(
                            "a",
                            "t" + cores,
                            "t",
                            VmType.Category.GENERAL,
                            VmType.Architecture.X86_64,
                            Resources.ofCoresAndGib(cores, cores));
            Commitment year =
                    new Commitment(
                            Commitment.Kind.RESERVED,
                            12,
                            usd(committed.get(cores - 1)),
                            BigDecimal.ZERO,
                            "test");
            return CoverItem.of(
                    new VmOffer(
                            type,
                            "r",
                            usd(onDemand.get(cores - 1)),
                            "test",
                            LocalDate.of(2026, 1, 1),
                            Optional.empty(),
                            List.of(year)));
        }

        /** The cheapest on demand for so many cores, by trying all counts of the larger type. */
        double rented(int cores) {
            return IntStream.rangeClosed(0, MOST)
                    .mapToDouble(
                            two ->
                                    two * onDemand.get(1)
                                            + Math.max(0, cores - 2 * two) * onDemand.get(0))
                    .min()
                    .orElseThrow();
        }

        double committed(int one, int two) {
            return one * committed.get(0) + two * committed.get(1);
        }
    }

    private static BigDecimal usd(int thousandths) {
        return BigDecimal.valueOf(thousandths, 3);
    }

    /** What a future costs with so many commitments, USD. */
    private static double usd(Prices prices, int[] future, int one, int two) {
        double sum = 0;
        for (int cores : future) {
            sum += prices.committed(one, two);
            sum += prices.rented(Math.max(0, cores - one - 2 * two));
        }
        return sum / 1_000;
    }

    /** The least mean over futures, by all counts. */
    private static int[] bruteForce(Prices prices, List<int[]> futures) {
        int[] best = {0, 0};
        double least = Double.POSITIVE_INFINITY;
        for (int one = 0; one <= MOST; one++) {
            for (int two = 0; two <= MOST; two++) {
                double mean = mean(prices, futures, one, two);
                if (mean < least) {
                    least = mean;
                    best = new int[] {one, two};
                }
            }
        }
        return best;
    }

    private static double mean(Prices prices, List<int[]> futures, int one, int two) {
        return futures.stream()
                .mapToDouble(each -> usd(prices, each, one, two))
                .average()
                .orElseThrow();
    }

    private static List<int[]> futures(SplittableRandom random, int count) {
        List<int[]> futures = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int base = random.nextInt(MOST);
            futures.add(
                    IntStream.range(0, HOURS)
                            .map(hour -> Math.min(MOST, base + random.nextInt(4)))
                            .toArray());
        }
        return futures;
    }

    private static ServiceDemand demand(int[] cores) {
        return new ServiceDemand(
                IntStream.range(0, cores.length).mapToLong(i -> i * HOUR_MICROS).toArray(),
                IntStream.of(cores).mapToLong(c -> c * 1_000_000L).toArray(),
                IntStream.of(cores).mapToLong(c -> c * Resources.BYTES_PER_GIB).toArray(),
                cores.length * HOUR_MICROS);
    }

    private static Choice named(List<Choice> choices, String name) {
        return choices.stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void hasTheLeastMeanOverFuturesAndTheRegretOfBruteForce() {
        SplittableRandom random = new SplittableRandom(SEED);
        int unlikeThePast = 0;
        for (int trial = 0; trial < 100; trial++) {
            Prices prices =
                    new Prices(
                            List.of(100, 150 + random.nextInt(50)),
                            List.of(50 + random.nextInt(40), 90 + random.nextInt(80)));
            List<int[]> decide = futures(random, 3);
            List<int[]> judge = futures(random, 4);
            int[] past = futures(random, 1).get(0);
            FuturePortfolio bought = bought(prices, past, decide, judge);
            String place = "trial " + trial + " of seed " + SEED;

            int[] best = bruteForce(prices, decide);
            double least = mean(prices, decide, best[0], best[1]);
            double mean =
                    decide.stream()
                            .mapToDouble(each -> bought.portfolio().usd(demand(each)))
                            .average()
                            .orElseThrow();
            assertThat(mean).as(place).isBetween(least * (1 - 1e-9), least * (1 + TOLERANCE));

            List<Choice> choices = bought.choices();
            double known =
                    judge.stream()
                            .mapToDouble(
                                    each -> {
                                        int[] counts = bruteForce(prices, List.of(each));
                                        return usd(prices, each, counts[0], counts[1]);
                                    })
                            .average()
                            .orElseThrow();
            Choice hindsight = named(choices, "hindsight");
            assertThat(hindsight.meanUsd()).as(place).isCloseTo(known, within(known * TOLERANCE));
            assertThat(named(choices, "on demand").meanUsd())
                    .as(place)
                    .isCloseTo(mean(prices, judge, 0, 0), within(known * TOLERANCE));
            for (Choice each : choices) {
                assertThat(each.meanRegretUsd())
                        .as(place)
                        .isCloseTo(each.meanUsd() - hindsight.meanUsd(), within(1e-9))
                        .isNotNegative();
            }
            boolean isOther =
                    named(choices, "bought for the past").meanUsd()
                            > named(choices, "decided on futures").meanUsd() + 1e-6;
            unlikeThePast += isOther ? 1 : 0;
        }
        assertThat(unlikeThePast).as("cases in which the past misleads").isGreaterThan(40);
    }

    private static FuturePortfolio bought(
            Prices prices, int[] past, List<int[]> decide, List<int[]> judge) {
        return new FuturePortfolio(
                new DrawnFutures(
                        demand(past),
                        decide.stream().map(FuturePortfolioTest::demand).toList(),
                        judge.stream().map(FuturePortfolioTest::demand).toList(),
                        List.of("made by a test"),
                        3_600,
                        true,
                        List.of()),
                List.of(prices.market()),
                provider -> RULE,
                12,
                EnumSet.allOf(Commitment.Kind.class),
                Optional.empty());
    }
}
