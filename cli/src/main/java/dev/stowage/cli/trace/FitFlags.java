package dev.stowage.cli.trace;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.Names;
import dev.stowage.option.OptionNames;
import dev.stowage.stats.Bandwidth;
import dev.stowage.stats.BinRule;
import dev.stowage.stats.Criterion;
import dev.stowage.stats.FitSettings;
import dev.stowage.workload.Censoring;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** What {@code stowage fit} chooses densities by. */
final class FitFlags {
    private static final List<String> CRITERIA = all(Criterion.values(), Criterion::spelling);
    private static final List<String> BANDWIDTHS = all(Bandwidth.values(), Bandwidth::spelling);
    private static final List<String> BINS = all(BinRule.values(), BinRule::spelling);
    private static final List<String> CENSORINGS = all(Censoring.values(), Censoring::spelling);

    @Option(
            names = "--criterion",
            order = 1,
            paramLabel = "NAME",
            defaultValue = "distance",
            completionCandidates = Criteria.class,
            description =
                    "What decides between densities: ${COMPLETION-CANDIDATES}"
                            + " (default: ${DEFAULT-VALUE}).")
    private String criterion = "";

    @Option(
            names = "--bandwidth",
            order = 2,
            paramLabel = "RULE",
            defaultValue = "isj",
            completionCandidates = Bandwidths.class,
            description =
                    "Bandwidth of kernel densities: ${COMPLETION-CANDIDATES}"
                            + " (default: ${DEFAULT-VALUE}, improved Sheather-Jones).")
    private String bandwidth = "";

    @Option(
            names = "--bins",
            order = 3,
            paramLabel = "RULE",
            defaultValue = "auto",
            completionCandidates = Bins.class,
            description =
                    "Bins of histograms: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE},"
                            + " logarithmic beyond three decades).")
    private String bins = "";

    @Option(
            names = "--censoring",
            order = 4,
            paramLabel = "RULE",
            defaultValue = "naive",
            completionCandidates = Censorings.class,
            description =
                    "What durations that the end of the trace cut off count for:"
                            + " ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}, they are left"
                            + " out of the fits).")
    private String censoring = "";

    /** Refuses unknown names. */
    void check(CommonOptions common) {
        common.argument(() -> OptionNames.require("--criterion", criterion, CRITERIA));
        common.argument(() -> OptionNames.require("--bandwidth", bandwidth, BANDWIDTHS));
        common.argument(() -> OptionNames.require("--bins", bins, BINS));
        common.argument(() -> OptionNames.require("--censoring", censoring, CENSORINGS));
    }

    FitSettings settings() {
        return new FitSettings(
                of(Criterion.values(), Criterion::spelling, criterion),
                of(Bandwidth.values(), Bandwidth::spelling, bandwidth),
                of(BinRule.values(), BinRule::spelling, bins));
    }

    Censoring censoring() {
        return of(Censoring.values(), Censoring::spelling, censoring);
    }

    private static <T> List<String> all(T[] values, Function<T, String> spelling) {
        return Arrays.stream(values).map(spelling).toList();
    }

    private static <T> T of(T[] values, Function<T, String> spelling, String text) {
        return Arrays.stream(values)
                .filter(value -> spelling.apply(value).equals(text))
                .findFirst()
                .orElseThrow();
    }

    /** For help and completion. */
    static final class Criteria extends Names.Candidates {
        Criteria() {
            super(CRITERIA);
        }
    }

    /** For help and completion. */
    static final class Bandwidths extends Names.Candidates {
        Bandwidths() {
            super(BANDWIDTHS);
        }
    }

    /** For help and completion. */
    static final class Bins extends Names.Candidates {
        Bins() {
            super(BINS);
        }
    }

    /** For help and completion. */
    static final class Censorings extends Names.Candidates {
        Censorings() {
            super(CENSORINGS);
        }
    }
}
