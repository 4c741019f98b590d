package dev.stowage.run;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One figure of a run: a quantity, and which statistic of it.
 *
 * @param quantity what is measured
 * @param statistic one of its statistics; empty if it is a single number
 * @param part of which tasks, as in {@link TaskPart#text}; empty for all
 */
public record Metric(Quantity quantity, String statistic, String part) {
    private static final List<Metric> ALL =
            Arrays.stream(Quantity.values())
                    .filter(each -> !each.isOfParts())
                    .flatMap(each -> each.metrics().stream())
                    .toList();

    private static final Pattern OF_A_PART =
            Pattern.compile("(?<quantity>\\w+)(\\[(?<part>[^\\]]*)\\])?(\\.(?<statistic>\\w+))?");

    private static final Map<String, Metric> NAMED =
            ALL.stream().collect(Collectors.toUnmodifiableMap(Metric::name, each -> each));

    public Metric {
        if (!(quantity.statistics().isEmpty()
                ? statistic.isEmpty()
                : quantity.statistics().contains(statistic))) {
            throw new IllegalArgumentException(quantity.label() + " has no " + statistic);
        }
    }

    /** Of all tasks. */
    public Metric(Quantity quantity, String statistic) {
        this(quantity, statistic, "");
    }

    /** The same of a part of the tasks. */
    public Metric of(TaskPart tasks) {
        return new Metric(quantity, statistic, tasks.text());
    }

    /** All that are of all tasks, in the order of reports. */
    public static List<Metric> all() {
        return ALL;
    }

    /** The metric of that name: {@code pendingSeconds.p99}, or of a part of the tasks. */
    public static Optional<Metric> named(String name) {
        return Optional.ofNullable(NAMED.get(name)).or(() -> ofPart(name));
    }

    private static Optional<Metric> ofPart(String name) {
        Matcher matcher = OF_A_PART.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String part = Objects.requireNonNullElse(matcher.group("part"), "");
        String statistic = Objects.requireNonNullElse(matcher.group("statistic"), "");
        return Arrays.stream(Quantity.values())
                .filter(each -> each.label().equals(matcher.group("quantity")))
                .filter(each -> each.isOfParts() || each.isAlsoOfParts())
                .flatMap(each -> each.metrics().stream())
                .filter(each -> each.statistic.equals(statistic))
                .map(each -> new Metric(each.quantity, statistic, part))
                .findFirst();
    }

    /**
     * As on the command line, {@code pendingSeconds.p99}; of a part {@code
     * pendingSeconds[class=batch].p99}.
     */
    public String name() {
        return quantity.label()
                + (part.isEmpty() ? "" : "[" + part + "]")
                + (statistic.isEmpty() ? "" : "." + statistic);
    }

    /** Where it stands in {@code summary.json}, keys joined by dots. */
    public String path() {
        return statistic.isEmpty() ? quantity.path() : quantity.path() + "." + statistic;
    }

    /** Its value in a run; may be infinite; empty if the run has none. */
    public OptionalDouble of(RunSummary run) {
        if (part.isEmpty() && !quantity.isOfParts()) {
            return quantity.of(run, statistic);
        }
        PartFigures figures = run.parts().get(part);
        return figures == null ? OptionalDouble.empty() : quantity.of(figures, statistic);
    }

    /** True if a part of the tasks has none that it could measure. */
    public boolean isEmptyIn(PartFigures tasks) {
        return switch (quantity) {
            case PENDING_SECONDS -> tasks.pendingSeconds().count() == 0;
            case SLOWDOWN -> tasks.slowdown().count() == 0;
            default -> tasks.jobSeconds().count() == 0;
        };
    }

    /** For a table: {@code Pending time, 99th percentile}. */
    public String title() {
        String noun = quantity.noun();
        String title = Character.toUpperCase(noun.charAt(0)) + noun.substring(1);
        return (statistic.isEmpty() ? title : title + ", " + word()) + partInWords();
    }

    /** {@code (class batch, priority 5 to 9, by 6h, every 24h)}, after a blank. */
    private String partInWords() {
        return part.isEmpty()
                ? ""
                : " ("
                        + part.replaceFirst("priority=(-?\\d+)to", "priority $1 to ")
                                .replaceFirst("priority>=(-?\\d+)", "priority $1 and above")
                                .replaceFirst("priority<=", "priority up to ")
                                .replace('=', ' ')
                                .replace(",", ", ")
                                .transform(each -> URLDecoder.decode(each, StandardCharsets.UTF_8))
                        + ")";
    }

    /** Inside a sentence, after "the": {@code 99th percentile of the pending time}. */
    public String inSentence() {
        String noun = isCount() ? "number of " + quantity.noun() : quantity.noun();
        String figure =
                statistic.isEmpty()
                        ? noun
                        : isPercentile() ? word() + " of the " + noun : word() + " " + noun;
        return figure + partInWords();
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
