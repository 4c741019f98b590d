package dev.stowage.sim.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.InputException;
import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.SpotPrice;
import dev.stowage.model.cloud.TransferPrices;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.policy.deployment.Market;
import dev.stowage.workload.demand.ServiceDemand;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DeploymentSimulationTest {
    private static final long SEED = 4_711;
    private static final long DECISION = 30;

    private static final CoverItem SMALL = CloudSamples.vm("a", "small", 1, 1, 100);
    private static final CoverItem LARGE = CloudSamples.vm("a", "large", 4, 4, 360);
    private static final Market HOURLY = CloudSamples.market("a", 3_600, 0, List.of(SMALL, LARGE));

    @Test
    void givesBackNoVmBeforeItsHourIsOver() {
        long[] levels = new long[2 * 360];
        for (int i = 0; i < 360; i++) {
            long need = i >= 60 && i < 80 ? 2 : 1; // ten minutes of two after half an hour of one
            levels[2 * i] = need;
            levels[2 * i + 1] = need;
        }
        DeploymentRun run = run("fixed", List.of(HOURLY), CloudSamples.demand(DECISION, levels));
        assertThat(run.rentals())
                .extracting(Rental::startSeconds, Rental::releasedSeconds, Rental::endSeconds)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(0L, 3_600L, 3_600L),
                        org.assertj.core.groups.Tuple.tuple(1_800L, 10_800L, 12_600L));
        assertThat(run.usd()).isEqualTo(0.4, within(1e-12));
        assertThat(run.idleVmSeconds()).isEqualTo(1_800);
    }

    @Test
    void changesTheTypeWhereThatCostsLessOverTheHorizon() {
        ServiceDemand demand = CloudSamples.demand(3_600, 1, 1, 4, 4, 4, 4);
        DeploymentRun adaptive = run("type-adaptive", List.of(HOURLY), demand);
        assertThat(adaptive.counts().changes()).isEqualTo(1);
        assertThat(adaptive.usd()).isEqualTo(0.1 + 2 * 0.36, within(1e-12));
        DeploymentRun fixed = run("fixed", List.of(HOURLY), demand);
        assertThat(fixed.usd()).isEqualTo(0.1 + 2 * 0.4, within(1e-12));
    }

    @Test
    void countsTheTimeUntilVmsWork() {
        ServiceDemand demand =
                CloudSamples.demand(DECISION, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2);
        DeploymentRun run =
                DeploymentSimulation.run(
                        CloudSamples.policy("fixed"),
                        List.of(HOURLY),
                        demand,
                        DeploymentSpec.PAPER.with(d -> d.bootSeconds = 45));
        assertThat(run.counts().underProvisionedSeconds())
                .as("without the first boot")
                .isEqualTo(60);
        assertThat(run.counts().mostMissing()).as("1 of 2 cores").isEqualTo(0.5);
    }

    @Test
    void servesFromTheOldVmsUntilTheNewOnesWork() {
        ServiceDemand demand = CloudSamples.demand(DECISION, 1, 1, 1, 1, 1, 1, 4, 4, 4, 4, 4, 4);
        DeploymentRun run =
                DeploymentSimulation.run(
                        CloudSamples.policy("single"),
                        List.of(CloudSamples.market("a", 1, 0, List.of(SMALL, LARGE))),
                        demand,
                        DeploymentSpec.PAPER.with(d -> d.bootSeconds = 30));
        assertThat(run.rentals())
                .filteredOn(rental -> rental.item().equals(SMALL))
                .singleElement()
                .returns(120L, Rental::endSeconds);
        assertThat(run.counts().underProvisionedSeconds())
                .as("without the first boot")
                .isEqualTo(30);
    }

    /** VMs that boot spare none that works: what is given back leaves enough that works. */
    @Test
    void givesBackNothingThatIsNeededBeforeItsReplacementWorks() {
        Market market = CloudSamples.market("a", 1, 0, List.of(SMALL));
        long boot = 3 * DECISION;
        SplittableRandom random = new SplittableRandom(22);
        int givenBack = 0;
        for (int trial = 0; trial < 100; trial++) {
            long[] cores = random.longs(60, 1, 9).toArray();
            long[] coresAndGib = Arrays.stream(cores).flatMap(n -> LongStream.of(n, n)).toArray();
            DeploymentRun run =
                    DeploymentSimulation.run(
                            CloudSamples.policy("fixed"),
                            List.of(market),
                            CloudSamples.demand(DECISION, coresAndGib),
                            DeploymentSpec.PAPER.with(d -> d.bootSeconds = boot));
            for (Rental over : run.rentals()) {
                long at = over.releasedSeconds();
                if (at >= run.endSeconds()) {
                    continue;
                }
                givenBack++;
                long working =
                        run.rentals().stream()
                                .filter(r -> r.startSeconds() + boot <= at)
                                .filter(r -> at < r.releasedSeconds())
                                .mapToLong(Rental::count)
                                .sum();
                assertThat(working)
                        .as("trial %d at %d s", trial, at)
                        .isGreaterThanOrEqualTo(cores[(int) (at / DECISION)]);
            }
        }
        assertThat(givenBack).isPositive();
    }

    @Test
    void staysWhereMovingCostsMoreThanItSaves() {
        CoverItem cheap = CloudSamples.vm("b", "cheap", 1, 1, 90);
        Market other = CloudSamples.market("b", 3_600, 0, List.of(cheap));
        CoverItem slow = CloudSamples.vm("b", "big", 8, 8, 800);
        Market cheaper = CloudSamples.market("b", 3_600, 0, List.of(cheap, slow));
        ServiceDemand demand = CloudSamples.demand(3_600, 4, 4, 1, 1, 1, 1);
        DeploymentRun free = run("fixed", List.of(HOURLY, other), demand);
        assertThat(free.rentals()).allMatch(rental -> rental.item().equals(cheap));
        DeploymentSpec paid =
                DeploymentSpec.PAPER.with(
                        d -> {
                            d.stateGib = 100;
                            d.transfers = TransferPrices.flat(new BigDecimal("0.09"));
                        });
        DeploymentRun single =
                DeploymentSimulation.run(
                        CloudSamples.policy("single"), List.of(HOURLY, cheaper), demand, paid);
        assertThat(single.counts().moves()).isZero();
        assertThat(single.egressUsd()).isZero();
        DeploymentRun moving = run("single", List.of(HOURLY, cheaper), demand);
        assertThat(moving.counts().moves()).isEqualTo(1);
        assertThat(moving.counts().providerSwitches()).isEqualTo(1);
    }

    @Test
    void saysWhenADemandIsTooLargeForOneVm() {
        ServiceDemand demand = CloudSamples.demand(DECISION, 1, 1, 5, 1);
        assertThatThrownBy(() -> run("single", List.of(HOURLY), demand))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("demand at 30 s")
                .hasMessageContaining("large (4 vCPU, 4 GiB")
                .hasMessageContaining("policies of many VMs");
    }

    @Test
    void costsTheSumOfTheCheapestWhereEachDecisionStandsAlone() {
        List<Oracle> oracles =
                List.of(
                        new Oracle(
                                "single",
                                (m, d) -> m.cheapestSingle(d).orElseThrow().nanoUsdPerHour()),
                        new Oracle(
                                "fixed",
                                (m, d) ->
                                        m.smallest().orElseThrow().countFor(d)
                                                * m.smallest().orElseThrow().nanoUsdPerHour()),
                        new Oracle(
                                "type-adaptive",
                                (m, d) -> m.cheapestUniform(d).orElseThrow().nanoUsdPerHour()),
                        new Oracle("lookahead", (m, d) -> m.cheapestMix(d).nanoUsdPerHour()));
        SplittableRandom random = new SplittableRandom(SEED);
        for (int trial = 0; trial < 60; trial++) {
            Market market = CloudSamples.market(random, "a", DECISION, 0);
            ServiceDemand demand = CloudSamples.demand(random, 80, DECISION);
            for (Oracle oracle : oracles) {
                double expected = 0;
                for (Resources need : demand.atDecisions(DECISION)) {
                    expected +=
                            need.equals(Resources.NONE)
                                    ? 0
                                    : oracle.price.apply(market, need) * 1e-9 * DECISION / 3_600;
                }
                assertThat(run(oracle.policy, List.of(market), demand).usd())
                        .as("%s, trial %d of seed %d", oracle.policy, trial, SEED)
                        .isCloseTo(expected, within(1e-9 * (1 + expected)));
            }
        }
    }

    private record Oracle(String policy, BiFunction<Market, Resources, Long> price) {}

    @Test
    void keepsTheRulesOnRandomCataloguesAndDemands() {
        SplittableRandom random = new SplittableRandom(SEED + 1);
        for (int trial = 0; trial < 80; trial++) {
            long quantum = List.of(1L, 45L, 60L, 600L, 3_600L).get(random.nextInt(5));
            long minimum = random.nextBoolean() ? 60 : 0;
            List<Market> markets = new ArrayList<>();
            for (int place = 0; place <= random.nextInt(3); place++) {
                markets.add(CloudSamples.market(random, "p" + place, quantum, minimum));
            }
            ServiceDemand demand = CloudSamples.demand(random, 300, DECISION);
            String what = "trial " + trial + " of seed " + (SEED + 1) + ", quantum " + quantum;
            List<DeploymentRun> runs = new ArrayList<>();
            for (String policy : CloudSamples.policies()) {
                DeploymentRun run = run(policy, markets, demand);
                RentalChecks.verify(run, demand, what + ", " + policy);
                runs.add(run);
            }
            double optimal = Envelope.of(runs).usd();
            OfflineOptimum bound = OfflineOptimum.of(markets, demand, DeploymentSpec.PAPER);
            for (DeploymentRun run : runs) {
                assertThat(optimal).as(what).isLessThanOrEqualTo(run.usd() * (1 + 1e-12));
                assertThat(bound.boundUsd()).as(what).isLessThanOrEqualTo(run.usd() * (1 + 1e-9));
            }
        }
    }

    /**
     * A decision that would be the last one again is not made anew. Data that moves for nothing
     * keeps it from that, and changes nothing else.
     */
    @Test
    void skipsOnlyDecisionsThatWouldChangeNothing() {
        SplittableRandom random = new SplittableRandom(SEED + 3);
        for (int trial = 0; trial < 300; trial++) {
            List<Market> markets = new ArrayList<>();
            for (int place = 0; place <= random.nextInt(3); place++) {
                long quantum = List.of(1L, 45L, 60L, 600L).get(random.nextInt(4));
                long minimum = random.nextBoolean() ? 60 : 0;
                markets.add(CloudSamples.market(random, "p" + place, quantum, minimum));
            }
            long decision = random.nextBoolean() ? DECISION : 20 * DECISION;
            ServiceDemand demand = levelsThatRecur(random, decision);
            DeploymentSpec spec = DeploymentSpec.PAPER.with(draft -> vary(draft, decision, random));
            DeploymentSpec eachAnew = spec.with(draft -> draft.stateGib = 1);
            for (String policy : CloudSamples.policies()) {
                DeploymentRun run =
                        DeploymentSimulation.run(
                                CloudSamples.policy(policy), markets, demand, spec);
                DeploymentRun anew =
                        DeploymentSimulation.run(
                                CloudSamples.policy(policy), markets, demand, eachAnew);
                assertThat(run)
                        .usingRecursiveComparison()
                        .as("%s, trial %d of seed %d, %s", policy, trial, SEED + 3, spec)
                        .isEqualTo(anew);
            }
        }
    }

    /** Three levels, each for some decisions, in any order. */
    private static ServiceDemand levelsThatRecur(SplittableRandom random, long decision) {
        long[] levels = random.longs(3, 0, 20).toArray();
        long[] coresAndGib = new long[2 * 250];
        int left = 0;
        long now = 0;
        for (int i = 0; i < coresAndGib.length; i += 2) {
            now = left == 0 ? levels[random.nextInt(3)] : now;
            left = left == 0 ? random.nextInt(20) : left - 1;
            coresAndGib[i] = now;
            coresAndGib[i + 1] = 2 * now;
        }
        return CloudSamples.demand(decision, coresAndGib);
    }

    private static void vary(DeploymentSpec.Draft draft, long decision, SplittableRandom random) {
        draft.decisionSeconds = decision;
        draft.bootSeconds = random.nextInt(3) == 0 ? 45 : 0;
        draft.savingsThreshold = random.nextInt(3) == 0 ? 0.1 : 0;
        draft.interruptionsPerHour = random.nextInt(3) == 0 ? 0.5 : 0;
        draft.horizonSeconds = random.nextBoolean() ? 3_600 : 4 * decision;
        draft.limits =
                PlanLimits.of(
                        limits -> {
                            limits.minHoldSeconds = random.nextInt(3) == 0 ? 200 : 0;
                            limits.maxChangesPerDay = random.nextBoolean() ? 2 : 100_000;
                        });
    }

    /** Changes that are on no grid; the plan that decides each second is below coarser ones. */
    @Test
    void theBoundGoesByTheDemandAndNotByHowOftenAPolicyDecides() {
        SplittableRandom random = new SplittableRandom(SEED + 2);
        for (int trial = 0; trial < 6; trial++) {
            long quantum = List.of(1L, 60L, 600L).get(random.nextInt(3));
            List<Market> markets = List.of(CloudSamples.market(random, "p", quantum, 0));
            ServiceDemand demand = CloudSamples.demand(random, 100, 7);
            double bound = Double.NaN;
            for (long decision : new long[] {1, 7, 60, 3_600}) {
                DeploymentSpec spec =
                        DeploymentSpec.PAPER.with(draft -> draft.decisionSeconds = decision);
                double again = OfflineOptimum.of(markets, demand, spec).boundUsd();
                assertThat(again).isEqualTo(Double.isNaN(bound) ? again : bound);
                bound = again;
                for (String policy : List.of("lookahead", "fixed")) {
                    DeploymentRun run =
                            DeploymentSimulation.run(
                                    CloudSamples.policy(policy), markets, demand, spec);
                    assertThat(bound)
                            .as(
                                    "trial %d of seed %d, %s each %d s",
                                    trial, SEED + 2, policy, decision)
                            .isLessThanOrEqualTo(run.usd() * (1 + 1e-9));
                }
            }
        }
    }

    /** 90 s once are cheaper than two periods of 60 s: periods are cut to what divides all. */
    @Test
    void theBoundIsBelowPlacesWhosePeriodsDoNotDivideEachOther() {
        List<Market> markets =
                List.of(
                        CloudSamples.market("a", 60, 0, List.of(SMALL)),
                        CloudSamples.market("b", 90, 0, List.of(SMALL)));
        ServiceDemand demand = CloudSamples.demand(90, 2, 2);
        OfflineOptimum bound = OfflineOptimum.of(markets, demand, DeploymentSpec.PAPER);
        double feasible = 2 * 90 / 3_600.0 * 2 * SMALL.usdPerHour().doubleValue();
        assertThat(bound.boundUsd()).isLessThanOrEqualTo(feasible);
    }

    /** A second in which 10 cores are needed, each minute: who decides each minute pays 60. */
    @Test
    void saysWhatDecidingRarelyCosts() {
        long[] needs = new long[120];
        needs[0] = 10;
        ServiceDemand demand = CloudSamples.demand(1, needs);
        List<Market> markets = List.of(CloudSamples.market("a", 1, 0, List.of(SMALL)));
        double second = 10 * SMALL.usdPerHour().doubleValue() / 3_600;
        OfflineOptimum rarely =
                OfflineOptimum.of(
                        markets, demand, DeploymentSpec.PAPER.with(d -> d.decisionSeconds = 60));
        assertThat(rarely.boundUsd()).isCloseTo(second, within(1e-12));
        assertThat(rarely.decidedUsd()).isCloseTo(60 * second, within(1e-12));
        OfflineOptimum often =
                OfflineOptimum.of(
                        markets, demand, DeploymentSpec.PAPER.with(d -> d.decisionSeconds = 1));
        assertThat(often.decidedUsd()).isCloseTo(second, within(1e-12));
    }

    @Test
    void losesAndReplacesSpotVms() {
        ServiceDemand demand = CloudSamples.demand(3_600, 20, 20, 20, 20, 20, 20);
        DeploymentSpec spec = DeploymentSpec.PAPER.with(d -> d.interruptionsPerHour = 0.5);
        Market market = CloudSamples.market("a", 1, 60, List.of(SMALL));
        DeploymentRun run =
                DeploymentSimulation.run(
                        CloudSamples.policy("fixed"), List.of(market), demand, spec);
        // 20 VMs for 3 h at one interruption in 2 h: 30 expected, 3 standard deviations of 16
        assertThat(run.counts().interruptions()).isBetween(14, 46);
        assertThat(run.rentals().stream().mapToInt(Rental::count).sum())
                .isEqualTo(20 + run.counts().interruptions());
        DeploymentRun again =
                DeploymentSimulation.run(
                        CloudSamples.policy("fixed"), List.of(market), demand, spec);
        assertThat(again.rentals()).isEqualTo(run.rentals());
    }

    @Test
    void takesBackEachTypeAtItsOwnRate() {
        ServiceDemand demand = CloudSamples.demand(3_600, 20, 20, 20, 20, 20, 20);
        for (double own : new double[] {0, 0.5, 2}) {
            VmOffer plain = SMALL.offer();
            SpotPrice spot = new SpotPrice(plain.usdPerHour(), "test", OptionalDouble.of(own));
            VmOffer rated =
                    new VmOffer(
                            plain.type(),
                            plain.region(),
                            plain.usdPerHour(),
                            plain.source(),
                            plain.date(),
                            Optional.of(spot),
                            List.of());
            Market market = CloudSamples.market("a", 1, 60, List.of(CoverItem.of(rated)));
            for (boolean hasOwnRates : new boolean[] {true, false}) {
                DeploymentSpec spec =
                        DeploymentSpec.PAPER.with(
                                draft -> {
                                    draft.interruptionsPerHour = 0.5;
                                    draft.hasOwnRates = hasOwnRates;
                                });
                int lost =
                        DeploymentSimulation.run(
                                        CloudSamples.policy("fixed"), List.of(market), demand, spec)
                                .counts()
                                .interruptions();
                double expected = 20 * 3 * (hasOwnRates ? own : 0.5);
                assertThat((double) lost).isCloseTo(expected, within(4 * Math.sqrt(expected)));
            }
        }
    }

    private static DeploymentRun run(String policy, List<Market> markets, ServiceDemand demand) {
        return DeploymentSimulation.run(
                CloudSamples.policy(policy), markets, demand, DeploymentSpec.PAPER);
    }
}
