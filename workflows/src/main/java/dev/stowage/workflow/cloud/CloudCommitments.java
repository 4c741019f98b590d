package dev.stowage.workflow.cloud;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.json.Json;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.policy.commitment.CommitmentPlan;
import dev.stowage.report.cloud.CommitmentStudy;
import dev.stowage.sim.cloud.BreakEven;
import dev.stowage.sim.cloud.DeploymentRun;
import dev.stowage.words.Figures;
import java.io.PrintWriter;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How many VMs to commit to, if the demand repeats through the term: the break-even of the cheapest
 * alternative, VM by VM, and the best for the demand with its bound.
 */
public final class CloudCommitments {
    private CloudCommitments() {}

    /**
     * For a comparison.
     *
     * @param start first day of the demand; empty if it has none
     * @throws InputException if nothing that may be rented is sold for the term
     */
    public static CommitmentStudy of(CloudStudy study, int termMonths, Optional<LocalDate> start) {
        BilledCommitments commitments = new BilledCommitments(study, start);
        CommitmentPlan plan =
                commitments.cheapest(termMonths).orElseThrow(() -> nothingSold(termMonths));
        DeploymentRun run = study.result().winner().run().orElseThrow();
        return new CommitmentStudy(
                termMonths,
                plan,
                BreakEven.of(run, termMonths),
                commitments.bill(plan),
                CloudCaveats.ofCommitments(study, termMonths, plan));
    }

    /** As JSON. */
    public static ObjectNode json(CommitmentStudy study) {
        ObjectNode root = Json.mapper().createObjectNode().put("termMonths", study.termMonths());
        best(root.putObject("best").put("billUsd", study.bill().total()), study.best());
        ArrayNode lines = root.putArray("breakEven");
        for (BreakEven each : study.breakEven()) {
            offer(lines.addObject(), each.item().offer(), each.commitment().name())
                    .put("breakEven", each.breakEven())
                    .put("count", each.count())
                    .put("savedUsd", each.savedUsd());
        }
        ArrayNode caveats = root.putArray("caveats");
        study.caveats().forEach(caveats::add);
        return root;
    }

    private static void best(ObjectNode node, CommitmentPlan plan) {
        node.put("provider", plan.market().provider()).put("region", plan.market().region());
        node.put("usd", plan.usd()).put("onDemandUsd", plan.onDemandUsd());
        node.put("boundUsd", plan.boundUsd()).put("gapToBound", plan.gapToBound());
        node.put("searchCut", plan.isSearchCut());
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

    private static InputException nothingSold(int termMonths) {
        return InputException.at(
                "--commitment",
                "no type that is sold for " + CommitmentStudy.term(termMonths),
                "a catalogue with commitments of that term",
                "Import them with `stowage catalog import`, or ask for another term.");
    }

    /**
     * As text.
     *
     * @param cheapest what the cheapest alternative costs, USD
     */
    public static void print(JsonNode commitments, double cheapest, PrintWriter out) {
        JsonNode best = commitments.path("best");
        double saving = 1 - best.path("usd").asDouble() / best.path("onDemandUsd").asDouble();
        out.println(
                "Committing for "
                        + CommitmentStudy.term(commitments.path("termMonths").asInt())
                        + ", if the demand repeats: "
                        + lines(best)
                        + "; "
                        + dollars(best.path("usd"))
                        + " USD instead of "
                        + dollars(best.path("onDemandUsd"))
                        + " there on demand ("
                        + Figures.share(saving)
                        + " less), at most "
                        + Figures.share(best.path("gapToBound").asDouble())
                        + " above the least. Its bill: "
                        + dollars(best.path("billUsd"))
                        + " USD.");
        if (best.path("usd").asDouble() > cheapest) {
            out.println(
                    "  The cheapest alternative costs less without: "
                            + String.format(Locale.ROOT, "%,.2f", cheapest)
                            + " USD. No commitment of that term is known where it runs, or none"
                            + " pays.");
        }
        commitments.path("caveats").forEach(each -> out.println("  " + each.asText()));
        int tooLittle = 0;
        for (JsonNode each : commitments.path("breakEven")) {
            if (each.path("count").asInt() == 0) {
                tooLittle++;
            } else {
                out.println(breakEven(each));
            }
        }
        if (tooLittle > 0) {
            out.println(
                    "  "
                            + Figures.count(tooLittle)
                            + " more of the types that the cheapest alternative rents don't reach"
                            + " their break-even.");
        }
    }

    private static String breakEven(JsonNode of) {
        return "  "
                + of.path("type").asText()
                + " "
                + of.path("region").asText()
                + " pays from "
                + Figures.share(of.path("breakEven").asDouble())
                + " of the time: "
                + of.path("count").asText()
                + " of the cheapest alternative, saving "
                + dollars(of.path("savedUsd"))
                + " USD";
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
}
