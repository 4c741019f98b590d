package dev.stowage.cli.simulate;

import dev.stowage.basis.InputException;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.Names;
import dev.stowage.option.OptionNames;
import dev.stowage.option.Quantities;
import dev.stowage.run.Quantity.Unit;
import dev.stowage.stats.output.Precision;
import dev.stowage.study.StudyMetric;
import dev.stowage.study.StudyOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code simulate} that ask for more than one run. */
final class StudyChoice {
    /** Replications of a random workload under comparison if nobody says. */
    private static final int COMPARED = 10;

    /** Replications of the first look of a stopping rule if nobody says. */
    private static final int FIRST_LOOK = 10;

    @Option(
            names = "--replications",
            order = 41,
            paramLabel = "N",
            description =
                    "Run N times with fresh random numbers, and say what that tells of windows that"
                            + " were not drawn; with --half-width, the number of the first look.")
    private @Nullable Integer replications;

    @Option(
            names = "--half-width",
            order = 42,
            paramLabel = "W",
            description =
                    "Replicate until the interval of the metric's median is so narrow: 5%% of it,"
                            + " or 10s.")
    private @Nullable String halfWidth;

    @Option(
            names = "--metric",
            order = 43,
            paramLabel = "METRIC",
            completionCandidates = Metrics.class,
            description =
                    "What --half-width and --compare decide on: ${COMPLETION-CANDIDATES} (default: "
                            + StudyMetric.DEFAULT
                            + ").")
    private @Nullable String metric;

    @Option(
            names = "--max-replications",
            order = 44,
            paramLabel = "N",
            description = "Most replications that --half-width may take (default: 200).")
    private @Nullable Integer maxReplications;

    @Option(
            names = "--confidence",
            order = 45,
            paramLabel = "P",
            description = "Level of the intervals (default: 0.95).")
    private @Nullable String confidence;

    @Option(
            names = "--compare",
            order = 46,
            paramLabel = "ALTERNATIVES",
            description =
                    "Run alternatives on the same tasks and random numbers and say which is better:"
                            + " placements joined by commas, or alternatives joined by semicolons,"
                            + " as in \"placement=best-fit,queue=fifo; placement=least-load\". May"
                            + " be repeated.")
    private List<String> compare = new ArrayList<>();

    /** True if more than one run is asked for. */
    boolean isStudy() {
        return replications != null || halfWidth != null || isComparison();
    }

    /** True if alternatives are to be compared. */
    boolean isComparison() {
        return !compare.isEmpty();
    }

    /** True if replications are asked for in so many words. */
    boolean isReplicated() {
        return replications != null || halfWidth != null;
    }

    /** The alternatives as typed. */
    List<String> alternatives() {
        return compare;
    }

    /** The width that is wanted, as typed; null if any is good enough. */
    @Nullable String wantedHalfWidth() {
        return halfWidth;
    }

    /** Refuses what can't be, before anything is opened. */
    StudyOptions check(CommonOptions common) {
        if (!isStudy() && (metric != null || maxReplications != null || confidence != null)) {
            throw common.usage(
                    (metric != null
                                    ? "--metric"
                                    : maxReplications != null
                                            ? "--max-replications"
                                            : "--confidence")
                            + ": found without --replications, --half-width or --compare, expected"
                            + " one of them");
        }
        requireCount(common, "--replications", replications, halfWidth == null ? 1 : 2);
        requireCount(common, "--max-replications", maxReplications, 2);
        if (maxReplications != null && halfWidth == null) {
            throw common.usage("--max-replications: found without --half-width, expected both");
        }
        return common.argument(this::options);
    }

    private static void requireCount(
            CommonOptions common, String option, @Nullable Integer value, int least) {
        if (value != null && value < least) {
            throw common.usage(
                    option + ": found " + value + ", expected a whole number of at least " + least);
        }
    }

    private StudyOptions options() {
        String name = metric == null ? StudyMetric.DEFAULT : metric;
        OptionNames.require("--metric", name, Metrics.NAMES);
        StudyMetric chosen = StudyMetric.named(name).orElseThrow();
        int most = maxReplications == null ? 200 : maxReplications;
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

    /** For help and completion. */
    static final class Metrics extends Names.Candidates {
        static final List<String> NAMES =
                StudyMetric.list().stream().map(StudyMetric::name).toList();

        Metrics() {
            super(NAMES);
        }
    }
}
