package dev.stowage.report.plan;

import dev.stowage.plan.CapacityPlan.CloudOption;
import dev.stowage.plan.Confidence;
import dev.stowage.plan.mix.Aim;
import dev.stowage.plan.objective.ObjectiveValue;
import dev.stowage.report.ClaimWords;
import dev.stowage.report.MixWords;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.Wrapped;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import java.io.PrintWriter;
import java.util.stream.Collectors;

/** A capacity plan as text, as it is read again. */
public final class PlanText {
    private final PlanDocument plan;
    private final Style style;

    public PlanText(PlanDocument plan, Style style) {
        this.plan = plan;
        this.style = style;
    }

    public void print(PrintWriter out) {
        boolean isMet = plan.met();
        String servers =
                plan.servers().stream()
                        .map(each -> Figures.count(each.count()) + " x " + each.type())
                        .collect(Collectors.joining(" + "));
        out.println(
                style.bold(servers)
                        + (isMet
                                ? style.green(" meets the objective")
                                : style.red(" does not meet the objective")));
        out.println();
        objective().print(out, style, 0);
        out.println();
        bound().print(out, style, 0);
        if (!plan.clouds().isEmpty()) {
            out.println();
            clouds().print(out, style, 0);
        }
    }

    private TextTable objective() {
        TextTable table =
                new TextTable(
                        Column.text("objective"),
                        Column.figure("at most"),
                        Column.figure(ClaimWords.value(plan.confidence())),
                        Column.figure(Wrapped.plain(ClaimWords.upper(plan.confidence()))),
                        Column.text("met"));
        for (ObjectiveValue bound : plan.objective()) {
            table.row(
                    bound.metric(),
                    Wrapped.plain(
                            Amounts.metric(
                                    bound.metric(), bound.bound(), bound.value(), bound.upper())),
                    Wrapped.plain(Amounts.metric(bound.metric(), bound.value(), bound.bound())),
                    Wrapped.plain(Amounts.metric(bound.metric(), bound.upper(), bound.bound())),
                    bound.met() ? "yes" : "no");
        }
        return table;
    }

    private TextTable bound() {
        TextTable table = TextTable.ofFacts();
        if (plan.mix() == null) {
            table.row(
                            "lower bound",
                            Figures.count(plan.lowerBound().servers())
                                    + " servers ("
                                    + plan.lowerBound().method()
                                    + ")")
                    .row("gap", Figures.share(plan.gap()));
        } else {
            mix(plan.mix(), table);
        }
        table.row("claim", claim(plan.confidence()));
        if (plan.cost() != null) {
            table.row("own servers", Amounts.money(plan.cost().yearlyUsd()) + " a year");
        }
        return table;
    }

    /** A mix is measured by what it is to have the least of, and not by its servers. */
    private static void mix(PlanDocument.Mix mix, TextTable table) {
        Aim aim = Aim.of(mix.minimised());
        table.row("the mix", Amounts.cents(mix.monthlyUsd()) + " a month")
                .row(
                        "lower bound",
                        MixWords.least(aim, mix.bound())
                                + (aim == Aim.POWER ? "" : " a month")
                                + " (each mix below was excluded by a bound, or tried and did not"
                                + " hold)");
        if (mix.gap() != null) {
            table.row("gap", Figures.share(mix.gap()));
        }
    }

    private static String claim(Confidence confidence) {
        if (confidence.exact()) {
            return "exact: nothing is drawn at random";
        }
        return (confidence.claimed() != null
                        ? "holds in at least "
                                + Figures.share(confidence.claimed())
                                + (ClaimWords.isReplayed(confidence)
                                        ? " of replications of these tasks ("
                                        : " of windows drawn like this one (")
                                + Figures.share(confidence.level())
                                + " confidence)"
                        : "none: too few replications")
                + "; conditional on "
                + confidence.conditionalOn();
    }

    private TextTable clouds() {
        TextTable table =
                new TextTable(
                        Column.text("cloud"),
                        Column.text("region"),
                        Column.text("policy"),
                        Column.figure("VMs"),
                        Column.text("type"),
                        Column.figure("a year"));
        for (CloudOption option : plan.clouds()) {
            table.row(
                    option.provider(),
                    option.region(),
                    option.policy(),
                    Figures.count(option.count()),
                    option.vmType(),
                    Amounts.money(option.totalUsd()));
        }
        return table;
    }
}
