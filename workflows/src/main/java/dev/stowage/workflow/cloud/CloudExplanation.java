package dev.stowage.workflow.cloud;

import dev.stowage.basis.InputException;
import dev.stowage.covering.CoverItem;
import dev.stowage.covering.CoverPool.Dominated;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.deployment.Markets;
import dev.stowage.policy.deployment.Markets.LeftOut;
import dev.stowage.report.cloud.CloudResult.Explanation;
import dev.stowage.sim.cloud.DeploymentAlternative;
import dev.stowage.sim.cloud.DeploymentRun;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Why types were rented or not, place by place. */
public final class CloudExplanation {
    private static final String ALL = "all";

    private final CloudStudy study;
    private final String asked;

    /** What was rented: the type at a place, and by whom. */
    private record Rented(Market market, String type) {}

    /**
     * @param asked name of a type, or {@code all}
     */
    public CloudExplanation(CloudStudy study, String asked) {
        this.study = study;
        this.asked = asked;
    }

    /**
     * An entry for each place that has the type, in the order of the catalogue.
     *
     * @throws InputException if no provider asked has it
     */
    public List<Explanation> of() {
        List<Explanation> entries = new ArrayList<>();
        Set<Rented> winner = rented(List.of(study.result().winner()));
        Set<Rented> any = rented(study.result().possible());
        for (Market market : study.markets().markets()) {
            for (CoverItem item : market.pool().items()) {
                Rented rented = new Rented(market, item.offer().type().name());
                String chosen =
                        winner.contains(rented)
                                ? "rented by the cheapest alternative"
                                : any.contains(rented)
                                        ? "rented by another alternative"
                                        : "may pay in a mix, but no policy rented it";
                add(entries, market, item, chosen);
            }
            for (Dominated each : market.pool().dominated()) {
                String name = each.item().offer().type().name();
                boolean isRented = any.contains(new Rented(market, name));
                add(
                        entries,
                        market,
                        each.item(),
                        (isRented ? "rented alone; never pays in a mix: " : "never pays in a mix: ")
                                + Markets.because(each));
            }
        }
        for (LeftOut each : study.markets().leftOut()) {
            add(
                    entries,
                    each.provider(),
                    each.region(),
                    each.type(),
                    "left out: " + each.reason().words());
        }
        if (entries.isEmpty()) {
            throw InputException.at(
                    "--explain",
                    "\"" + asked + "\", which none of the providers has",
                    "the name of a type, or all",
                    "See `stowage catalog show`.");
        }
        return entries;
    }

    private void add(List<Explanation> entries, Market market, CoverItem item, String why) {
        String type = item.offer().type().name();
        add(entries, market.provider(), market.region(), type, why);
    }

    private void add(
            List<Explanation> entries, String provider, String region, String type, String why) {
        if (asked.equals(ALL) || asked.equals(type)) {
            entries.add(new Explanation(provider, region, type, why));
        }
    }

    private static Set<Rented> rented(List<DeploymentAlternative> alternatives) {
        Set<Rented> rented = new HashSet<>();
        for (DeploymentAlternative each : alternatives) {
            DeploymentRun run = each.run().orElseThrow();
            run.rentals()
                    .forEach(
                            rental ->
                                    rented.add(
                                            new Rented(
                                                    rental.market(),
                                                    rental.item().offer().type().name())));
        }
        return rented;
    }
}
