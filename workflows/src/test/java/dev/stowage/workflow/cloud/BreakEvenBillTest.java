package dev.stowage.workflow.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.billing.Bill;
import dev.stowage.billing.Purchase;
import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.SustainedUse;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import dev.stowage.policy.deployment.DeploymentPolicies;
import dev.stowage.policy.deployment.Market;
import dev.stowage.sim.cloud.BreakEven;
import dev.stowage.sim.cloud.DeploymentRun;
import dev.stowage.sim.cloud.DeploymentSimulation;
import dev.stowage.sim.cloud.DeploymentSpec;
import dev.stowage.workload.demand.ServiceDemand;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Break-evens of one type with sustained use against whole bills with each number of VMs. */
class BreakEvenBillTest {
    private static final long SEED = 23;
    private static final int YEAR = 12;
    private static final int MOST = 8;
    private static final long DAY = 86_400;
    private static final long MONTH_SECONDS = 730 * 3_600L;
    private static final BillingRule RULE =
            new BillingRule(
                    "a",
                    1,
                    0,
                    BillingRule.Rounding.UP,
                    "USD",
                    "test",
                    List.of(
                            new SustainedUse(
                                    List.of("n1"),
                                    Arrays.stream(PlainBill.RATES)
                                            .mapToObj(BigDecimal::valueOf)
                                            .toList(),
                                    "test")));

    @Test
    void commitsToTheNumberWithTheLowestBillOverAMonth() {
        SplittableRandom random = new SplittableRandom(SEED);
        int committed = 0;
        for (int trial = 0; trial < 100; trial++) {
            Market market =
                    new Market("a", "r", RULE, List.of(vm(300 + random.nextInt(500))), List.of());
            DeploymentRun run = run(market, random);
            double[] bills =
                    IntStream.rangeClosed(0, MOST).mapToDouble(count -> bill(run, count)).toArray();
            BreakEven line = BreakEven.of(run, YEAR).get(0);
            String what = "trial " + trial + " of seed " + SEED;
            double least = Arrays.stream(bills).min().orElseThrow();
            assertThat(bills[line.count()]).as(what).isCloseTo(least, within(1e-6));
            assertThat(line.savedUsd()).as(what).isCloseTo(bills[0] - least, within(1e-6));
            committed += line.count() > 0 ? 1 : 0;
        }
        assertThat(committed).as("trials in which some commitment pays").isBetween(20, 99);
    }

    private static double bill(DeploymentRun run, int count) {
        VmOffer offer = run.rentals().get(0).item().offer();
        List<Purchase> purchases =
                count == 0
                        ? List.of()
                        : List.of(
                                new Purchase(
                                        offer,
                                        offer.cheapestCommitment(YEAR).orElseThrow(),
                                        count));
        return Bill.of(
                        RunBill.metering(run, DeploymentSpec.PAPER, purchases, Optional.empty()),
                        provider -> RULE)
                .exactTotal()
                .doubleValue();
    }

    /** A month in levels of one to six days. */
    private static DeploymentRun run(Market market, SplittableRandom random) {
        long[] start = new long[31];
        long[] cores = new long[31];
        int levels = 0;
        for (long now = 0; now < MONTH_SECONDS; now += DAY * (1 + random.nextInt(6))) {
            start[levels] = now * 1_000_000L;
            cores[levels++] = (levels == 1 ? 1 : random.nextInt(MOST + 1)) * 1_000_000L;
        }
        ServiceDemand demand =
                new ServiceDemand(
                        Arrays.copyOf(start, levels),
                        Arrays.copyOf(cores, levels),
                        new long[levels],
                        MONTH_SECONDS * 1_000_000L);
        var registry = DeploymentPolicies.registry();
        return DeploymentSimulation.run(
                registry.create(registry.parse("policy", "fixed"), new Random(1)),
                List.of(market),
                demand,
                DeploymentSpec.PAPER.with(draft -> draft.decisionSeconds = 3_600));
    }

    /** One core and one GiB at 1 USD an hour, committed for so many thousandths of that. */
    private static CoverItem vm(int milliUsdCommitted) {
        VmType type =
                new VmType(
                        "a",
                        "n1-one",
                        "n1",
                        VmType.Category.GENERAL,
                        VmType.Architecture.X86_64,
                        Resources.ofCoresAndGib(1, 1));
        Commitment commitment =
                new Commitment(
                        Commitment.Kind.COMMITTED_USE,
                        YEAR,
                        BigDecimal.valueOf(milliUsdCommitted, 3),
                        BigDecimal.ZERO,
                        "made by a test");
        return CoverItem.of(
                new VmOffer(
                        type,
                        "r",
                        BigDecimal.ONE,
                        "made by a test",
                        LocalDate.of(2026, 1, 1),
                        Optional.empty(),
                        List.of(commitment)));
    }
}
