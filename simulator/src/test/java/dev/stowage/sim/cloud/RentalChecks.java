package dev.stowage.sim.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.model.Resources;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.policy.deployment.Market;
import dev.stowage.workload.demand.ServiceDemand;
import java.util.HashMap;
import java.util.Map;

/** What must hold of any run whose VMs boot at once, seen from its rentals alone. */
final class RentalChecks {
    private RentalChecks() {}

    static void verify(DeploymentRun run, ServiceDemand demand, String what) {
        for (Rental rental : run.rentals()) {
            isChargedByTheRule(rental, what);
        }
        holdsTheDemand(run, demand, what);
        addsUp(run, what);
    }

    private static void isChargedByTheRule(Rental rental, String what) {
        BillingRule billing = rental.market().billing();
        long ran = rental.endSeconds() - rental.startSeconds();
        assertThat(ran % billing.quantumSeconds()).as(what).isZero();
        assertThat(ran).as(what).isGreaterThanOrEqualTo(billing.minimumSeconds());
        assertThat(ran).as(what).isEqualTo(billing.chargedSeconds(ran * 1_000_000));
        assertThat(rental.releasedSeconds())
                .as(what)
                .isBetween(rental.startSeconds(), rental.endSeconds() + 30);
    }

    /** At each change of the demand, the working VMs of one place hold it. */
    private static void holdsTheDemand(DeploymentRun run, ServiceDemand demand, String what) {
        assertThat(run.counts().underProvisionedSeconds()).as(what).isZero();
        for (int level = 0; level < demand.levels(); level++) {
            long now = demand.startMicros(level) / 1_000_000;
            Map<Market, Resources> working = new HashMap<>();
            for (Rental rental : run.rentals()) {
                if (rental.startSeconds() <= now && now < rental.releasedSeconds()) {
                    Resources one = rental.item().provides();
                    Resources all =
                            new Resources(
                                    rental.count() * one.cpuMicroCores(),
                                    rental.count() * one.memoryBytes());
                    working.merge(rental.market(), all, Resources::plus);
                }
            }
            Resources need = demand.at(level);
            assertThat(working.values().stream().anyMatch(all -> all.covers(need)))
                    .as("%s, level %d: %s held by %s", what, level, need, working.values())
                    .isEqualTo(!need.equals(Resources.NONE) || !working.isEmpty());
        }
    }

    private static void addsUp(DeploymentRun run, String what) {
        double byDecision = 0;
        for (long cost : run.nanoUsdSecondsByDecision()) {
            byDecision += cost / 3.6e12;
        }
        double byRental = 0;
        for (Rental rental : run.rentals()) {
            double hours = (rental.endSeconds() - rental.startSeconds()) / 3_600.0;
            byRental += rental.count() * hours * rental.item().usdPerHour().doubleValue();
        }
        assertThat(byDecision).as(what).isCloseTo(byRental, within(1e-9 * (1 + byRental)));
        assertThat(run.usd()).as(what).isCloseTo(byRental, within(1e-9 * (1 + byRental)));
    }
}
