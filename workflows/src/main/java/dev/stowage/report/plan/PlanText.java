package dev.stowage.report.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Figures;
import java.io.PrintWriter;

/** A capacity plan as text, from its {@code plan.json}. */
public final class PlanText {
    private final JsonNode plan;
    private final Style style;

    public PlanText(JsonNode plan, Style style) {
        this.plan = plan;
        this.style = style;
    }

    public void print(PrintWriter out) {
        boolean isMet = plan.path("met").asBoolean();
        for (JsonNode servers : plan.path("servers")) {
            out.println(
                    style.bold(
                                    Figures.count(servers.path("count").asLong())
                                            + " x "
                                            + servers.path("type").asText())
                            + (isMet
                                    ? style.green(" meets the objective")
                                    : style.red(" does not meet the objective")));
        }
        out.println();
        objective().print(out, style, 0);
        out.println();
        bound().print(out, style, 0);
        if (!plan.path("clouds").isEmpty()) {
            out.println();
            clouds().print(out, style, 0);
        }
    }

    private TextTable objective() {
        TextTable table =
                new TextTable(
                        Column.text("objective"),
                        Column.figure("at most"),
                        Column.figure("value"),
                        Column.text("met"));
        for (JsonNode bound : plan.path("objective")) {
            table.row(
                    bound.path("metric").asText(),
                    figure(bound.path("bound")),
                    figure(bound.path("value")),
                    bound.path("met").asBoolean() ? "yes" : "no");
        }
        return table;
    }

    private TextTable bound() {
        JsonNode bound = plan.path("lowerBound");
        TextTable table =
                TextTable.ofFacts()
                        .row(
                                "lower bound",
                                Figures.count(bound.path("servers").asLong())
                                        + " servers ("
                                        + bound.path("method").asText()
                                        + ")")
                        .row("gap", Figures.share(plan.path("gap").asDouble()))
                        .row("claim", claim(plan.path("confidence")));
        JsonNode cost = plan.path("cost");
        if (cost.has("yearlyUsd")) {
            table.row("own servers", dollars(cost, "yearlyUsd") + " a year");
        }
        return table;
    }

    private static String claim(JsonNode confidence) {
        if (confidence.path("exact").asBoolean()) {
            return "exact: nothing is drawn at random";
        }
        return (confidence.path("claimed").isNumber()
                        ? "holds in at least "
                                + Figures.share(confidence.path("claimed").asDouble())
                                + " of windows drawn like this one ("
                                + Figures.share(confidence.path("level").asDouble())
                                + " confidence)"
                        : "none: too few replications")
                + "; conditional on "
                + confidence.path("conditionalOn").asText();
    }

    private TextTable clouds() {
        TextTable table =
                new TextTable(
                        Column.text("cloud"),
                        Column.text("region"),
                        Column.text("policy"),
                        Column.figure("VMs"),
                        Column.text("type"),
                        Column.figure("USD/year"));
        for (JsonNode option : plan.path("clouds")) {
            table.row(
                    option.path("provider").asText(),
                    option.path("region").asText(),
                    option.path("policy").asText(),
                    Figures.count(option.path("count").asLong()),
                    option.path("vmType").asText(),
                    dollars(option, "totalUsd"));
        }
        return table;
    }

    private static String dollars(JsonNode node, String key) {
        return Figures.count(Math.round(node.path(key).asDouble())) + " USD";
    }

    private static String figure(JsonNode node) {
        return node.isNumber() ? Figures.number(node.asDouble()) : node.asText();
    }
}
