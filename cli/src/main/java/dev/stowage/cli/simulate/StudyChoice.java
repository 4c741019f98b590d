package dev.stowage.cli.simulate;

import dev.stowage.cli.session.Names;
import dev.stowage.option.StudyText;
import dev.stowage.study.StudyMetric;
import dev.stowage.study.StudyOptions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code simulate} that ask for more than one run. */
final class StudyChoice {
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
        return isReplicated() || isComparison();
    }

    /** Replications that were asked for, or so many. */
    int replications(int usual) {
        return replications == null ? usual : replications;
    }

    /** True if alternatives are to be compared. */
    boolean isComparison() {
        return !compare.isEmpty();
    }

    /** True if replications are asked for in so many words. */
    boolean isReplicated() {
        return text().isReplicated();
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
    StudyOptions options() {
        return text().parse(isStudy());
    }

    private StudyText text() {
        return new StudyText(replications, halfWidth, metric, maxReplications, confidence);
    }

    /** For help and completion. */
    static final class Metrics extends Names.Candidates {
        Metrics() {
            super(StudyText.METRICS);
        }
    }
}
