package dev.stowage.report.cloud;

import dev.stowage.billing.Bill;
import dev.stowage.billing.BillLine;
import dev.stowage.billing.Charge;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.deployment.Markets;
import dev.stowage.report.PlanView.AssumptionRow;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.report.PlanView.KeyFigure;
import dev.stowage.report.ReportPage;
import dev.stowage.sim.cloud.DeploymentAlternative;
import dev.stowage.sim.cloud.DeploymentRun;
import dev.stowage.sim.cloud.DeploymentSpec;
import dev.stowage.sim.cloud.DeploymentStudyResult;
import dev.stowage.sim.cloud.OfflineOptimum;
import dev.stowage.sim.cloud.Recommendation;
import dev.stowage.sim.cloud.StayAdvice;
import dev.stowage.words.Amounts;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The report of a comparison of deployments: one HTML file with the ranking, demand against what is
 * assigned, cost and VMs over time, and the bill of the recommended plan. The same comparison gives
 * the same bytes.
 */
public final class CloudReport {
    /** Alternatives that charts draw: as many as there are colours. */
    private static final int SHOWN = 6;

    private static final String SINGLE = "single";

    private final Input input;
    private final DeploymentStudyResult result;
    private final DeploymentAlternative winner;

    /**
     * What a report is made from.
     *
     * @param name of the demand
     * @param catalogue whose prices
     * @param markets what could be rented
     * @param result what came of it
     * @param bill of the recommended plan
     * @param commitments none if nobody asked
     * @param notes what a reader should know
     * @param facts what was asked, by name
     */
    public record Input(
            String name,
            VmCatalogue catalogue,
            Markets markets,
            DeploymentStudyResult result,
            Bill bill,
            Optional<CommitmentStudy> commitments,
            List<String> notes,
            Map<String, String> facts) {}

    private CloudReport(Input input) {
        this.input = input;
        this.result = input.result();
        this.winner = result.winner();
    }

    /** The text of the page. */
    public static String html(Input input) {
        CloudView view = new CloudReport(input).view();
        return ReportPage.render("cloud.jte", view.charts(), Map.of("view", view));
    }

    private CloudView view() {
        CloudCharts charts = new CloudCharts(result, shown());
        List<Fact> facts = new ArrayList<>();
        input.facts().forEach((label, value) -> facts.add(new Fact(label, value)));
        return new CloudView(
                input.name(),
                headline(),
                advice(),
                sentences(),
                figures(),
                rankingLede(),
                CloudTables.ranking(result),
                result.recommendation().map(CloudTables::steps),
                List.of(charts.cpu(), charts.memory(), charts.cost()),
                charts.mix(),
                charts.unused(),
                billLede(),
                CloudTables.bill(input.bill(), "the bill"),
                input.commitments().map(each -> new CommitmentSection(each, winner).view()),
                sensitivityLede(),
                CloudTables.sensitivity(result),
                input.notes(),
                assumptions(),
                facts);
    }

    /** Each policy where it is cheapest, the cheapest first. */
    private List<DeploymentAlternative> shown() {
        Set<String> policies = new HashSet<>();
        return result.possible().stream()
                .filter(each -> policies.add(each.policy()))
                .limit(SHOWN)
                .toList();
    }

    private String headline() {
        return CloudTables.label(winner)
                + (winner.holds(result.spec())
                        ? " is the cheapest: "
                        : " has too little for the least time: ")
                + CloudCharts.dollars(winner.usd())
                + " for "
                + span(result.endSeconds())
                + ".";
    }

    private String advice() {
        StayAdvice advice = result.advice();
        DeploymentAlternative to = advice.isStay() ? advice.from() : advice.to();
        boolean isOther =
                result.recommendation().filter(each -> !each.simplest().equals(to)).isPresent();
        return isOther && winner.holds(result.spec())
                ? CloudText.BY_COST_ALONE + byCost()
                : byCost();
    }

    private String byCost() {
        StayAdvice advice = result.advice();
        String from = CloudTables.label(advice.from());
        if (!winner.holds(result.spec())) {
            return "Nothing compared holds the demand, so nobody should go anywhere for it.";
        }
        if (advice.isStay()) {
            return advice.saving() == 0
                    ? "Stay with " + from + ": nothing that holds as well is cheaper."
                    : "Stay with "
                            + from
                            + ": changing saves "
                            + Amounts.share(advice.saving())
                            + ", less than "
                            + Amounts.share(advice.threshold())
                            + ".";
        }
        return "From "
                + from
                + " to "
                + CloudTables.label(advice.to())
                + " saves "
                + Amounts.share(advice.saving())
                + ".";
    }

    private List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        result.recommendation().ifPresent(each -> sentences.add(recommended(each)));
        DeploymentRun run = winner.run().orElseThrow();
        if (run.counts().underProvisionedSeconds() > 0) {
            sentences.add(
                    "It has less than the demand for "
                            + span(run.counts().underProvisionedSeconds())
                            + ", at worst "
                            + Amounts.share(run.counts().mostMissing())
                            + " less, because VMs boot or are taken back.");
        }
        result.optimal()
                .ifPresent(
                        envelope ->
                                sentences.add(
                                        "Changing at every decision to whatever spends least until"
                                                + " the next, free of charge, would cost "
                                                + CloudCharts.dollars(envelope.usd())
                                                + "; that is no plan that could be carried out."));
        return sentences;
    }

    private static String recommended(Recommendation of) {
        DeploymentRun.Counts counts = of.simplest().run().orElseThrow().counts();
        return "Recommended: "
                + CloudTables.label(of.simplest())
                + ", the simplest plan within "
                + Amounts.share(of.within())
                + " of the best: "
                + Amounts.counted(of.simplest().types(), "type")
                + ", "
                + Amounts.counted(counts.changes(), "change")
                + ", "
                + CloudCharts.dollars(of.simplest().usd())
                + ", "
                + Amounts.share(of.above(of.simplest()))
                + " above the best.";
    }

    private List<KeyFigure> figures() {
        DeploymentRun run = winner.run().orElseThrow();
        List<KeyFigure> figures = new ArrayList<>();
        figures.add(
                new KeyFigure(
                        "Cheapest",
                        CloudCharts.dollars(winner.usd()),
                        "",
                        CloudTables.label(winner)));
        result.bound().ifPresent(bound -> figures.add(bound(bound)));
        List<DeploymentAlternative> possible = result.possible();
        possible.stream()
                .filter(each -> each.holds(result.spec()))
                .max(Comparator.comparingDouble(DeploymentAlternative::usd))
                .filter(each -> each.usd() > winner.usd())
                .ifPresent(each -> figures.add(saving("Saves against the dearest", each)));
        possible.stream()
                .filter(each -> each.policyName().equals(SINGLE))
                .findFirst()
                .filter(each -> !each.equals(winner))
                .ifPresent(each -> figures.add(saving("Saves against one VM", each)));
        figures.add(
                new KeyFigure(
                        "VMs",
                        CloudTables.hours(run.chargedVmSeconds()),
                        "VM-hours",
                        CloudTables.hours(run.idleVmSeconds()) + " of them idle"));
        figures.add(
                new KeyFigure(
                        "Unused CPU",
                        Amounts.share(run.unusedCpu()),
                        "",
                        "memory " + Amounts.share(run.unusedMemory())));
        figures.add(
                new KeyFigure(
                        "Changes of configuration",
                        Amounts.count(run.counts().changes()),
                        "",
                        Amounts.counted(run.counts().moves(), "move")
                                + ", "
                                + Amounts.counted(run.counts().providerSwitches(), "time")
                                + " to another provider"));
        return figures;
    }

    private KeyFigure bound(OfflineOptimum bound) {
        return new KeyFigure(
                "Above the lower bound",
                Amounts.share(bound.gap(winner.usd())),
                "",
                (bound.isExact() ? "optimum " : "bound ") + CloudCharts.dollars(bound.boundUsd()));
    }

    private KeyFigure saving(String label, DeploymentAlternative against) {
        double share = against.usd() > 0 ? 1 - winner.usd() / against.usd() : 0;
        return new KeyFigure(
                label,
                Amounts.share(share),
                "",
                CloudTables.label(against) + ", " + CloudCharts.dollars(against.usd()));
    }

    private String rankingLede() {
        Optional<OfflineOptimum> bound = result.bound();
        return bound.isEmpty()
                ? "No lower bound was asked for."
                : "No deployment over the same places costs less than "
                        + CloudCharts.dollars(bound.get().boundUsd())
                        + (bound.get().isExact() ? ", and a plan that costs that is known: " : ": ")
                        + bound.get().method()
                        + ". It knows all of the demand beforehand; policies don't."
                        + decided(bound.get());
    }

    private String decided(OfflineOptimum bound) {
        return bound.decidedUsd() > bound.boundUsd()
                ? " Decided every "
                        + span(result.spec().decisionSeconds())
                        + ", none costs less than "
                        + CloudCharts.dollars(bound.decidedUsd())
                        + "."
                : "";
    }

    private String billLede() {
        String total = Amounts.cents(input.bill().total());
        return "Of "
                + CloudTables.label(result.recommended())
                + ". The lines add up to "
                + total
                + " to the cent."
                + discount()
                + " Idle hours are charged but of no use: VMs that were given up before"
                + " their charging period ended.";
    }

    private String discount() {
        BigDecimal saved = BigDecimal.ZERO;
        for (BillLine line : input.bill().lines()) {
            if (line.item().kind() == Charge.Kind.SUSTAINED_USE) {
                saved = saved.subtract(line.amount());
            }
        }
        return saved.signum() == 0
                ? ""
                : " Sustained use saves " + Amounts.cents(saved) + "; the ranking counts it.";
    }

    private String sensitivityLede() {
        return result.sensitivity().isEmpty()
                ? "There is nothing to compare with."
                : "A rise or fall of all prices of one provider by so much changes the order.";
    }

    private List<AssumptionRow> assumptions() {
        List<AssumptionRow> rows = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Market market : input.markets().markets()) {
            if (seen.add(market.provider())) {
                rows.add(prices(market.provider()));
                rows.add(charging(market.billing()));
            }
        }
        DeploymentSpec spec = result.spec();
        rows.add(assumed("Time between decisions", span(spec.decisionSeconds())));
        rows.add(assumed("Horizon of a decision", span(spec.horizonSeconds())));
        rows.add(assumed("Boot time of a VM", span(spec.bootSeconds())));
        if (spec.limits().headRoom() > 0) {
            rows.add(assumed("Head-room", Amounts.share(spec.limits().headRoom())));
        }
        rows.add(
                assumed(
                        "Data that moves with the service",
                        Amounts.gib(spec.stateGib())
                                + spec.transfers()
                                        .flat()
                                        .map(usd -> " at $" + usd.toPlainString() + " per GiB")
                                        .orElse(" at prices by pair of places")));
        if (spec.interruptionsPerHour() > 0) {
            rows.add(
                    assumed(
                            "Interruptions of a spot VM",
                            Amounts.decimal(spec.interruptionsPerHour())
                                    + " an hour"
                                    + (spec.hasOwnRates()
                                            ? ", of types without a rate in the catalogue"
                                            : "")));
        }
        return rows;
    }

    private AssumptionRow prices(String provider) {
        Markets.Dates dates = input.markets().dates().get(provider);
        Set<String> sources = new LinkedHashSet<>();
        for (Market market : input.markets().markets()) {
            if (market.provider().equals(provider)) {
                market.items().forEach(item -> sources.add(item.offer().source()));
            }
        }
        String date =
                dates == null
                        ? "as given"
                        : dates.oldest().equals(dates.newest())
                                ? "as of " + dates.newest()
                                : "as of " + dates.oldest() + " to " + dates.newest();
        return new AssumptionRow(
                "Prices of " + provider,
                "catalogue " + input.catalogue().name() + ", " + date,
                "published",
                String.join("; ", sources));
    }

    private AssumptionRow charging(BillingRule rule) {
        return new AssumptionRow(
                "Charging by " + rule.provider(),
                "in steps of "
                        + span(rule.quantumSeconds())
                        + ", rounded "
                        + rule.rounding().name().toLowerCase(Locale.ROOT)
                        + ", at least "
                        + span(rule.minimumSeconds()),
                "published",
                rule.source());
    }

    private static String span(long seconds) {
        return Amounts.seconds((double) seconds);
    }

    private static AssumptionRow assumed(String what, String value) {
        return new AssumptionRow(what, value, "assumed", "option of the command, or its default");
    }
}
