package dev.stowage.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.stowage.basis.InputException;
import dev.stowage.covering.CoverItem;
import dev.stowage.covering.CoverPool.Dominated;
import dev.stowage.json.Json;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.deployment.Markets;
import dev.stowage.policy.deployment.Markets.LeftOut;
import dev.stowage.sim.cloud.DeploymentAlternative;
import dev.stowage.sim.cloud.DeploymentRun;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.TextTable;
import dev.stowage.workflow.cloud.CloudStudy;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Why types were rented or not, place by place. */
final class CloudExplanation {
    private static final String ALL = "all";

    private final CloudStudy study;
    private final String asked;

    /** What was rented: the type at a place, and by whom. */
    private record Rented(Market market, String type) {}

    /**
     * @param asked name of a type, or {@code all}
     */
    CloudExplanation(CloudStudy study, String asked) {
        this.study = study;
        this.asked = asked;
    }

    /**
     * An entry for each place that has the type, in the order of the catalogue.
     *
     * @throws InputException if no provider asked has it
     */
    ArrayNode of() {
        ArrayNode entries = Json.mapper().createArrayNode();
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

    private void add(ArrayNode entries, Market market, CoverItem item, String why) {
        String type = item.offer().type().name();
        add(entries, market.provider(), market.region(), type, why);
    }

    private void add(ArrayNode entries, String provider, String region, String type, String why) {
        if (asked.equals(ALL) || asked.equals(type)) {
            entries.addObject()
                    .put("provider", provider)
                    .put("region", region)
                    .put("type", type)
                    .put("why", why);
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

    static TextTable table(JsonNode entries) {
        TextTable table =
                new TextTable(
                        Column.text("provider"),
                        Column.text("region"),
                        Column.text("type"),
                        Column.text("why"));
        entries.forEach(
                each ->
                        table.row(
                                each.path("provider").asText(),
                                each.path("region").asText(),
                                each.path("type").asText(),
                                each.path("why").asText()));
        return table;
    }
}
