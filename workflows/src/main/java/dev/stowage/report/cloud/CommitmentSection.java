package dev.stowage.report.cloud;

import dev.stowage.policy.commitment.CommitmentPlan;
import dev.stowage.report.DataTable;
import dev.stowage.report.DataTable.Column;
import dev.stowage.sim.cloud.BreakEven;
import dev.stowage.sim.cloud.DeploymentAlternative;
import dev.stowage.words.Amounts;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

/** What the report says of commitments, in words and tables. */
final class CommitmentSection {
    private final CommitmentStudy study;
    private final String winner;
    private final double winnerUsd;

    /**
     * @param winner the cheapest alternative
     */
    CommitmentSection(CommitmentStudy study, DeploymentAlternative winner) {
        this.study = study;
        this.winner = CloudTables.label(winner);
        this.winnerUsd = winner.usd();
    }

    CommitmentView view() {
        return new CommitmentView(
                lede() + comparison() + caveats(),
                best(),
                breakEvenLede(),
                breakEven(),
                billLede(),
                billTable());
    }

    private String lede() {
        CommitmentPlan best = study.best();
        String place = best.market().provider() + " " + best.market().region();
        String begin =
                "If the demand repeats for "
                        + CommitmentStudy.term(study.termMonths())
                        + " and time is charged as it passes, ";
        String bound =
                ", at most "
                        + Amounts.share(best.gapToBound())
                        + " above the least that any commitments there could cost, "
                        + CloudCharts.dollars(best.boundUsd())
                        + ".";
        return best.lines().isEmpty()
                ? begin
                        + "no commitment pays at "
                        + place
                        + ", the cheapest place: on demand it costs "
                        + CloudCharts.dollars(best.onDemandUsd())
                        + bound
                : begin
                        + "the best commitments are at "
                        + place
                        + ": "
                        + CloudCharts.dollars(best.usd())
                        + " instead of "
                        + CloudCharts.dollars(best.onDemandUsd())
                        + " there on demand, "
                        + Amounts.share(best.saving())
                        + " less"
                        + bound;
    }

    private String comparison() {
        return study.best().usd() <= winnerUsd
                ? ""
                : " The cheapest alternative, "
                        + winner
                        + ", costs less without: "
                        + CloudCharts.dollars(winnerUsd)
                        + ". No commitment of that term is known where it runs, or none pays.";
    }

    private String caveats() {
        return study.caveats().stream().map(each -> " " + each).collect(Collectors.joining());
    }

    private DataTable best() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "what to commit to",
                        Column.text("Type"),
                        Column.text("Commitment"),
                        Column.number("VMs"),
                        Column.number("An hour, committed"),
                        Column.number("An hour, on demand"),
                        Column.number("At the start"));
        for (CommitmentPlan.Line line : study.best().lines()) {
            table.row(
                    line.item().offer().type().name(),
                    line.commitment().name(),
                    Amounts.count(line.count()),
                    hourly(line.commitment().effectiveUsdPerHour()),
                    hourly(line.item().offer().usdPerHour()),
                    Amounts.cents(line.commitment().upfrontUsd()));
        }
        return table.build();
    }

    private static String hourly(BigDecimal usd) {
        return "$" + Amounts.decimal(usd.doubleValue());
    }

    private String breakEvenLede() {
        List<BreakEven> types = study.breakEven();
        return types.isEmpty()
                ? "Nothing that " + winner + " rents is sold for the term."
                : "Of what "
                        + winner
                        + " rents, "
                        + Amounts.counted(types.stream().mapToInt(BreakEven::count).sum(), "VM")
                        + " would be in use for more of the time than the break-even: there a"
                        + " commitment costs less.";
    }

    private DataTable breakEven() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "break-even by type",
                        Column.text("Type"),
                        Column.text("Provider"),
                        Column.text("Region"),
                        Column.text("Commitment"),
                        Column.number("Pays from"),
                        Column.number("VMs that reach it"),
                        Column.number("Saves"));
        for (BreakEven each : study.breakEven()) {
            table.row(
                    each.item().offer().type().name(),
                    each.item().offer().type().provider(),
                    each.item().offer().region(),
                    each.commitment().name(),
                    Amounts.share(each.breakEven()),
                    Amounts.count(each.count()),
                    CloudCharts.dollars(each.savedUsd()));
        }
        return table.build();
    }

    private String billLede() {
        return "Commitments with the share of the period in their term, and what is rented beside"
                + " them, by the rules of the provider. The lines add up to "
                + Amounts.cents(study.bill().total())
                + " to the cent; what the rules round up, and sustained use, may make it differ from"
                + " the figure above.";
    }

    private DataTable billTable() {
        return CloudTables.bill(study.bill(), "the bill with commitments");
    }
}
