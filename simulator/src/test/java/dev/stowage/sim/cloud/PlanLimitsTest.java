package dev.stowage.sim.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.Progress;
import dev.stowage.covering.CoverItem;
import dev.stowage.model.cloud.TransferPrices;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.deployment.DeploymentPolicies;
import dev.stowage.policy.deployment.FewTypes;
import dev.stowage.policy.deployment.Market;
import dev.stowage.workload.demand.ServiceDemand;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Plans that can be carried out: limits are kept, and the simplest within a share is advised. */
class PlanLimitsTest {
    private static final CoverItem SMALL = CloudSamples.vm("a", "small", 1, 1, 100);
    private static final CoverItem LARGE = CloudSamples.vm("a", "large", 4, 4, 300);
    private static final Market PLACE = CloudSamples.market("a", 1, 0, List.of(SMALL, LARGE));

    private static DeploymentStudyResult study(
            List<Market> markets, ServiceDemand demand, DeploymentSpec spec, String... policies) {
        List<PolicySpec> chosen =
                Stream.of(policies)
                        .map(name -> DeploymentPolicies.registry().parse("test", name))
                        .toList();
        return DeploymentStudy.run(
                new DeploymentStudyRequest(
                        markets,
                        demand,
                        chosen,
                        spec,
                        false,
                        true,
                        true,
                        Optional.empty(),
                        DeploymentRun::usd,
                        1,
                        Progress.NONE));
    }

    private static DeploymentSpec limited(Consumer<PlanLimits.Draft> limits) {
        return DeploymentSpec.PAPER.with(draft -> draft.limits = PlanLimits.of(limits));
    }

    private static DeploymentRun lookahead(ServiceDemand demand, DeploymentSpec spec) {
        return lookahead(PLACE, demand, spec);
    }

    private static DeploymentRun lookahead(
            Market place, ServiceDemand demand, DeploymentSpec spec) {
        return DeploymentSimulation.run(
                DeploymentPolicies.registry()
                        .create(
                                DeploymentPolicies.registry().parse("test", "lookahead"),
                                new SplittableRandom(1)),
                List.of(place),
                demand,
                spec);
    }

    @Test
    void recommendsTheFewestTypesThatCostLittleMoreThanTheBest() {
        int simpler = 0;
        for (int seed = 0; seed < 40; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Market> markets = List.of(CloudSamples.market(random, "a", 1, 0));
            ServiceDemand demand = CloudSamples.demand(random, 30, 30);
            if (demand.peak().cpuMicroCores() == 0 && demand.peak().memoryBytes() == 0) {
                continue;
            }
            DeploymentSpec spec = limited(draft -> draft.within = 0.1);
            DeploymentStudyResult result = study(markets, demand, spec, "lookahead", "fixed");

            Recommendation of = result.recommendation().orElseThrow();
            double best = result.winner().usd();
            int fewest = 1;
            while (fewest < 7 && levelsHeld(markets, demand, fewest) > 1.1 * best) {
                fewest++;
            }
            assertThat(of.simplest().types()).as("seed %d", seed).isEqualTo(fewest);
            assertThat(of.simplest().usd()).isLessThanOrEqualTo(1.1 * best);
            assertThat(of.steps().get(of.steps().size() - 1).usd()).isEqualTo(best);
            simpler += fewest < of.best().types() ? 1 : 0;
        }
        assertThat(simpler).isGreaterThan(5);
    }

    /** USD with the best types, each level held for as long as it lasts; see FewTypesTest. */
    private static double levelsHeld(List<Market> markets, ServiceDemand demand, int types) {
        return new FewTypes(demand).cheapest(markets, types).orElseThrow().nanoUsd() / 1e9;
    }

    @Test
    void ranksWhatHasMoreTypesThanAskedBehindWhatFits() {
        ServiceDemand demand = CloudSamples.demand(30, 5, 5, 4, 4, 6, 6);
        DeploymentStudyResult free = study(List.of(PLACE), demand, limited(d -> {}), "lookahead");
        DeploymentStudyResult one =
                study(List.of(PLACE), demand, limited(d -> d.maxTypes = 1), "lookahead");

        assertThat(free.winner().types()).isEqualTo(2);
        assertThat(one.winner().types()).isEqualTo(1);
        assertThat(one.winner().usd()).isGreaterThan(free.winner().usd());
        assertThat(one.alternatives())
                .anySatisfy(
                        each -> {
                            assertThat(each.types()).isEqualTo(2);
                            assertThat(each.fits(one.spec())).isFalse();
                            assertThat(each.holds(one.spec())).isTrue();
                        });
        assertThat(one.bound().orElseThrow().isExact()).isFalse();
    }

    @Test
    void holdsTheHeadRoomAndCountsShortagesAgainstTheDemand() {
        ServiceDemand demand = CloudSamples.demand(30, 4, 4, 4, 4);
        DeploymentRun run = lookahead(demand, limited(draft -> draft.headRoom = 0.25));

        assertThat(run.assigned().get(0).cores()).isEqualTo(5);
        assertThat(run.counts().underProvisionedSeconds()).isZero();
    }

    @Test
    void keepsVmsAndTheConfigurationForTheLeastTime() {
        ServiceDemand demand = CloudSamples.demand(30, 8, 8, 1, 1, 8, 8, 1, 1, 1, 1, 1, 1);
        DeploymentRun free = lookahead(demand, limited(draft -> {}));
        DeploymentRun held = lookahead(demand, limited(draft -> draft.minHoldSeconds = 120));

        assertThat(shortest(free)).isLessThan(120);
        assertThat(shortest(held)).isGreaterThanOrEqualTo(120);
        assertThat(held.usd()).isGreaterThan(free.usd());
    }

    /** The shortest time that a VM was rented that did not run at the end. */
    private static long shortest(DeploymentRun run) {
        return run.rentals().stream()
                .filter(each -> each.endSeconds() < run.endSeconds())
                .mapToLong(each -> each.endSeconds() - each.startSeconds())
                .min()
                .orElseThrow();
    }

    @Test
    void changesNoMoreOftenInADayThanAllowed() {
        long[] levels = new long[200];
        for (int i = 0; i < 100; i++) {
            levels[2 * i] = i % 2 == 0 ? 3 : 4;
            levels[2 * i + 1] = levels[2 * i];
        }
        ServiceDemand demand = CloudSamples.demand(1_800, levels);
        Market place =
                CloudSamples.market(
                        "a", 1, 0, List.of(SMALL, CloudSamples.vm("a", "large", 4, 4, 350)));
        DeploymentRun free = lookahead(place, demand, limited(draft -> {}));
        DeploymentRun limited =
                lookahead(place, demand, limited(draft -> draft.maxChangesPerDay = 2));

        assertThat(free.counts().mostChangesInADay()).isGreaterThan(2);
        assertThat(limited.counts().mostChangesInADay()).isEqualTo(2);
        assertThat(limited.counts().underProvisionedSeconds()).isZero();
    }

    @Test
    void anyZoneMayFail() {
        ServiceDemand demand = CloudSamples.demand(30, 6, 6, 6, 6);
        Market zoned = CloudSamples.market("a", 1, 0, List.of(SMALL.inZones(3), LARGE.inZones(3)));
        DeploymentStudyResult result =
                study(List.of(zoned), demand, DeploymentSpec.PAPER, "lookahead");

        // each of three zones holds half of the demand: three small ones, or one large one
        assertThat(result.winner().usd()).isCloseTo(3 * 0.3 * 60 / 3_600, within(1e-9));
        assertThat(VmShare.of(result.winner().run().orElseThrow()))
                .allSatisfy(each -> assertThat(each.most() % 3).isZero());
    }

    @Test
    void dataMoveFromHomeFirst() {
        Market cheap =
                CloudSamples.market("b", 1, 0, List.of(CloudSamples.vm("b", "small", 1, 1, 90)));
        ServiceDemand demand = CloudSamples.demand(1_800, 4, 4);
        DeploymentSpec spec =
                limited(draft -> draft.home = Optional.of(PLACE))
                        .with(
                                draft -> {
                                    draft.stateGib = 10;
                                    draft.transfers = TransferPrices.flat(new BigDecimal("0.1"));
                                });
        DeploymentStudyResult result = study(List.of(PLACE, cheap), demand, spec, "fixed");

        DeploymentAlternative away = result.cheapestOf("b").orElseThrow();
        assertThat(away.usd()).isCloseTo(4 * 0.09 / 2 + 1, within(1e-9));
        assertThat(away.run().orElseThrow().counts().moves()).isEqualTo(1);
        assertThat(result.winner().run().orElseThrow().counts().moves()).isZero();
    }

    @Test
    void aShortageThatIsTooDeepIsMarked() {
        ServiceDemand demand = CloudSamples.demand(30, 4, 4, 8, 8, 8, 8, 8, 8);
        DeploymentSpec shallow =
                limited(draft -> draft.maxShortageDepth = 0.4)
                        .with(
                                draft -> {
                                    draft.bootSeconds = 30;
                                    draft.maxShortageSeconds = 600;
                                });
        DeploymentStudyResult result = study(List.of(PLACE), demand, shallow, "fixed");
        DeploymentAlternative fixed =
                result.alternatives().stream()
                        .filter(each -> each.policyName().equals("fixed"))
                        .findFirst()
                        .orElseThrow();

        assertThat(fixed.run().orElseThrow().counts().mostMissing()).isEqualTo(0.5);
        assertThat(fixed.holds(shallow)).isFalse();
        assertThat(result.winner().holds(shallow)).isTrue();
    }
}
