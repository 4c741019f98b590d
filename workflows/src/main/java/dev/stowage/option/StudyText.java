package dev.stowage.option;

import dev.stowage.basis.InputException;
import dev.stowage.run.Quantity.Unit;
import dev.stowage.stats.output.Precision;
import dev.stowage.study.StudyMetric;
import dev.stowage.study.StudyOptions;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A study of several runs as one types it; null is what nobody said.
 *
 * @param replications how many runs; with a width, those of the first look
 * @param halfWidth of the interval that is good enough, as in {@code 5%} or {@code 10s}
 * @param metric what is decided on
 * @param maxReplications most runs that a width may take
 * @param confidence level of the intervals
 */
public record StudyText(
        @Nullable Integer replications,
        @Nullable String halfWidth,
        @Nullable String metric,
        @Nullable Integer maxReplications,
        @Nullable String confidence) {
    /** Metrics that a study can decide on. */
    public static final List<String> METRICS =
            StudyMetric.list().stream().map(StudyMetric::name).toList();

    /** Replications of a random workload under comparison if nobody says. */
    private static final int COMPARED = 10;

    /** Replications of the first look of a stopping rule if nobody says. */
    private static final int FIRST_LOOK = 10;

    private static final int MOST = 200;

    /** True if replications are asked for in so many words. */
    public boolean isReplicated() {
        return replications != null || halfWidth != null;
    }

    /**
     * What was asked for.
     *
     * @param isStudy true if more than one run is asked for
     * @throws OptionException if that can't be
     */
    public StudyOptions parse(boolean isStudy) {
        if (!isStudy && (metric != null || maxReplications != null || confidence != null)) {
            throw new OptionException(
                    (metric != null
                                    ? "--metric"
                                    : maxReplications != null
                                            ? "--max-replications"
                                            : "--confidence")
                            + ": found without --replications, --half-width or --compare, expected"
                            + " one of them");
        }
        requireCount("--replications", replications, halfWidth == null ? 1 : 2);
        requireCount("--max-replications", maxReplications, 2);
        if (maxReplications != null && halfWidth == null) {
            throw new OptionException(
                    "--max-replications: found without --half-width, expected both");
        }
        return OptionException.reading(this::options);
    }

    private static void requireCount(String option, @Nullable Integer value, int least) {
        if (value != null && value < least) {
            throw new OptionException(
                    option + ": found " + value + ", expected a whole number of at least " + least);
        }
    }

    private StudyOptions options() {
        String name =
                OptionNames.require(
                        "--metric", metric == null ? StudyMetric.DEFAULT : metric, METRICS);
        StudyMetric chosen = StudyMetric.named(name).orElseThrow();
        int most = maxReplications == null ? MOST : maxReplications;
        int first = replications == null ? Math.min(FIRST_LOOK, most) : replications;
        if (halfWidth != null && first > most) {
            throw InputException.at(
                    "--replications",
                    String.valueOf(first),
                    "at most --max-replications, " + most,
                    null);
        }
        Optional<Precision> precision =
                Optional.ofNullable(halfWidth).map(text -> precision(text, chosen, first, most));
        return new StudyOptions(
                replications == null ? COMPARED : replications, precision, chosen, level(), 1);
    }

    private static Precision precision(String text, StudyMetric metric, int first, int most) {
        boolean isRelative = text.endsWith("%");
        double value =
                isRelative
                        ? Quantities.share("--half-width", text)
                        : metric.unit() == Unit.SECONDS
                                ? Quantities.micros("--half-width", text) / 1e6
                                : Quantities.number("--half-width", text);
        if (!(value > 0)) {
            throw InputException.at(
                    "--half-width",
                    "\"" + text + "\"",
                    "a width above 0, as in 5% or 10s",
                    "No number of replications makes an interval a point.");
        }
        return new Precision(value, isRelative, first, most);
    }

    private double level() {
        String text = confidence == null ? "0.95" : confidence;
        double level = Quantities.share("--confidence", text);
        if (!(level > 0 && level < 1)) {
            throw InputException.at(
                    "--confidence",
                    "\"" + text + "\"",
                    "a share above 0 and below 1, as in 0.95 or 95%",
                    null);
        }
        return level;
    }
}
