package dev.stowage.words;

import dev.stowage.workflow.simulate.StudyJson;
import java.util.Locale;

/** Metrics of studies in words and with units. */
public final class MetricWords {
    private MetricWords() {}

    /** Inside a sentence, after "the": {@code mean pending time}. */
    public static String of(String metric) {
        int dot = metric.indexOf('.');
        String group = dot < 0 ? metric : metric.substring(0, dot);
        String statistic = dot < 0 ? "" : metric.substring(dot + 1);
        return switch (group) {
            case "pendingSeconds" -> statistic("pending time", statistic);
            case "cpuAllocated" -> statistic("share of CPU allocated", statistic);
            case "memoryAllocated" -> statistic("share of memory allocated", statistic);
            case "slowdown" -> "mean bounded slowdown";
            case "steadyState" ->
                    "steady-state "
                            + (statistic.startsWith("pending") ? "pending" : "response")
                            + " time";
            case "fragmentation" ->
                    "fragmentation for the "
                            + (statistic.startsWith("p90") ? "p90" : "median")
                            + " task";
            case "serversInUse" -> statistic("number of servers in use", statistic);
            case "energyKWh" -> "energy";
            case "makespanSeconds" -> "makespan";
            case "rejected" -> "number of rejected tasks";
            case "pending" -> "number of tasks left waiting";
            case "evicted" -> "number of evictions";
            default -> metric;
        };
    }

    private static String statistic(String what, String statistic) {
        return switch (statistic) {
            case "p50" -> "median " + what;
            case "p90", "p95", "p99" -> statistic.substring(1) + "th percentile of the " + what;
            case "max" -> "longest " + what;
            default -> statistic + " " + what;
        };
    }

    /** A value with its unit as {@link StudyJson} states it. */
    public static String value(String unit, double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return Double.isNaN(value) ? "-" : "never ends";
        }
        return switch (unit) {
            case "s" -> Figures.seconds(value);
            case "share" -> Figures.number(Math.rint(value * 1e6) / 1e4) + "%";
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
