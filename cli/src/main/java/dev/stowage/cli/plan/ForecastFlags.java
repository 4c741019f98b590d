package dev.stowage.cli.plan;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.Names;
import dev.stowage.option.OptionNames;
import dev.stowage.option.Quantities;
import dev.stowage.workflow.forecast.ForecastChoice;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How the future is made of the past. */
final class ForecastFlags {
    @Option(
            names = "--horizon",
            order = 10,
            paramLabel = "TIME",
            description =
                    "How far ahead: 6mo, 1y, of mean length, 30.42 and 365 days, in whole buckets"
                            + " (default: as long as the history, at most 1y; longer if"
                            + " --lead-time and --every are, up to four times the history).")
    private @Nullable String horizon;

    @Option(
            names = "--growth",
            order = 11,
            paramLabel = "SHARE",
            description = "Growth of a year in place of the trend of the history: 30%%, or -10%%.")
    private @Nullable String growth;

    @Option(
            names = "--season",
            order = 12,
            paramLabel = "WHICH",
            defaultValue = ForecastChoice.AUTO,
            completionCandidates = Seasons.class,
            description =
                    "Seasons to try: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}, what the"
                            + " length of the history allows).")
    private String season = ForecastChoice.AUTO;

    @Option(
            names = "--scale",
            order = 13,
            paramLabel = "WHICH",
            defaultValue = ForecastChoice.AUTO,
            completionCandidates = Scales.class,
            description =
                    "Whether demand changes by amounts or by per cent: ${COMPLETION-CANDIDATES}, what"
                            + " fits the history better and does not leave every bound (default:"
                            + " ${DEFAULT-VALUE}).")
    private String scale = ForecastChoice.AUTO;

    @Option(
            names = "--paths",
            order = 14,
            paramLabel = "N",
            defaultValue = "2000",
            description = "Futures to draw (default: ${DEFAULT-VALUE}).")
    private int paths;

    @Option(
            names = "--seed",
            order = 15,
            paramLabel = "N",
            defaultValue = "42",
            description = "Root of all random numbers (default: ${DEFAULT-VALUE}).")
    private long seed;

    /** Refuses wrong usage before anything is opened. */
    void check(CommonOptions common) {
        if (seed < 0) {
            throw common.usage("--seed: found " + seed + ", expected a whole number of at least 0");
        }
        if (paths < 100 || paths > 1_000_000) {
            throw common.usage("--paths: found " + paths + ", expected 100 to 1,000,000");
        }
        common.argument(() -> OptionNames.require("--season", season, ForecastChoice.SEASONS));
        common.argument(() -> OptionNames.require("--scale", scale, ForecastChoice.SCALES));
        common.argument(this::yearlyGrowth);
        OptionalLong micros = horizonMicros(common);
        if (micros.isPresent() && micros.getAsLong() == 0) {
            throw common.usage("--horizon: found " + horizon + ", expected a time above 0");
        }
    }

    /** How far ahead; empty if that was not said. */
    OptionalLong horizonMicros(CommonOptions common) {
        return common.time("--horizon", horizon);
    }

    /** The choice, after {@link #check}. */
    ForecastChoice choice() {
        return new ForecastChoice(season, scale, yearlyGrowth(), paths, seed);
    }

    private double yearlyGrowth() {
        return growth == null ? Double.NaN : Quantities.yearlyGrowth("--growth", growth);
    }

    static final class Seasons extends Names.Candidates {
        Seasons() {
            super(ForecastChoice.SEASONS);
        }
    }

    static final class Scales extends Names.Candidates {
        Scales() {
            super(ForecastChoice.SCALES);
        }
    }
}
