package dev.stowage.run;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One figure of a run: a quantity, and which statistic of it.
 *
 * @param quantity what is measured
 * @param statistic one of its statistics; empty if it is a single number
 */
public record Metric(Quantity quantity, String statistic) {
    private static final List<Metric> ALL =
            Arrays.stream(Quantity.values()).flatMap(each -> each.metrics().stream()).toList();

    private static final Map<String, Metric> NAMED =
            ALL.stream().collect(Collectors.toUnmodifiableMap(Metric::name, each -> each));

    public Metric {
        if (!(quantity.statistics().isEmpty()
                ? statistic.isEmpty()
                : quantity.statistics().contains(statistic))) {
            throw new IllegalArgumentException(quantity.label() + " has no " + statistic);
        }
    }

    /** All of them, in the order of reports. */
    public static List<Metric> all() {
        return ALL;
    }

    /** The metric of that name: {@code pendingSeconds.p99}. */
    public static Optional<Metric> named(String name) {
        return Optional.ofNullable(NAMED.get(name));
    }

    /** As on the command line: {@code pendingSeconds.p99}. */
    public String name() {
        return statistic.isEmpty() ? quantity.label() : quantity.label() + "." + statistic;
    }

    /** Where it stands in {@code summary.json}, keys joined by dots. */
    public String path() {
        return statistic.isEmpty() ? quantity.path() : quantity.path() + "." + statistic;
    }

    /** Its value in a run; may be infinite; empty if the run has none. */
    public OptionalDouble of(RunSummary run) {
        return quantity.of(run, statistic);
    }

    /** For a table: {@code Pending time, 99th percentile}. */
    public String title() {
        String noun = quantity.noun();
        String title = Character.toUpperCase(noun.charAt(0)) + noun.substring(1);
        return statistic.isEmpty() ? title : title + ", " + word();
    }

    /** Inside a sentence, after "the": {@code 99th percentile of the pending time}. */
    public String inSentence() {
        String noun = isCount() ? "number of " + quantity.noun() : quantity.noun();
        return statistic.isEmpty()
                ? noun
                : isPercentile() ? word() + " of the " + noun : word() + " " + noun;
    }

    private boolean isCount() {
        return quantity.unit() == Quantity.Unit.TASKS || quantity.unit() == Quantity.Unit.NUMBER;
    }

    private boolean isPercentile() {
        return Stream.of("p90", "p95", "p99").anyMatch(statistic::equals);
    }

    private String word() {
        return switch (statistic) {
            case "p50" -> "median";
            case "p90", "p95", "p99" -> statistic.substring(1) + "th percentile";
            case "max" -> quantity.unit() == Quantity.Unit.SECONDS ? "longest" : "largest";
            default -> statistic;
        };
    }
}
