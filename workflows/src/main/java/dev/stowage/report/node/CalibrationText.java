package dev.stowage.report.node;

import dev.stowage.sim.node.calibration.FittedParameter;
import dev.stowage.sim.node.calibration.Held;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.Wrapped;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import dev.stowage.workflow.node.CalibrationResult;
import dev.stowage.workflow.node.PublishedResult;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What measured rows say of a service, for the terminal. */
public final class CalibrationText {
    private static final int WORST = 5;
    private static final double ZERO = 1e-6; // a search ends just above a bound of 0

    private final CalibrationResult result;
    private final Style style;

    public CalibrationText(CalibrationResult result, Style style) {
        this.result = result;
        this.style = style;
    }

    public void print(PrintWriter out) {
        Wrapped.print(out, style.bold(headline()));
        Wrapped.print(out, repeats());
        out.println();
        heldOut().print(out, style, 0);
        out.println();
        parameters(result.parameters(), "without a load").print(out, style, 0);
        largest(out);
        out.println();
        worst().print(out, style, 0);
        for (String each : result.notTold()) {
            Wrapped.print(out, "Not told: " + each + ".");
        }
        for (String each : result.warnings()) {
            Wrapped.print(out, "Warning: " + each + ".");
        }
    }

    /** What a published table says. */
    public static void print(PublishedResult result, PrintWriter out, Style style) {
        Wrapped.print(
                out,
                String.format(
                        Locale.ROOT,
                        "%s: %.1f points of error in a cell in the fit, %.1f by fits without it;"
                                + " %d cells agree. This is a description: %d parameters.",
                        result.table(),
                        result.meanError(),
                        result.leftOutError(),
                        result.exact(),
                        result.parameters().size()));
        out.println();
        parameters(result.parameters(), "without a cell").print(out, style, 0);
    }

    private String headline() {
        return String.format(
                Locale.ROOT,
                "%s from %s, of which it did not keep up in %d: half of the others are within %s"
                        + " of the fit.",
                result.service(),
                Amounts.counted(result.rows(), "row"),
                result.saturated(),
                share(result.medianError()));
    }

    private String repeats() {
        return result.repeats().pairs() == 0
                ? "No setting was measured twice: how much of that is noise is not known."
                : "Repeats of a setting differ by "
                        + share(result.repeats().medianDifference())
                        + " (median of "
                        + Amounts.counted(result.repeats().pairs(), "pair")
                        + ").";
    }

    private static String share(@Nullable Double value) {
        return value == null ? "-" : Figures.share(value);
    }

    private TextTable heldOut() {
        TextTable table =
                new TextTable(
                        Column.text("predicted without"),
                        Column.figure("rows"),
                        Column.figure("median error"),
                        Column.figure("saturated in the fit alone"),
                        Column.figure("saturates within a step"));
        for (Held each : result.heldOut()) {
            table.row(
                    each.leftOut(),
                    Figures.count(each.rows()),
                    share(each.medianError()),
                    Figures.count(each.saturatedInFit()),
                    each.groups() == 0 ? "-" : each.withinStep() + " of " + each.groups());
        }
        return table;
    }

    private static TextTable parameters(List<FittedParameter> parameters, String left) {
        TextTable table =
                new TextTable(
                        Column.text("parameter"),
                        Column.figure("before"),
                        Column.figure("now"),
                        Column.figure(left),
                        Column.text("pinned by"));
        for (FittedParameter each : parameters) {
            table.row(
                    each.name(),
                    Figures.number(each.prior()),
                    number(each.value()),
                    range(each),
                    evidence(each) + (each.isAtBound() ? ", at a bound" : ""));
        }
        return table;
    }

    private static String evidence(FittedParameter each) {
        if (each.isGuess()) {
            return "not told";
        }
        return switch (each.evidence()) {
            case DATA -> "data";
            case BOTH -> "data and prior";
            case PRIOR -> "prior only";
        };
    }

    private static String range(FittedParameter each) {
        Double lowest = each.lowest();
        Double highest = each.highest();
        return lowest == null || highest == null ? "-" : number(lowest) + " to " + number(highest);
    }

    private static String number(double value) {
        return Figures.number(Math.abs(value) < ZERO ? 0 : value);
    }

    /** What rows say of the largest load by themselves. */
    private void largest(PrintWriter out) {
        Wrapped.print(out, LargestLoadText.of(result.largestLoad()));
        LargestLoadText.of(result.besideLargestLoad()).ifPresent(each -> Wrapped.print(out, each));
        for (FittedParameter each : result.parameters()) {
            if (each.isGuess()) {
                Wrapped.print(out, guess(each));
            }
        }
    }

    private static String guess(FittedParameter each) {
        Double atLeast = each.atLeast();
        return each.name()
                + (atLeast == null
                        ? ": "
                        : " is at least "
                                + Figures.number(atLeast)
                                + ", the largest load that met the target by more than the noise; ")
                + Figures.number(each.value())
                + " is a guess.";
    }

    private TextTable worst() {
        TextTable table =
                new TextTable(
                        Column.text("largest residuals: line"),
                        Column.figure("measured"),
                        Column.figure("fit"),
                        Column.figure("left out"));
        List<CalibrationResult.Residual> largest =
                result.residuals().stream()
                        .filter(each -> !each.isSaturated())
                        .sorted(
                                Comparator.comparingDouble(
                                        each -> -Math.abs(Math.log(each.ours() / each.measured()))))
                        .limit(WORST)
                        .toList();
        for (CalibrationResult.Residual each : largest) {
            table.row(
                    Integer.toString(each.line()),
                    Figures.seconds(each.measured()),
                    Figures.seconds(each.ours()),
                    Figures.seconds(each.leftOut()));
        }
        return table;
    }
}
