package dev.stowage.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.Json;
import dev.stowage.model.InputException;
import dev.stowage.model.VmOffer;
import dev.stowage.policy.deployment.CommitmentPlan;
import dev.stowage.sim.cloud.BreakEven;
import dev.stowage.sim.cloud.DeploymentRun;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How many VMs to commit to, if the demand repeats through the term: the break-even of the cheapest
 * alternative, VM by VM, and the best for the demand with its bound.
 */
final class CloudCommitments {
    private static final int MONTHS_PER_YEAR = 12;

    private final CloudStudy study;
    private final int termMonths;

    CloudCommitments(CloudStudy study, int termMonths) {
        this.study = study;
        this.termMonths = termMonths;
    }

    /**
     * As JSON.
     *
     * @throws InputException if nothing that may be rented is sold for the term
     */
    ObjectNode of() {
        ObjectNode root = Json.mapper().createObjectNode().put("termMonths", termMonths);
        CommitmentPlan plan =
                CommitmentPlan.cheapest(
                                study.markets().markets(), study.demand().demand(), termMonths)
                        .orElseThrow(this::nothingSold);
        best(root.putObject("best"), plan);
        DeploymentRun run = study.result().winner().run().orElseThrow();
        ArrayNode lines = root.putArray("breakEven");
        for (BreakEven each : BreakEven.of(run, termMonths)) {
            offer(lines.addObject(), each.item().offer(), each.commitment().name())
                    .put("breakEven", each.breakEven())
                    .put("count", each.count())
                    .put("savedUsd", each.savedUsd());
        }
        return root;
    }

    private static void best(ObjectNode node, CommitmentPlan plan) {
        node.put("provider", plan.market().provider()).put("region", plan.market().region());
        node.put("usd", plan.usd()).put("onDemandUsd", plan.onDemandUsd());
        node.put("boundUsd", plan.boundUsd()).put("gapToBound", plan.gapToBound());
        ArrayNode lines = node.putArray("lines");
        for (CommitmentPlan.Line line : plan.lines()) {
            offer(lines.addObject(), line.item().offer(), line.commitment().name())
                    .put("count", line.count())
                    .put("usdPerHour", line.commitment().effectiveUsdPerHour());
        }
    }

    private static ObjectNode offer(ObjectNode node, VmOffer offer, String commitment) {
        return node.put("provider", offer.type().provider())
                .put("region", offer.region())
                .put("type", offer.type().name())
                .put("commitment", commitment);
    }

    private InputException nothingSold() {
        return InputException.at(
                "--commitment",
                "no type that is sold for " + term(termMonths),
                "a catalogue with commitments of that term",
                "Import them with `stowage catalog import`, or ask for another term.");
    }

    static void print(JsonNode commitments, PrintWriter out) {
        JsonNode best = commitments.path("best");
        out.println(
                "Committing for "
                        + term(commitments.path("termMonths").asInt())
                        + ", if the demand repeats: "
                        + lines(best)
                        + "; "
                        + dollars(best.path("usd"))
                        + " USD instead of "
                        + dollars(best.path("onDemandUsd"))
                        + " there on demand, at most "
                        + Figures.share(best.path("gapToBound").asDouble())
                        + " above the least.");
        for (JsonNode each : commitments.path("breakEven")) {
            out.println(
                    "  "
                            + each.path("type").asText()
                            + " "
                            + each.path("region").asText()
                            + " pays from "
                            + Figures.share(each.path("breakEven").asDouble())
                            + " of the time: "
                            + each.path("count").asText()
                            + " of the cheapest alternative, saving "
                            + dollars(each.path("savedUsd"))
                            + " USD");
        }
    }

    private static String lines(JsonNode best) {
        List<String> lines = new ArrayList<>();
        for (JsonNode line : best.path("lines")) {
            lines.add(line.path("count").asText() + " x " + line.path("type").asText());
        }
        String place = best.path("provider").asText() + " " + best.path("region").asText();
        return lines.isEmpty()
                ? "to nothing at " + place
                : String.join(", ", lines) + " at " + place;
    }

    private static String dollars(JsonNode usd) {
        return String.format(Locale.ROOT, "%,.2f", usd.asDouble());
    }

    private static String term(int months) {
        int years = months / MONTHS_PER_YEAR;
        return years == 1 ? "a year" : years + " years";
    }
}
