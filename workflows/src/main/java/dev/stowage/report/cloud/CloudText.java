package dev.stowage.report.cloud;

import dev.stowage.report.cloud.CloudResult.Alternative;
import dev.stowage.report.cloud.CloudResult.Impossible;
import dev.stowage.report.cloud.CloudResult.Possible;
import dev.stowage.sim.cloud.DeploymentAlternative.Refusal;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Figures;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A comparison of deployments as text. */
public final class CloudText {
    private static final int TYPES = 2;

    /** The least saving that isn't shown as 0.0 %. */
    private static final double LEAST_SHOWN = 0.0005;

    /** Begins advice that differs from the recommendation, which weighs simplicity. */
    static final String BY_COST_ALONE = "By cost alone: ";

    private final CloudResult study;
    private final Style style;

    public CloudText(CloudResult study, Style style) {
        this.study = study;
        this.style = style;
    }

    public void print(PrintWriter out) {
        CloudResult.Demand demand = study.demand();
        out.println(
                style.bold(demand.name())
                        + ", "
                        + Figures.seconds(demand.seconds())
                        + ": "
                        + size(demand.mean())
                        + " on average, "
                        + size(demand.peak())
                        + " at most");
        out.println();
        alternatives().print(out, style, 0);
        out.println("t/c/m: VM types, changes and moves of the plan");
        named().forEach(out::println);
        if (possible().anyMatch(each -> !each.holds())) {
            out.println(
                    "! too little for longer, or by more, than --max-shortage and"
                            + " --max-shortage-depth allow: ranked behind all others");
        }
        if (possible().anyMatch(each -> each.holds() && !each.fits())) {
            out.println("x more types or changes than asked: ranked behind those that fit");
        }
        refusals(out);
        out.println();
        bounds(out);
        out.println();
        if (study.recommendation() != null) {
            RecommendationText.print(study.recommendation(), out, style);
            out.println();
        }
        out.println(style.bold(byCostAlone() + advice()));
        sensitivity(out);
        if (study.commitments() != null) {
            out.println();
            double cheapest = possible().findFirst().orElseThrow().usd();
            CommitmentText.print(study.commitments(), cheapest, out);
        }
        out.println();
        catalogue(out);
        limits(out);
        study.notes().forEach(note -> out.println("Note: " + note));
        if (study.explanation() != null) {
            out.println();
            explanation(study.explanation()).print(out, style, 0);
        }
    }

    private Stream<Possible> possible() {
        return study.alternatives().stream()
                .filter(Possible.class::isInstance)
                .map(Possible.class::cast);
    }

    private static String size(CloudResult.Size size) {
        return Figures.number(round(size.cpu()))
                + " cores and "
                + Figures.number(round(size.memoryGiB()))
                + " GiB";
    }

    private static double round(double value) {
        return Math.round(value * 10) / 10.0;
    }

    private TextTable alternatives() {
        boolean hasSpot = study.spec().interruptionsPerHour() > 0;
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
                                Column.figure("t/c/m")));
        if (hasSpot) {
            columns.add(Column.figure("taken back"));
        }
        columns.add(Column.text("mostly"));
        TextTable table = new TextTable(columns.toArray(new Column[0]));
        for (Alternative each : study.alternatives()) {
            if (each instanceof Possible possible) {
                table.row(cells(possible, hasSpot));
            } else {
                table.row("", policy(each.policy()), each.providers(), "not possible");
            }
        }
        return table;
    }

    /** A figure, marked if what is limited is above the limit. */
    private static String marked(int shown, @Nullable Integer most, int limited) {
        return shown + (most != null && limited > most ? " x" : "");
    }

    /**
     * A place with VM types by their number: a line does not hold their names, {@link #named} does.
     */
    private static String narrow(Possible each) {
        String place = each.providers();
        return place.contains(" ")
                ? place.substring(0, place.indexOf('/'))
                        + ", "
                        + each.types()
                        + (each.types() == 1 ? " type" : " types")
                : place;
    }

    /** Where the plans of named VM types are. */
    private List<String> named() {
        List<String> lines = new ArrayList<>();
        for (Alternative each : study.alternatives()) {
            if (each instanceof Possible possible && each.providers().contains(" ")) {
                lines.add(possible.rank() + " is on " + each.providers() + ".");
            }
        }
        return lines;
    }

    private String[] cells(Possible each, boolean hasSpot) {
        CloudResult.Limits limits = study.spec().limits();
        List<String> cells =
                new ArrayList<>(
                        List.of(
                                String.valueOf(each.rank()),
                                policy(each.policy()),
                                narrow(each),
                                dollars(each.usd()),
                                shortage(each),
                                each.gapToBound() != null ? Figures.share(each.gapToBound()) : "",
                                tenth(each.vmHours().bought()),
                                tenth(each.vmHours().idle()),
                                Figures.share(each.unused().cpu()),
                                marked(each.types(), limits.maxTypes(), each.types())
                                        + "/"
                                        + marked(
                                                each.changes(),
                                                limits.maxChangesPerDay(),
                                                each.mostChangesInADay())
                                        + "/"
                                        + each.moves()));
        if (hasSpot) {
            cells.add(Figures.count(each.interruptions()));
        }
        cells.add(mix(each.mix()) + depth(each));
        return cells.toArray(new String[0]);
    }

    /** True if the gap is that to the optimum, and not to what it is at least. */
    private boolean isExact() {
        return study.bound() != null && study.bound().isExact();
    }

    /** The most that was missing, if anything was. */
    private static String depth(Possible of) {
        return of.mostMissing() == 0 ? "" : "; short by up to " + Figures.share(of.mostMissing());
    }

    /** How long there is too little; marked if that is longer than allowed. */
    private static String shortage(Possible of) {
        long seconds = of.underProvisionedSeconds();
        return (seconds == 0 ? "-" : Figures.seconds((double) seconds)) + (of.holds() ? "" : " !");
    }

    /** The types that cost most. */
    private static String mix(List<CloudResult.Share> mix) {
        String types =
                mix.stream()
                        .limit(TYPES)
                        .map(each -> each.type() + " " + each.region())
                        .collect(Collectors.joining(", "));
        return mix.size() > TYPES ? types + ", " + (mix.size() - TYPES) + " more" : types;
    }

    static String dollars(double usd) {
        return String.format(Locale.ROOT, Math.abs(usd) < 1 ? "%.4f" : "%,.2f", usd);
    }

    private static String tenth(double value) {
        return String.format(Locale.ROOT, "%,.1f", value);
    }

    /** Each reason once, with all places that it holds for. */
    private void refusals(PrintWriter out) {
        Map<String, List<String>> places = new LinkedHashMap<>();
        for (Alternative each : study.alternatives()) {
            if (each instanceof Impossible impossible) {
                Refusal refusal = impossible.refusal();
                String able = String.join(", ", refusal.able());
                String reason =
                        refusal.place()
                                + " is "
                                + refusal.need()
                                + (able.isEmpty() ? "." : "; " + able + " can.");
                places.computeIfAbsent(
                                policy(each.policy()) + "\n" + reason, key -> new ArrayList<>())
                        .add(each.providers());
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
    static String policy(String policy) {
        return policy.replace("[ahead=0]", "");
    }

    private void bounds(PrintWriter out) {
        TextTable table = TextTable.ofFacts();
        if (study.optimal() != null) {
            table.row(
                    CloudResult.OPTIMAL,
                    dollars(study.optimal().usd())
                            + " USD: at each decision the least of these; no plan or bound");
        }
        CloudResult.Bound bound = study.bound();
        if (bound != null) {
            table.row(
                    CloudResult.OFFLINE_OPTIMUM,
                    dollars(bound.usd())
                            + " USD"
                            + (bound.isExact() ? ": " : " at least: ")
                            + bound.method());
            if (bound.decidedUsd() > bound.usd()) {
                table.row(
                        "",
                        dollars(bound.decidedUsd())
                                + " USD at least if decided every "
                                + Figures.seconds((double) study.spec().decisionSeconds())
                                + ": "
                                + Figures.share(bound.decidedUsd() / bound.usd() - 1)
                                + " more");
            }
        }
        table.print(out, style, 0);
        if (bound != null && !bound.isExact()) {
            out.println("gap <=: the optimum may be above the bound, so the gap is at most that.");
        }
    }

    /** Where cost alone decides otherwise than cost and simplicity. */
    private String byCostAlone() {
        CloudResult.Recommendation recommended = study.recommendation();
        CloudResult.Place to = study.advice().stay() ? study.advice().from() : study.advice().to();
        return recommended == null
                        || (recommended.simplest().policy().equals(to.policy())
                                && recommended.simplest().providers().equals(to.providers()))
                ? ""
                : BY_COST_ALONE;
    }

    private String advice() {
        CloudResult.Advice advice = study.advice();
        String from = place(advice.from());
        double saving = advice.saving();
        if (possible().findFirst().filter(each -> !each.holds()).isPresent()) {
            return "Nothing compared holds the demand: "
                    + place(advice.to())
                    + " has too little for the least time.";
        }
        if (advice.stay() && saving < LEAST_SHOWN) {
            return "Stay with "
                    + from
                    + (saving == 0
                            ? possible().noneMatch(each -> each.usd() < advice.from().usd())
                                    ? ": nothing compared is cheaper."
                                    : possible()
                                                    .allMatch(
                                                            each ->
                                                                    each.fits()
                                                                            || !each.holds()
                                                                            || each.usd()
                                                                                    >= advice.from()
                                                                                            .usd())
                                            ? ": what is cheaper has too little for longer."
                                            : ": what is cheaper has more types or changes than asked."
                            : ": nothing compared saves 0.1 %.");
        }
        if (saving == 0) {
            return "Go from "
                    + from
                    + ", which has too little for too long, to "
                    + place(advice.to())
                    + ".";
        }
        String saves = place(advice.to()) + " saves " + Figures.share(saving);
        return advice.stay()
                ? "Stay with "
                        + from
                        + ": "
                        + saves
                        + ", less than the threshold of "
                        + Figures.share(advice.threshold())
                        + "."
                : "Go from " + from + " to " + saves + ".";
    }

    private static String place(CloudResult.Place at) {
        return policy(at.policy())
                + " on "
                + (at.providers().equals("any") ? "any provider" : at.providers());
    }

    private void sensitivity(PrintWriter out) {
        for (CloudResult.Sensitivity each : study.priceSensitivity()) {
            out.println(
                    "With "
                            + each.change()
                            + (each.share() >= 0 ? " up by " : " down by ")
                            + Figures.share(Math.abs(each.share()))
                            + ", "
                            + each.effect()
                            + (each.isExact() ? "." : " (decisions held)."));
        }
    }

    private void catalogue(PrintWriter out) {
        CloudResult.Catalogue catalogue = study.catalogue();
        String providers =
                catalogue.providers().stream()
                        .map(each -> each.provider() + " " + dates(each))
                        .collect(Collectors.joining(", "));
        CloudResult.Types types = study.types();
        String leftOut =
                types.leftOut().entrySet().stream()
                        .map(each -> each.getValue() + " " + each.getKey())
                        .collect(Collectors.joining(", "));
        out.println(
                "Prices of catalogue "
                        + catalogue.name()
                        + ": "
                        + providers
                        + "; charged by "
                        + (catalogue.quantum().equals("provider")
                                ? "each provider's rule"
                                : "periods of " + catalogue.quantum())
                        + ".");
        out.println(
                Figures.count(types.offers())
                        + " offers, of which "
                        + Figures.count(types.dominated())
                        + " never pay in a mix"
                        + (leftOut.isEmpty() ? "." : "; left out: " + leftOut + "."));
    }

    /** What each VM keeps for itself, and over how many zones VMs are spread. */
    private void limits(PrintWriter out) {
        CloudResult.Filters filters = study.filters();
        if (filters.overhead().cpu() > 0 || filters.overhead().memoryGiB() > 0) {
            out.println("Each VM keeps " + exact(filters.overhead()) + " for itself.");
        }
        if (filters.zones() > 1) {
            out.println("VMs come in sets of " + filters.zones() + ", one a zone.");
        }
    }

    private static String exact(CloudResult.Size size) {
        return Figures.number(size.cpu())
                + " cores and "
                + Figures.number(size.memoryGiB())
                + " GiB";
    }

    private static String dates(CloudResult.Provider of) {
        return of.oldestPrice().equals(of.newestPrice())
                ? of.newestPrice()
                : of.oldestPrice() + " to " + of.newestPrice();
    }

    private static TextTable explanation(List<CloudResult.Explanation> entries) {
        TextTable table =
                new TextTable(
                        Column.text("provider"),
                        Column.text("region"),
                        Column.text("type"),
                        Column.text("why"));
        entries.forEach(each -> table.row(each.provider(), each.region(), each.type(), each.why()));
        return table;
    }
}
