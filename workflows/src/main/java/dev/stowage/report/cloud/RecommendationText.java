package dev.stowage.report.cloud;

import dev.stowage.report.cloud.CloudResult.Recommendation;
import dev.stowage.report.cloud.CloudResult.Step;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import java.io.PrintWriter;

/** The simplest plan that costs little more than the best, as text. */
final class RecommendationText {
    private RecommendationText() {}

    static void print(Recommendation of, PrintWriter out, Style style) {
        out.println(style.bold(sentence(of)));
        if (of.steps().size() > 1) {
            out.println("The price of simplicity, the cheapest of so few types:");
            steps(of).print(out, style, 2);
        }
    }

    /** What is recommended, and what its simplicity costs. */
    static String sentence(Recommendation of) {
        Step simplest = of.simplest();
        return "Recommended: "
                + name(simplest)
                + ", "
                + CloudText.dollars(simplest.usd())
                + " USD, with "
                + Amounts.counted(simplest.types(), "type")
                + ", "
                + Amounts.counted(simplest.changes(), "change")
                + " and "
                + Amounts.counted(simplest.moves(), "move")
                + ": "
                + price(of);
    }

    private static String price(Recommendation of) {
        String limit = "the simplest within " + Figures.share(of.within()) + " of the best";
        return of.simplest().equals(of.best())
                ? limit + ", and the best itself."
                : limit
                        + ". Its simplicity costs "
                        + Figures.share(of.simplest().aboveBest())
                        + " ("
                        + CloudText.dollars(of.simplest().usd() - of.best().usd())
                        + " USD) more than "
                        + name(of.best())
                        + ", which has "
                        + Amounts.counted(of.best().types(), "type")
                        + " and "
                        + Amounts.counted(of.best().changes(), "change")
                        + ".";
    }

    static String name(Step of) {
        return CloudText.policy(of.policy())
                + " on "
                + (of.providers().equals("any") ? "any provider" : of.providers());
    }

    private static TextTable steps(Recommendation of) {
        TextTable table =
                new TextTable(
                        Column.figure("types"),
                        Column.figure("USD"),
                        Column.figure("above best"),
                        Column.figure("changes"),
                        Column.figure("moves"),
                        Column.text("plan"));
        for (Step each : of.steps()) {
            table.row(
                    String.valueOf(each.types()),
                    CloudText.dollars(each.usd()),
                    Figures.share(each.aboveBest()),
                    String.valueOf(each.changes()),
                    String.valueOf(each.moves()),
                    name(each));
        }
        return table;
    }
}
