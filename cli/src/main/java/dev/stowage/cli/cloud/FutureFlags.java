package dev.stowage.cli.cloud;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.model.cloud.PriceMonth;
import dev.stowage.option.Quantities;
import dev.stowage.workflow.cloud.DrawnFutures;
import dev.stowage.workflow.forecast.DemandFutures;
import dev.stowage.workflow.forecast.ForecastChoice;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether a portfolio is bought for the future, and how the future is drawn. */
final class FutureFlags {
    private static final int MONTHS_PER_YEAR = 12;
    private static final int MOST_MONTHS = 36;
    private static final int MOST_FUTURES = 1_000;

    @Option(
            names = "--forecast",
            order = 62,
            paramLabel = "TIME",
            description =
                    "Buy a portfolio for so long a future, 1y or 3y: DEMAND is the history (a CSV or"
                            + " a trace) of a forecast, futures are drawn from it, and the"
                            + " commitments are the best on average over them.")
    private @Nullable String horizon;

    @Option(
            names = "--growth",
            order = 62,
            paramLabel = "SHARE",
            description =
                    "With --forecast: growth of a year in place of the trend of the history: 30%%,"
                            + " or -10%%.")
    private @Nullable String growth;

    @Option(
            names = "--futures",
            order = 62,
            paramLabel = "N",
            description =
                    "With --forecast: futures to decide on; as many others judge the decision"
                            + " (default: 20).")
    private @Nullable Integer futures;

    @Option(
            names = "--bucket",
            order = 62,
            paramLabel = "TIME",
            description =
                    "With --forecast: how long amounts hold; the most of that time stands for it"
                            + " (default: 1h).")
    private @Nullable String bucket;

    boolean isAsked() {
        return horizon != null;
    }

    /** Refuses wrong usage before anything is opened. */
    void check(boolean isFile, @Nullable Integer years, CommonOptions common) {
        if (horizon == null) {
            requireAlone("--growth", growth, common);
            requireAlone("--futures", futures, common);
            requireAlone("--bucket", bucket, common);
            return;
        }
        if (!isFile) {
            throw common.usage(
                    "--forecast: found without a history, expected a CSV of demand or tasks, or a"
                            + " trace");
        }
        if (futures != null && (futures < 2 || futures > MOST_FUTURES)) {
            throw common.usage("--futures: found " + futures + ", expected 2 to " + MOST_FUTURES);
        }
        if (mostMonths(common) < MONTHS_PER_YEAR) {
            throw common.usage(
                    "--forecast: found "
                            + horizon
                            + ", expected at least 1y: no commitment ends sooner");
        }
        if (years != null && years * MONTHS_PER_YEAR > mostMonths(common)) {
            throw common.usage(
                    "--commitment: found "
                            + years
                            + " with --forecast "
                            + horizon
                            + ", expected no more years than are forecast");
        }
    }

    private static void requireAlone(String name, @Nullable Object given, CommonOptions common) {
        if (given != null) {
            throw common.usage(name + ": found alone, expected --forecast with it");
        }
    }

    /** Whole months of the horizon, at most those of the longest term. */
    int mostMonths(CommonOptions common) {
        double years = horizonMicros(common) / (PriceMonth.SECONDS * 1e6 * MONTHS_PER_YEAR);
        return (int) Math.min(MOST_MONTHS, Math.floor(years + 1e-9) * MONTHS_PER_YEAR);
    }

    private long horizonMicros(CommonOptions common) {
        return common.time("--forecast", horizon).orElseThrow();
    }

    /** Draws them. */
    DrawnFutures draw(Path history, double headRoom, long seed, CommonOptions common) {
        int count = futures == null ? 20 : futures;
        ForecastChoice choice =
                new ForecastChoice(
                        ForecastChoice.AUTO,
                        ForecastChoice.AUTO,
                        growth == null ? Double.NaN : Quantities.yearlyGrowth("--growth", growth),
                        2 * count,
                        seed);
        DemandFutures drawn =
                DemandFutures.of(
                        history,
                        horizonMicros(common),
                        common.time("--bucket", bucket == null ? "1h" : bucket).orElseThrow(),
                        choice,
                        common.progress());
        return new DrawnFutures(
                        drawn.history(),
                        drawn.toDecide(),
                        drawn.toJudge(),
                        drawn.models(),
                        drawn.bucketMicros() / 1e6,
                        drawn.verdict().isGoodEnough(),
                        List.copyOf(drawn.verdict().reasons()))
                .withMore(headRoom);
    }
}
