package dev.stowage.workflow.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.Progress;
import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.SustainedUse;
import dev.stowage.model.cloud.TransferPrices;
import dev.stowage.model.cloud.VmExtra;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.deployment.DeploymentPolicies;
import dev.stowage.policy.deployment.Market;
import dev.stowage.sim.cloud.DeploymentAlternative;
import dev.stowage.sim.cloud.DeploymentSpec;
import dev.stowage.sim.cloud.DeploymentStudy;
import dev.stowage.sim.cloud.DeploymentStudyRequest;
import dev.stowage.sim.cloud.DeploymentStudyResult;
import dev.stowage.workload.demand.ServiceDemand;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The ranking that is shown is that of the bills, counted by another way. */
class RankingTest {
    private static final long SEED = 22;
    private static final int DEPLOYMENTS = 2_000;

    /** One study of so many has a bound: that takes longer than all else. */
    private static final int BOUNDED = 20;

    private static final double ROUNDING = 1e-9;
    private static final List<PolicySpec> POLICIES =
            List.of("single", "adaptive", "fixed", "type-adaptive", "lookahead").stream()
                    .map(name -> DeploymentPolicies.registry().parse("policy", name))
                    .toList();

    @Test
    void isThatOfTheBillsForRandomMarketsDemandsAndRules() {
        SplittableRandom random = new SplittableRandom(SEED);
        int deployments = 0;
        int otherThanByListPrice = 0;
        int moves = 0;
        for (int trial = 0; deployments < DEPLOYMENTS; trial++) {
            Egress egress = Egress.drawn(random);
            DeploymentStudyResult result = study(random, egress, trial % BOUNDED == 0);
            String what = "trial " + trial + " of seed " + SEED;
            double before = 0;
            for (DeploymentAlternative each : result.possible()) {
                double bill =
                        PlainBill.usd(
                                each.run().orElseThrow(), egress.gib, egress.usd, egress.free);
                moves += each.run().orElseThrow().moves().size();
                assertThat(each.usd())
                        .as("%s, %s", what, each.label())
                        .isCloseTo(bill, within(ROUNDING * (1 + bill)));
                assertThat(bill)
                        .as("%s, %s against the one before", what, each.label())
                        .isGreaterThanOrEqualTo(before * (1 - ROUNDING));
                before = bill;
                deployments++;
            }
            result.bound()
                    .ifPresent(
                            bound ->
                                    assertThat(bound.boundUsd())
                                            .as(what)
                                            .isLessThanOrEqualTo(
                                                    result.winner().usd() * (1 + ROUNDING)));
            otherThanByListPrice += firstByListPrice(result).equals(result.winner()) ? 0 : 1;
        }
        assertThat(moves).as("moves of data").isGreaterThan(100);
        assertThat(otherThanByListPrice).as("studies that list prices rank wrongly").isPositive();
    }

    private static DeploymentAlternative firstByListPrice(DeploymentStudyResult result) {
        return result.possible().stream()
                .min(Comparator.comparingDouble(each -> each.run().orElseThrow().listUsd()))
                .orElseThrow();
    }

    /** Data that moves, and what that costs and is free of it, by pair of providers. */
    private record Egress(int gib, Map<String, Double> usd, Map<String, Integer> free) {
        static Egress drawn(SplittableRandom random) {
            int gib = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(60);
            Map<String, Double> usd = new TreeMap<>();
            Map<String, Integer> free = new TreeMap<>();
            for (String pair : List.of("a>b", "b>a")) {
                usd.put(pair, random.nextInt(12) / 100.0);
                free.put(pair, random.nextBoolean() ? 0 : random.nextInt(200));
            }
            return new Egress(gib, usd, free);
        }

        TransferPrices prices() {
            List<TransferPrices.Row> rows = new ArrayList<>();
            usd.forEach(
                    (pair, price) ->
                            rows.add(
                                    new TransferPrices.Row(
                                            pair.substring(0, 1),
                                            pair.substring(2),
                                            BigDecimal.valueOf(price),
                                            BigDecimal.valueOf(
                                                    Objects.requireNonNull(free.get(pair))))));
            return new TransferPrices(rows, "test");
        }
    }

    private static DeploymentStudyResult study(
            SplittableRandom random, Egress egress, boolean hasBound) {
        List<Market> markets = List.of(market(random, "a"), market(random, "b"));
        Map<String, BillingRule> rules =
                markets.stream().collect(Collectors.toMap(Market::provider, Market::billing));
        long decision = List.of(1_800L, 3_600L, 21_600L).get(random.nextInt(3));
        DeploymentSpec spec =
                DeploymentSpec.PAPER.with(
                        draft -> {
                            draft.decisionSeconds = decision;
                            draft.horizonSeconds = decision * (1 + random.nextInt(4));
                            draft.stateGib = egress.gib;
                            draft.transfers = egress.prices();
                        });
        return DeploymentStudy.run(
                new DeploymentStudyRequest(
                        markets,
                        demand(random, decision),
                        POLICIES,
                        spec,
                        false,
                        hasBound,
                        false,
                        Optional.empty(),
                        run -> RunBill.usd(run, spec, Optional.empty(), of(rules)),
                        1,
                        Progress.NONE));
    }

    private static Function<String, BillingRule> of(Map<String, BillingRule> rules) {
        return provider -> Optional.ofNullable(rules.get(provider)).orElseThrow();
    }

    private static Market market(SplittableRandom random, String provider) {
        BillingRule rule =
                new BillingRule(
                        provider,
                        List.of(1_800L, 3_600L, 7_200L).get(random.nextInt(3)),
                        List.of(0L, 3_600L, 10_800L).get(random.nextInt(3)),
                        BillingRule.Rounding.UP,
                        "USD",
                        "test",
                        List.of(
                                new SustainedUse(
                                        List.of(PlainBill.SUSTAINED),
                                        Arrays.stream(PlainBill.RATES)
                                                .mapToObj(BigDecimal::valueOf)
                                                .toList(),
                                        "test")));
        List<CoverItem> items = new ArrayList<>();
        List<VmExtra> extras = extras(random);
        for (int i = 0; i < 3; i++) {
            items.add(sustained(provider, 1 << (i + random.nextInt(2)), 1 + random.nextInt(12)));
        }
        for (int i = 0; i < 2; i++) {
            items.add(plain(random, provider, 1 << random.nextInt(4), 1 + random.nextInt(24)));
        }
        items.add(plain(random, provider, 32, 128));
        List<CoverItem> needing =
                items.stream()
                        .distinct()
                        .map(item -> CoverItem.of(item.offer().with(extras)))
                        .toList();
        return new Market(provider, "r", rule, needing, List.of());
    }

    /** None, a disk, or a disk and an address: up to some cents an hour for each VM. */
    private static List<VmExtra> extras(SplittableRandom random) {
        VmExtra disk = new VmExtra("disk", BigDecimal.valueOf(1 + random.nextInt(40), 3));
        VmExtra address = new VmExtra("address", BigDecimal.valueOf(5, 3));
        return List.of(disk, address).subList(0, random.nextInt(3));
    }

    private static CoverItem sustained(String provider, int cores, int gib) {
        return vm(provider, PlainBill.SUSTAINED, cores, gib, BigDecimal.ONE);
    }

    /** At 0.7 to 1.1 of the price of its cores and GiB: sustained use may turn the order. */
    private static CoverItem plain(SplittableRandom random, String provider, int cores, int gib) {
        return vm(provider, "m", cores, gib, BigDecimal.valueOf(70 + random.nextInt(41), 2));
    }

    private static CoverItem vm(
            String provider, String family, int cores, int gib, BigDecimal factor) {
        VmType type =
                new VmType(
                        provider,
                        family + "-" + cores + "-" + gib + "-" + factor,
                        family,
                        VmType.Category.GENERAL,
                        VmType.Architecture.X86_64,
                        Resources.ofCoresAndGib(cores, gib));
        BigDecimal usd =
                BigDecimal.valueOf(PlainBill.CORE_USD)
                        .multiply(BigDecimal.valueOf(cores))
                        .add(
                                BigDecimal.valueOf(PlainBill.GIB_USD)
                                        .multiply(BigDecimal.valueOf(gib)))
                        .multiply(factor);
        return CoverItem.of(new VmOffer(type, "r", usd, "test", LocalDate.of(2026, 1, 1)));
    }

    /** Up to 45 days, in levels of some decisions. */
    private static ServiceDemand demand(SplittableRandom random, long decisionSeconds) {
        int levels = 2 + random.nextInt(10);
        long[] start = new long[levels];
        long[] cpu = new long[levels];
        long[] memory = new long[levels];
        long now = 0;
        long longest = 45 * 86_400L / decisionSeconds / levels;
        for (int i = 0; i < levels; i++) {
            start[i] = now * 1_000_000L;
            cpu[i] = random.nextInt(5) == 0 ? 0 : random.nextLong(30_000_000L);
            memory[i] = random.nextInt(5) == 0 ? 0 : random.nextLong(100 * Resources.BYTES_PER_GIB);
            now += decisionSeconds * (1 + random.nextLong(longest));
        }
        return new ServiceDemand(start, cpu, memory, now * 1_000_000L);
    }
}
