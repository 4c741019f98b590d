package dev.stowage.sim.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.covering.CoverItem;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.policy.deployment.Market;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BreakEvenTest {
    private static final int YEAR = 12;

    @Test
    void countsTheVmsInUseForAsMuchOfTheTimeAsTheCommitmentCosts() {
        CoverItem item = committed(CloudSamples.vm("a", "one", 1, 1, 100), 60);
        Market market = CloudSamples.market("a", 1, 0, List.of(item));
        // one VM for 10 h, a second for 7, a third for 5
        long[] levels = {3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1};
        DeploymentRun run =
                DeploymentSimulation.run(
                        CloudSamples.policy("fixed"),
                        List.of(market),
                        CloudSamples.demand(3_600, levels),
                        DeploymentSpec.PAPER);
        assertThat(BreakEven.of(run, YEAR))
                .singleElement()
                .satisfies(
                        line -> {
                            assertThat(line.breakEven()).isEqualTo(0.6);
                            assertThat(line.count()).isEqualTo(2);
                            assertThat(line.savedUsd())
                                    .isEqualTo(10 * 0.04 + (0.7 - 0.6), within(1e-9));
                        });
        assertThat(BreakEven.of(run, 36)).isEmpty();
    }

    private static CoverItem committed(CoverItem item, long milliUsd) {
        VmOffer offer = item.offer();
        Commitment commitment =
                new Commitment(
                        Commitment.Kind.RESERVED,
                        YEAR,
                        BigDecimal.valueOf(milliUsd, 3),
                        BigDecimal.ZERO,
                        "made by a test");
        return CoverItem.of(
                new VmOffer(
                        offer.type(),
                        offer.region(),
                        offer.usdPerHour(),
                        offer.source(),
                        offer.date(),
                        Optional.empty(),
                        List.of(commitment)));
    }
}
