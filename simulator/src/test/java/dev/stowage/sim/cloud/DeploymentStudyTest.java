package dev.stowage.sim.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.deployment.DeploymentPolicies;
import dev.stowage.policy.deployment.Market;
import dev.stowage.sim.cloud.DeploymentStudyRequest.Stay;
import dev.stowage.workload.demand.DemandShape;
import dev.stowage.workload.demand.ServiceDemand;
import dev.stowage.workload.demand.TracerDemand;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DeploymentStudyTest {
    private static final BillingRule HOURLY =
            new BillingRule("p", 3_600, 0, BillingRule.Rounding.UP, "USD", "test");

    private static CoverItem item(String provider, long cores, double usd) {
        VmType type =
                new VmType(
                        provider,
                        provider + cores,
                        "f",
                        VmType.Category.GENERAL,
                        VmType.Architecture.X86_64,
                        Resources.ofCoresAndGib(cores, 2 * cores));
        return CoverItem.of(
                new VmOffer(
                        type,
                        "r",
                        BigDecimal.valueOf(usd),
                        "made by a test",
                        LocalDate.of(2026, 1, 1)));
    }

    private static Market market(String provider, double factor) {
        return new Market(
                provider,
                "r",
                HOURLY,
                List.of(
                        item(provider, 2, 0.1 * factor),
                        item(provider, 8, 0.38 * factor),
                        item(provider, 32, 1.5 * factor)),
                List.of());
    }

    private static final List<Market> MARKETS = List.of(market("a", 1), market("b", 1.25));

    private static final ServiceDemand OSCILLATING =
            TracerDemand.of(DemandShape.OSCILLATING, 7).demand();

    private static List<PolicySpec> policies(String... names) {
        return Stream.of(names).map(n -> DeploymentPolicies.registry().parse("test", n)).toList();
    }

    private static DeploymentStudyRequest request(
            ServiceDemand demand, List<PolicySpec> policies, Optional<Stay> stay, int threads) {
        return new DeploymentStudyRequest(
                MARKETS,
                demand,
                policies,
                DeploymentSpec.PAPER.with(draft -> draft.savingsThreshold = 0.02),
                true,
                true,
                false,
                stay,
                DeploymentRun::usd,
                threads,
                Progress.NONE);
    }

    private static final List<PolicySpec> ALL =
            DeploymentPolicies.registry().names().stream()
                    .map(n -> DeploymentPolicies.registry().parse("test", n))
                    .toList();

    @Test
    void runsEachPolicyOnEachProviderAndOnTheFreeChoiceAndRanksThem() {
        DeploymentStudyResult result =
                DeploymentStudy.run(
                        request(OSCILLATING, policies("fixed", "adaptive"), Optional.empty(), 2));

        assertThat(result.alternatives())
                .extracting(DeploymentAlternative::label)
                .containsExactlyInAnyOrder(
                        "fixed, a",
                        "fixed, b",
                        "fixed, any",
                        "adaptive, a",
                        "adaptive, b",
                        "adaptive, any");
        assertThat(result.alternatives())
                .isSortedAccordingTo((x, y) -> Double.compare(x.usd(), y.usd()));
        double leastOfAll = result.winner().usd();
        assertThat(result.optimal().orElseThrow().usd()).isLessThanOrEqualTo(leastOfAll + 1e-9);
        double bound = result.bound().orElseThrow().boundUsd();
        assertThat(bound).isPositive();
        assertThat(result.alternatives())
                .allSatisfy(
                        each ->
                                assertThat(each.gapToBound().orElseThrow())
                                        .isCloseTo(each.usd() / bound - 1, within(1e-9)));
    }

    @Test
    void saysTheSameForAnyNumberOfThreads() {
        List<String> one =
                words(DeploymentStudy.run(request(OSCILLATING, ALL, Optional.empty(), 1)));
        List<String> four =
                words(DeploymentStudy.run(request(OSCILLATING, ALL, Optional.empty(), 4)));

        assertThat(four).isEqualTo(one);
    }

    private static List<String> words(DeploymentStudyResult result) {
        return Stream.concat(
                        result.alternatives().stream()
                                .map(each -> each.label() + " " + each.usd() + each.run()),
                        result.sensitivity().stream().map(PriceSensitivity::toString))
                .toList();
    }

    @Test
    void reportsWhatSingleCannotHoldAndWhoCanWithoutFailingTheRest() {
        ServiceDemand large =
                new ServiceDemand(
                        new long[] {0, 1_200_000_000L},
                        new long[] {2_000_000, 40_000_000},
                        new long[] {1L << 30, 1L << 30},
                        3_600_000_000L);

        DeploymentStudyResult result =
                DeploymentStudy.run(
                        request(large, policies("single", "fixed"), Optional.empty(), 1));

        assertThat(result.possible()).hasSize(3);
        DeploymentAlternative last = result.alternatives().get(5);
        assertThat(last.policy()).isEqualTo("single");
        assertThat(last.refusal().orElseThrow().place()).isEqualTo("demand at 1200 s");
        assertThat(last.refusal().orElseThrow().able())
                .containsExactly("adaptive", "fixed", "type-adaptive", "lookahead");
        assertThatThrownBy(
                        () ->
                                DeploymentStudy.run(
                                        request(large, policies("single"), Optional.empty(), 1)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("These policies can: adaptive, fixed");
    }

    @Test
    void theRankingTurnsWherePricesChangeByWhatTheSensitivitySays() {
        DeploymentStudyResult result =
                DeploymentStudy.run(
                        request(OSCILLATING, policies("type-adaptive"), Optional.empty(), 1));

        PriceSensitivity rise = result.sensitivity().get(0);
        assertThat(rise.change()).isEqualTo("prices of a");
        assertThat(rise.share()).isCloseTo(0.25, within(1e-6));
        assertThat(rise.isExact()).isTrue();
        for (double beyond : new double[] {-0.001, 0.001}) {
            double factor = 1 + rise.share() + beyond;
            DeploymentStudyResult again =
                    DeploymentStudy.run(
                            new DeploymentStudyRequest(
                                    List.of(market("a", factor), market("b", 1.25)),
                                    OSCILLATING,
                                    policies("type-adaptive"),
                                    DeploymentSpec.PAPER,
                                    false,
                                    false,
                                    false,
                                    Optional.empty(),
                                    DeploymentRun::usd,
                                    1,
                                    Progress.NONE));
            double a = again.cheapestOf("a").orElseThrow().usd();
            double b = again.cheapestOf("b").orElseThrow().usd();
            assertThat(a < b).isEqualTo(beyond < 0);
        }
    }

    @Test
    void advisesToStayWhereGoingSavesLessThanTheThreshold() {
        Stay dear =
                new Stay(new MarketScope("b", List.of(MARKETS.get(1))), policies("fixed").get(0));
        Stay cheap =
                new Stay(
                        new MarketScope("a/r", List.of(MARKETS.get(0))),
                        policies("type-adaptive").get(0));

        StayAdvice go =
                DeploymentStudy.run(request(OSCILLATING, ALL, Optional.of(dear), 1)).advice();
        StayAdvice stay =
                DeploymentStudy.run(
                                request(
                                        OSCILLATING,
                                        policies("type-adaptive"),
                                        Optional.of(cheap),
                                        1))
                        .advice();

        assertThat(go.isStay()).isFalse();
        assertThat(go.from().label()).isEqualTo("fixed, b");
        assertThat(go.saving()).isCloseTo(1 - go.to().usd() / go.from().usd(), within(1e-12));
        assertThat(stay.isStay()).isTrue();
        assertThat(stay.from().label()).isEqualTo("type-adaptive, a/r");
    }

    @Test
    void sharesOfTypesAddUpToTheRun() {
        DeploymentRun run =
                DeploymentStudy.run(
                                request(OSCILLATING, policies("lookahead"), Optional.empty(), 1))
                        .winner()
                        .run()
                        .orElseThrow();

        List<VmShare> shares = VmShare.of(run);

        assertThat(shares.stream().mapToDouble(VmShare::usd).sum())
                .isCloseTo(run.usd(), within(1e-9));
        assertThat(shares.stream().mapToDouble(VmShare::vmHours).sum())
                .isCloseTo(run.chargedVmSeconds() / 3_600.0, within(1e-9));
        assertThat(shares).allSatisfy(each -> assertThat(each.most()).isBetween(1L, each.count()));
    }
}
