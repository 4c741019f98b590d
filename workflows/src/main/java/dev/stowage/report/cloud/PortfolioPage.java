package dev.stowage.report.cloud;

import dev.stowage.report.DataTable;
import dev.stowage.report.DataTable.Column;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.report.ReportPage;
import dev.stowage.report.SectionedView;
import dev.stowage.report.SectionedView.Section;
import dev.stowage.words.Amounts;
import dev.stowage.words.Verdict;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The report of a portfolio. The same portfolio gives the same bytes. */
public final class PortfolioPage {
    private final PortfolioResult result;

    private PortfolioPage(PortfolioResult result) {
        this.result = result;
    }

    /**
     * The text of the page.
     *
     * @param provenance what the answer rests on, by name
     */
    public static String html(PortfolioResult result, Map<String, String> provenance) {
        PortfolioPage page = new PortfolioPage(result);
        List<Fact> facts = new ArrayList<>();
        provenance.forEach((label, value) -> facts.add(new Fact(label, value)));
        Verdict verdict =
                new Verdict(
                        Verdict.Mark.OPEN,
                        "",
                        PortfolioText.answer(result),
                        PortfolioText.sentences(result));
        SectionedView view =
                new SectionedView(
                        "Portfolio of VMs",
                        result.demand().name(),
                        verdict,
                        result.notes(),
                        page.sections(),
                        facts,
                        "demand, catalogue, options and version");
        return ReportPage.render("sections.jte", view.allCharts(), Map.of("view", view));
    }

    private List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        if (result.forecast() != null) {
            sections.add(futures(result.forecast()));
        }
        sections.add(lines());
        sections.add(falls());
        return sections;
    }

    private static Section futures(PortfolioResult.Forecast forecast) {
        DataTable.Builder table =
                new DataTable.Builder(
                        "costs and regret over futures",
                        Column.text("Commitments"),
                        Column.number("Mean cost"),
                        Column.number("Least"),
                        Column.number("Most"),
                        Column.number("Mean regret"),
                        Column.number("Largest regret"));
        for (PortfolioResult.Choice each : forecast.choices()) {
            table.row(
                    each.name(),
                    dollars(each.meanUsd()),
                    dollars(each.leastUsd()),
                    dollars(each.mostUsd()),
                    dollars(each.meanRegretUsd()),
                    dollars(each.mostRegretUsd()));
        }
        return new Section(
                "futures",
                "In futures of the demand",
                PortfolioText.regret(forecast),
                List.of(),
                List.of(table.build()));
    }

    private Section lines() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "how many of what for how long",
                        Column.text("How"),
                        Column.text("Type"),
                        Column.text("For"),
                        Column.number("Most at a time"),
                        Column.number("VM-hours"),
                        Column.number("Cost"));
        for (PortfolioResult.Line line : result.lines()) {
            table.row(
                    line.pricing().words(),
                    line.type(),
                    line.term(),
                    line.pricing().isOfVms() ? Amounts.count(line.most()) : "",
                    line.pricing().isOfVms() ? Amounts.count(Math.round(line.vmHours())) : "",
                    dollars(line.usd()));
        }
        return new Section(
                "portfolio",
                "How many of what",
                "Committed VMs are paid for used or not, at the share of the demand's time in their"
                        + " term. The others are rented while a level of the demand needs them.",
                List.of(),
                List.of(table.build()));
    }

    private Section falls() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "what is lost if the demand falls",
                        Column.number("All of the demand falls by"),
                        Column.number("Cost"),
                        Column.number("Lost"),
                        Column.number("Less than on demand"));
        for (PortfolioResult.Fall fall : result.falls()) {
            table.row(
                    Amounts.share(fall.share()),
                    dollars(fall.usd()),
                    dollars(fall.lostUsd()),
                    dollars(fall.savesUsd()));
        }
        return new Section(
                "falls",
                "If the demand falls",
                "The commitments stay, the rest adapts. Lost is what it costs more than the best"
                        + " portfolio for the lower demand at the same place.",
                List.of(),
                List.of(table.build()));
    }

    private static String dollars(double usd) {
        int digits = Math.abs(usd) < 0.1 ? 4 : 2;
        String text =
                Amounts.cents(
                        BigDecimal.valueOf(Math.abs(usd)).setScale(digits, RoundingMode.HALF_UP));
        return usd < 0 ? "-" + text : text;
    }
}
