package dev.stowage.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Figures;
import dev.stowage.workflow.cloud.CloudCommitments;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A comparison of deployments as text, from its {@code cloud.json}. */
final class CloudText {
    /** Name of the file in an output directory. */
    static final String FILE = "cloud.json";

    private static final int TYPES = 2;

    /** The least saving that isn't shown as 0.0%. */
    private static final double LEAST_SHOWN = 0.0005;

    private final JsonNode study;
    private final Style style;

    CloudText(JsonNode study, Style style) {
        this.study = study;
        this.style = style;
    }

    void print(PrintWriter out) {
        JsonNode demand = study.path("demand");
        out.println(
                style.bold(demand.path("name").asText())
                        + ", "
                        + Figures.seconds(demand.path("seconds").asDouble())
                        + ": "
                        + size(demand.path("mean"))
                        + " on average, "
                        + size(demand.path("peak"))
                        + " at most");
        out.println();
        alternatives().print(out, style, 0);
        for (JsonNode each : study.path("alternatives")) {
            if (each.required("isPossible").asBoolean() && !each.required("holds").asBoolean()) {
                out.println(
                        "! too little for longer than --max-shortage: ranked behind all others");
                break;
            }
        }
        refusals(out);
        out.println();
        bounds(out);
        out.println();
        out.println(style.bold(advice()));
        sensitivity(out);
        if (study.has("commitments")) {
            out.println();
            double cheapest = study.at("/alternatives/0/usd").asDouble();
            CloudCommitments.print(study.path("commitments"), cheapest, out);
        }
        out.println();
        catalogue(out);
        study.path("notes").forEach(note -> out.println("Note: " + note.asText()));
        if (study.has("explanation")) {
            out.println();
            CloudExplanation.table(study.path("explanation")).print(out, style, 0);
        }
    }

    private static String size(JsonNode size) {
        return Figures.number(round(size.path("cpu").asDouble()))
                + " cores and "
                + Figures.number(round(size.path("memoryGiB").asDouble()))
                + " GiB";
    }

    private static double round(double value) {
        return Math.round(value * 10) / 10.0;
    }

    private TextTable alternatives() {
        boolean hasSpot = study.path("spec").path("interruptionsPerHour").asDouble() > 0;
        List<Column> columns =
                new ArrayList<>(
                        List.of(
                                Column.figure(""),
                                Column.text("policy"),
                                Column.text("on"),
                                Column.figure("USD"),
                                Column.figure("short"),
                                Column.figure(isExact() ? "gap" : "gap <="),
                                Column.figure("VM-h"),
                                Column.figure("idle"),
                                Column.figure("unused"),
                                Column.figure("changes"),
                                Column.figure("moves")));
        if (hasSpot) {
            columns.add(Column.figure("taken back"));
        }
        columns.add(Column.text("mostly"));
        TextTable table = new TextTable(columns.toArray(new Column[0]));
        for (JsonNode each : study.path("alternatives")) {
            if (each.path("isPossible").asBoolean()) {
                table.row(cells(each, hasSpot));
            } else {
                table.row("", policy(each), each.path("providers").asText(), "not possible");
            }
        }
        return table;
    }

    private static String[] cells(JsonNode each, boolean hasSpot) {
        List<String> cells =
                new ArrayList<>(
                        List.of(
                                each.path("rank").asText(),
                                policy(each),
                                each.path("providers").asText(),
                                dollars(each.path("usd").asDouble()),
                                shortage(each),
                                each.has("gapToBound")
                                        ? Figures.share(each.path("gapToBound").asDouble())
                                        : "",
                                tenth(each.path("vmHours").path("bought").asDouble()),
                                tenth(each.path("vmHours").path("idle").asDouble()),
                                Figures.share(each.path("unused").path("cpu").asDouble()),
                                each.path("changes").asText(),
                                each.path("moves").asText()));
        if (hasSpot) {
            cells.add(Figures.count(each.path("interruptions").asLong()));
        }
        cells.add(mix(each.path("mix")) + depth(each));
        return cells.toArray(new String[0]);
    }

    /** True if the gap is that to the optimum, and not to what it is at least. */
    private boolean isExact() {
        return study.has("bound") && study.get("bound").required("isExact").asBoolean();
    }

    /** The most that was missing, if anything was. */
    private static String depth(JsonNode of) {
        double missing = of.required("mostMissing").asDouble();
        return missing == 0 ? "" : "; short by up to " + Figures.share(missing);
    }

    /** How long there is too little; marked if that is longer than allowed. */
    private static String shortage(JsonNode of) {
        double seconds = of.required("underProvisionedSeconds").asDouble();
        return (seconds == 0 ? "-" : Figures.seconds(seconds))
                + (of.required("holds").asBoolean() ? "" : " !");
    }

    /** The types that cost most. */
    private static String mix(JsonNode mix) {
        List<String> types = new ArrayList<>();
        for (JsonNode each : mix) {
            if (types.size() < TYPES) {
                types.add(each.path("type").asText() + " " + each.path("region").asText());
            }
        }
        int more = mix.size() - types.size();
        return String.join(", ", types) + (more > 0 ? ", " + more + " more" : "");
    }

    static String dollars(double usd) {
        return String.format(Locale.ROOT, usd < 1 ? "%.4f" : "%,.2f", usd);
    }

    private static String tenth(double value) {
        return String.format(Locale.ROOT, "%,.1f", value);
    }

    /** Each reason once, with all places that it holds for. */
    private void refusals(PrintWriter out) {
        Map<String, List<String>> places = new LinkedHashMap<>();
        for (JsonNode each : study.path("alternatives")) {
            JsonNode refusal = each.path("refusal");
            if (!refusal.isMissingNode()) {
                List<String> able = new ArrayList<>();
                refusal.path("able").forEach(name -> able.add(name.asText()));
                String reason =
                        refusal.path("place").asText()
                                + " is "
                                + refusal.path("need").asText()
                                + (able.isEmpty() ? "." : "; " + String.join(", ", able) + " can.");
                places.computeIfAbsent(policy(each) + "\n" + reason, key -> new ArrayList<>())
                        .add(each.path("providers").asText());
            }
        }
        places.forEach(
                (key, on) -> {
                    String[] parts = key.split("\n", 2);
                    out.println(
                            parts[0]
                                    + " is not possible on "
                                    + String.join(", ", on)
                                    + ": "
                                    + parts[1]);
                });
    }

    /** A policy without parameters that are as usual. */
    private static String policy(JsonNode of) {
        return of.path("policy").asText().replace("[ahead=0]", "");
    }

    private void bounds(PrintWriter out) {
        TextTable table = TextTable.ofFacts();
        if (study.has("optimal")) {
            table.row(
                    CloudFlags.OPTIMAL,
                    dollars(study.path("optimal").path("usd").asDouble())
                            + " USD: at each decision the least of these; no plan or bound");
        }
        if (study.has("bound")) {
            JsonNode bound = study.path("bound");
            table.row(
                    CloudFlags.OFFLINE_OPTIMUM,
                    dollars(bound.path("usd").asDouble())
                            + " USD"
                            + (bound.path("isExact").asBoolean() ? ": " : " at least: ")
                            + bound.path("method").asText());
        }
        table.print(out, style, 0);
        if (study.has("bound") && !isExact()) {
            out.println("gap <=: the optimum may be above the bound, so the gap is at most that.");
        }
    }

    private String advice() {
        JsonNode advice = study.path("advice");
        String from = alternative(advice.path("from"));
        double saving = advice.path("saving").asDouble();
        double threshold = advice.path("threshold").asDouble();
        if (advice.path("stay").asBoolean() && saving < LEAST_SHOWN) {
            return "Stay with "
                    + from
                    + (saving == 0
                            ? isCheapest(advice.path("from").path("usd").asDouble())
                                    ? ": nothing compared is cheaper."
                                    : ": what is cheaper has too little for longer."
                            : ": nothing compared saves 0.1%.");
        }
        if (saving == 0) {
            return "Go from "
                    + from
                    + ", which has too little for too long, to "
                    + alternative(advice.path("to"))
                    + ".";
        }
        String saves = alternative(advice.path("to")) + " saves " + Figures.share(saving);
        return advice.path("stay").asBoolean()
                ? "Stay with "
                        + from
                        + ": "
                        + saves
                        + ", less than the threshold of "
                        + Figures.share(threshold)
                        + "."
                : "Go from " + from + " to " + saves + ".";
    }

    private boolean isCheapest(double usd) {
        for (JsonNode each : study.path("alternatives")) {
            if (each.path("isPossible").asBoolean() && each.path("usd").asDouble() < usd) {
                return false;
            }
        }
        return true;
    }

    private static String alternative(JsonNode at) {
        String providers = at.path("providers").asText();
        return policy(at) + " on " + (providers.equals("any") ? "any provider" : providers);
    }

    private void sensitivity(PrintWriter out) {
        for (JsonNode each : study.path("priceSensitivity")) {
            double share = each.path("share").asDouble();
            out.println(
                    "With "
                            + each.path("change").asText()
                            + (share >= 0 ? " up by " : " down by ")
                            + Figures.share(Math.abs(share))
                            + ", "
                            + each.path("effect").asText()
                            + (each.path("isExact").asBoolean() ? "." : " (decisions held)."));
        }
    }

    private void catalogue(PrintWriter out) {
        JsonNode catalogue = study.path("catalogue");
        List<String> providers = new ArrayList<>();
        for (JsonNode each : catalogue.path("providers")) {
            String oldest = each.path("oldestPrice").asText();
            String newest = each.path("newestPrice").asText();
            providers.add(
                    each.path("provider").asText()
                            + " "
                            + (oldest.equals(newest) ? newest : oldest + " to " + newest));
        }
        JsonNode types = study.path("types");
        List<String> leftOut = new ArrayList<>();
        types.path("leftOut")
                .properties()
                .forEach(each -> leftOut.add(each.getValue().asText() + " " + each.getKey()));
        out.println(
                "Prices of catalogue "
                        + catalogue.path("name").asText()
                        + ": "
                        + String.join(", ", providers)
                        + "; charged by "
                        + (catalogue.path("quantum").asText().equals("provider")
                                ? "each provider's rule"
                                : "periods of " + catalogue.path("quantum").asText())
                        + ".");
        out.println(
                Figures.count(types.path("offers").asLong())
                        + " offers, of which "
                        + Figures.count(types.path("dominated").asLong())
                        + " never pay in a mix"
                        + (leftOut.isEmpty()
                                ? "."
                                : "; left out: " + String.join(", ", leftOut) + "."));
    }
}
