package dev.stowage.workflow.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.Seeds;
import dev.stowage.billing.Bill;
import dev.stowage.billing.Charge.Kind;
import dev.stowage.catalog.Catalogues;
import dev.stowage.covering.CoverItem;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.BillingRule.Rounding;
import dev.stowage.model.cloud.TransferPrices;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.policy.deployment.DeploymentPolicies;
import dev.stowage.policy.deployment.DeploymentPolicy;
import dev.stowage.policy.deployment.Market;
import dev.stowage.sim.cloud.DeploymentRun;
import dev.stowage.sim.cloud.DeploymentSimulation;
import dev.stowage.sim.cloud.DeploymentSpec;
import dev.stowage.workload.demand.DemandShape;
import dev.stowage.workload.demand.ServiceDemand;
import dev.stowage.workload.demand.TracerDemand;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bills of simulated deployments on the shipped catalogue against what the runs counted. */
class RunBillTest {
    private static final VmCatalogue CATALOGUE = Catalogues.reference();
    private static int moves;

    @AfterAll
    static void sawMoves() {
        assertThat(moves).as("moves of all runs").isPositive();
    }

    @ParameterizedTest
    @CsvSource({
        "gradual,     1,    60,  UP,   false",
        "oscillating, 3600, 60,  UP,   false",
        "random,      60,   0,   DOWN, false",
        "oscillating, 300,  600, DOWN, false",
        "random,      3600, 0,   UP,   true",
        "gradual,     1,    60,  UP,   true"
    })
    void chargesWhatTheRunCharged(
            String shape, long quantum, long minimum, Rounding rounding, boolean isSpot) {
        Function<String, BillingRule> rules =
                provider -> new BillingRule(provider, quantum, minimum, rounding, "USD", "test");
        DeploymentSpec spec =
                DeploymentSpec.PAPER.with(
                        draft -> {
                            draft.bootSeconds = 60;
                            draft.stateGib = 2.5;
                            draft.transfers = TransferPrices.flat(new BigDecimal("0.0001"));
                            draft.interruptionsPerHour = isSpot ? 0.5 : 0;
                        });
        for (String name : List.of("fixed", "adaptive", "type-adaptive", "lookahead")) {
            DeploymentRun run =
                    DeploymentSimulation.run(
                            policy(name), markets(rules, isSpot), demand(shape), spec);
            moves += run.moves().size();
            assertSame(run, spec, rules);
        }
    }

    private static void assertSame(
            DeploymentRun run, DeploymentSpec spec, Function<String, BillingRule> rules) {
        Bill bill = Bill.of(RunBill.metering(run, spec, List.of(), Optional.empty()), rules);

        assertThat(bill.chargedVmSeconds()).isEqualTo(run.chargedVmSeconds());
        assertThat(bill.idleVmSeconds()).isEqualTo(run.idleVmSeconds());
        assertThat(bill.exactTotal().doubleValue()).isCloseTo(run.usd(), within(1e-6));
        BigDecimal gib =
                bill.lines().stream()
                        .filter(line -> line.item().kind() == Kind.EGRESS)
                        .map(line -> line.quantity())
                        .reduce(BigDecimal.ZERO, BigDecimal::add);
        assertThat(gib)
                .isEqualByComparingTo(
                        BigDecimal.valueOf(2.5).multiply(BigDecimal.valueOf(run.counts().moves())));
    }

    private static DeploymentPolicy policy(String name) {
        return DeploymentPolicies.registry()
                .create(
                        DeploymentPolicies.registry().parse("policy", name),
                        Seeds.stream(1, "deployment", 0));
    }

    /** The paper's shape for six hours. */
    private static ServiceDemand demand(String shape) {
        TracerDemand day = TracerDemand.of(DemandShape.valueOf(shape.toUpperCase(Locale.ROOT)), 7);
        return new TracerDemand(
                        day.shape(),
                        day.isPeriodic(),
                        day.isStatic(),
                        21_600,
                        day.intervalSeconds(),
                        day.base(),
                        day.step(),
                        day.seed())
                .demand();
    }

    private static List<Market> markets(Function<String, BillingRule> rules, boolean isSpot) {
        List<Market> markets = new ArrayList<>();
        for (String provider : CATALOGUE.providers()) {
            for (String region : CATALOGUE.regions(provider)) {
                List<CoverItem> items = new ArrayList<>();
                for (VmOffer offer : CATALOGUE.offers(provider, region)) {
                    if (isSpot && offer.spot().isPresent()) {
                        items.add(CoverItem.spot(offer, offer.type().capacity()));
                    } else {
                        items.add(CoverItem.of(offer));
                    }
                }
                markets.add(new Market(provider, region, rules.apply(provider), items, List.of()));
            }
        }
        return markets;
    }
}
