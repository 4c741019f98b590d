package dev.stowage.report.cloud;

import dev.stowage.report.cloud.PortfolioResult.Best;
import dev.stowage.report.cloud.PortfolioResult.Interval;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Figures;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A portfolio as text. */
public final class PortfolioText {
    /** Share by which lines may differ from the bill without a word. */
    private static final double NEAR = 0.005;

    private final PortfolioResult result;
    private final Style style;

    public PortfolioText(PortfolioResult result, Style style) {
        this.result = result;
        this.style = style;
    }

    /** Prints it. */
    public void print(PrintWriter out) {
        out.println(style.bold(answer(result)));
        sentences(result).forEach(out::println);
        if (result.forecast() != null) {
            out.println();
            out.println(regret(result.forecast()));
            choices(result.forecast()).print(out, style, 0);
        }
        out.println();
        lines().print(out, style, 0);
        out.println();
        out.println("If the demand falls and the commitments stay:");
        falls().print(out, style, 0);
        out.println();
        result.notes().forEach(note -> out.println("Note: " + note));
    }

    /** The answer in one sentence. */
    static String answer(PortfolioResult result) {
        Best best = result.best();
        PortfolioResult.Forecast forecast = result.forecast();
        return (forecast == null
                        ? "The cheapest portfolio for " + result.demand().name()
                        : "The portfolio to buy for "
                                + Figures.count(forecast.decided())
                                + " drawn futures of "
                                + result.demand().name())
                + " is at "
                + best.provider()
                + " "
                + best.region()
                + ": "
                + usd(best.usd())
                + " USD for "
                + Figures.seconds(result.demand().seconds())
                + ", "
                + Figures.share(result.saving())
                + " less than on demand.";
    }

    /** How sure the answer is, a sentence each. */
    static List<String> sentences(PortfolioResult result) {
        Best best = result.best();
        List<String> sentences = new ArrayList<>();
        sentences.add(
                "On demand the demand costs "
                        + usd(result.onDemand().usd())
                        + " USD where that is cheapest, at "
                        + result.onDemand().provider()
                        + " "
                        + result.onDemand().region()
                        + ".");
        if (result.forecast() == null) {
            sentences.add(interval(result));
        }
        sentences.add(
                "Nothing costs less than "
                        + usd(best.boundUsd())
                        + " USD"
                        + (best.isExact()
                                ? ": the portfolio is the optimum to 0.04 %."
                                : result.forecast() != null
                                        ? " if that future is known: the portfolio is "
                                                + Figures.share(best.gapToBound())
                                                + " above that."
                                        : "; the portfolio is at most "
                                                + Figures.share(best.gapToBound())
                                                + " above that."));
        sentences.add(
                "Its bill is "
                        + usd(best.billUsd().doubleValue())
                        + " USD"
                        + (best.interruptionsUsd() > 0
                                ? "; interruptions cost "
                                        + usd(best.interruptionsUsd())
                                        + " USD more in expectation."
                                : "."));
        double passed = result.lines().stream().mapToDouble(PortfolioResult.Line::usd).sum();
        if (Math.abs(passed - best.usd()) > NEAR * best.usd()) {
            sentences.add(
                    "The lines count time as it passes, "
                            + usd(passed)
                            + " USD; the bill has whole charging periods and what sustained use"
                            + " takes off.");
        }
        return sentences;
    }

    private static String interval(PortfolioResult result) {
        Interval interval = result.savingInterval();
        return interval == null
                ? "How much the saving varies is not known: the demand has fewer than 5 whole days."
                : "Of demands drawn from its "
                        + Figures.count(interval.days())
                        + " days in blocks of "
                        + interval.blockDays()
                        + ", 90 % save "
                        + Figures.share(interval.low())
                        + " to "
                        + Figures.share(interval.high())
                        + ".";
    }

    /** What the table of choices is about. */
    static String regret(PortfolioResult.Forecast forecast) {
        return "In "
                + Figures.count(forecast.judged())
                + " other futures of "
                + Figures.seconds(forecast.horizonSeconds())
                + "; regret is what each costs more than if it had been known.";
    }

    private static TextTable choices(PortfolioResult.Forecast forecast) {
        TextTable table =
                new TextTable(
                        Column.text("commitments"),
                        Column.figure("mean USD"),
                        Column.figure("least"),
                        Column.figure("most"),
                        Column.figure("mean regret"),
                        Column.figure("most"));
        for (PortfolioResult.Choice each : forecast.choices()) {
            table.row(
                    each.name(),
                    usd(each.meanUsd()),
                    usd(each.leastUsd()),
                    usd(each.mostUsd()),
                    usd(each.meanRegretUsd()),
                    usd(each.mostRegretUsd()));
        }
        return table;
    }

    private TextTable lines() {
        TextTable table =
                new TextTable(
                        Column.text("how"),
                        Column.text("type"),
                        Column.text("for"),
                        Column.figure("most"),
                        Column.figure("VM-h"),
                        Column.figure("USD"));
        for (PortfolioResult.Line line : result.lines()) {
            table.row(
                    line.pricing().words(),
                    line.type(),
                    line.term(),
                    line.pricing().isOfVms() ? Figures.count(line.most()) : "",
                    line.pricing().isOfVms() ? Figures.count(Math.round(line.vmHours())) : "",
                    usd(line.usd()));
        }
        return table;
    }

    private TextTable falls() {
        TextTable table =
                new TextTable(
                        Column.figure("by"),
                        Column.figure("USD"),
                        Column.figure("lost"),
                        Column.figure("less than on demand"));
        for (PortfolioResult.Fall fall : result.falls()) {
            table.row(
                    Figures.share(fall.share()),
                    usd(fall.usd()),
                    usd(fall.lostUsd()),
                    usd(fall.savesUsd()));
        }
        return table;
    }

    static String usd(double usd) {
        return CloudText.dollars(usd);
    }
}
