package dev.stowage.words;

import dev.stowage.run.Metric;
import dev.stowage.run.Quantity.Unit;
import java.util.Locale;

/** Metrics of studies in words and with units. */
public final class MetricWords {
    private MetricWords() {}

    /** For a table: {@code Pending time, 99th percentile}. */
    public static String title(String metric) {
        return Metric.named(metric).map(Metric::title).orElse(metric);
    }

    /** Inside a sentence, after "the": {@code mean pending time}. */
    public static String inSentence(String metric) {
        return Metric.named(metric).map(Metric::inSentence).orElse(metric);
    }

    /** The same in a comparison, where single tasks are compared by their bounded slowdown. */
    public static String ofComparison(String metric) {
        return metric.equals("slowdown.mean") ? "mean bounded slowdown" : inSentence(metric);
    }

    /** What it is measured in; of no metric a plain number. */
    public static Unit unit(String metric) {
        return Metric.named(metric).map(each -> each.quantity().unit()).orElse(Unit.NUMBER);
    }

    /** A unit as the files of studies state it; empty for plain numbers of tasks. */
    public static String symbol(Unit unit) {
        return unit == Unit.TASKS ? "" : unit.symbol();
    }

    /** A value with its unit as the files of studies state it. */
    public static String value(String unit, double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return Double.isNaN(value) ? "-" : "never ends";
        }
        return switch (unit) {
            case "s" -> Figures.seconds(value);
            case "share" -> Figures.number(Math.rint(value * 1e6) / 1e4) + " %";
            case "kWh" -> Figures.number(value) + " kWh";
            default -> Figures.number(value);
        };
    }

    /** A difference with its sign. */
    public static String signed(String unit, double value) {
        return value > 0 ? "+" + value(unit, value) : value(unit, value);
    }

    /** A p-value. */
    public static String pValue(double p) {
        return p < 0.001 ? "<0.001" : String.format(Locale.ROOT, "%.3f", p);
    }
}
