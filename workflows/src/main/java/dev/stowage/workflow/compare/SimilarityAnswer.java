package dev.stowage.workflow.compare;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.stowage.similarity.Comparison;
import dev.stowage.similarity.Dispersion;
import dev.stowage.similarity.Marginal;
import dev.stowage.similarity.ObservedWorkload;
import dev.stowage.similarity.RankMatrices;
import dev.stowage.similarity.RepeatedFigure;
import dev.stowage.similarity.ReplayFigures;
import dev.stowage.similarity.ReplayPair;
import dev.stowage.similarity.SimilarityResult;
import dev.stowage.similarity.Verdict;
import dev.stowage.stats.TwoSample;
import dev.stowage.stats.sample.OrderCorrelation;
import dev.stowage.stats.sample.Sample;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code compare --json} prints, and what the terminal shows of how like each other two
 * workloads are: what is not known is null, never 0, with its reason where it is not plain.
 *
 * @param replay null if the two cover no common time
 * @param replications null if one workload was drawn
 * @param tolerance null if nobody gave one
 */
public record SimilarityAnswer(
        Side trace,
        Side workload,
        long seed,
        List<Pair> parameters,
        List<Arrivals> arrivals,
        Ranks rankCorrelations,
        @Nullable Replay replay,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Replications replications,
        @Nullable Checked tolerance) {

    /**
     * Of a comparison.
     *
     * @param firstDrawnBy how the first side was drawn, if it is a model; else empty
     * @param secondDrawnBy how the second side was
     */
    public static SimilarityAnswer of(
            SimilarityResult result, long seed, String firstDrawnBy, String secondDrawnBy) {
        Comparison comparison = result.comparison();
        ReplayPair replay = result.replay();
        Verdict verdict = result.verdict();
        return new SimilarityAnswer(
                Side.of(comparison.first(), firstDrawnBy),
                Side.of(comparison.second(), secondDrawnBy),
                seed,
                comparison.marginals().stream().map(Pair::of).toList(),
                comparison.dispersions().stream().map(Arrivals::of).toList(),
                Ranks.of(comparison.ranks()),
                replay == null ? null : Replay.of(replay),
                result.repeated().isEmpty() ? null : Replications.of(result),
                verdict == null ? null : Checked.of(verdict));
    }

    /** One of the two. */
    public record Side(
            String name,
            String drawnBy,
            long jobs,
            double windowSeconds,
            long jobsWithTasks,
            long jobsCorrelated,
            double taskCoverage) {
        private static Side of(ObservedWorkload side, String drawnBy) {
            return new Side(
                    side.name(),
                    drawnBy,
                    side.arrivals().jobs(),
                    side.arrivals().lengthSeconds(),
                    side.jobs().jobs(),
                    side.jobs().rows(),
                    side.tasks().coverage());
        }
    }

    /**
     * A parameter of a class on both sides.
     *
     * @param trace null if that side has no values
     * @param workload null if that side has none
     * @param note why there is no distance, or how far to trust it
     */
    public record Pair(
            @JsonProperty("class") String taskClass,
            String parameter,
            String symbol,
            String unit,
            @Nullable Values trace,
            @Nullable Values workload,
            @Nullable Distance distance,
            @Nullable Pearson pearson,
            String note) {
        private static Pair of(Marginal marginal) {
            TwoSample distance = marginal.distance();
            OrderCorrelation order = marginal.order();
            return new Pair(
                    marginal.taskClass().name(),
                    marginal.parameter().key(),
                    marginal.parameter().symbol(),
                    marginal.parameter().unit(),
                    Values.of(marginal.first()),
                    Values.of(marginal.second()),
                    distance == null ? null : Distance.of(distance),
                    order == null || Double.isNaN(order.r())
                            ? null
                            : new Pearson(order.r(), order.subsets(), order.size()),
                    marginal.note());
        }
    }

    /** The values of a parameter. */
    public record Values(long count, double mean, double p50, double p99) {
        private static @Nullable Values of(Sample sample) {
            return sample.count() == 0
                    ? null
                    : new Values(
                            sample.count(),
                            sample.mean(),
                            sample.quantile(0.5),
                            sample.quantile(0.99));
        }
    }

    /** How far two distributions are apart. */
    public record Distance(
            double ks,
            double ksNoise,
            double ksPValue,
            @Nullable Double wasserstein,
            double similarity) {
        private static Distance of(TwoSample of) {
            return new Distance(
                    of.ks(), of.noise(), of.pValue(), finite(of.wasserstein()), of.similarity());
        }
    }

    /** Pearson's correlation of order statistics. */
    public record Pearson(double r, int subsets, int size) {}

    /** Arrivals of jobs at a scale of time. */
    public record Arrivals(
            long scaleSeconds,
            long spans,
            boolean reliable,
            @Nullable Double trace,
            @Nullable Double workload,
            @Nullable Double relativeDifference,
            List<@Nullable Double> traceAutocorrelation,
            List<@Nullable Double> workloadAutocorrelation) {
        private static Arrivals of(Dispersion of) {
            return new Arrivals(
                    of.scaleSeconds(),
                    of.spans(),
                    of.isReliable(),
                    finite(of.first().orElse(Double.NaN)),
                    finite(of.second().orElse(Double.NaN)),
                    finite(of.relativeDifference().orElse(Double.NaN)),
                    finite(of.firstCorrelation()),
                    finite(of.secondCorrelation()));
        }
    }

    /** What goes together with what. */
    public record Ranks(
            List<String> parameters,
            List<List<@Nullable Double>> trace,
            List<List<@Nullable Double>> workload,
            double noise,
            @Nullable Largest largestDifference) {
        private static Ranks of(RankMatrices ranks) {
            RankMatrices.Difference largest = ranks.largest();
            return new Ranks(
                    ranks.parameters().stream().map(each -> each.key()).toList(),
                    Arrays.stream(ranks.first()).map(SimilarityAnswer::finite).toList(),
                    Arrays.stream(ranks.second()).map(SimilarityAnswer::finite).toList(),
                    ranks.noise(),
                    largest == null
                            ? null
                            : new Largest(
                                    largest.value(),
                                    List.of(largest.one().key(), largest.other().key())));
        }
    }

    /** The correlation that differs most. */
    public record Largest(double value, List<String> between) {}

    /** What a cluster makes of both. */
    public record Replay(
            String servers,
            String chosenBecause,
            String gpusLeftOut,
            String othersLeftOut,
            double fromSeconds,
            double lengthSeconds,
            double traceJobShare,
            double workloadJobShare,
            Replayed trace,
            Replayed workload) {
        private static Replay of(ReplayPair replay) {
            return new Replay(
                    replay.servers(),
                    replay.chosenBecause(),
                    replay.gpusLeftOut(),
                    replay.othersLeftOut(),
                    replay.window().fromMicros() / 1e6,
                    replay.window().lengthMicros() / 1e6,
                    replay.window().firstShare(),
                    replay.secondJobShare(),
                    Replayed.of(replay.first()),
                    Replayed.of(replay.second()));
        }
    }

    /**
     * What a cluster makes of one side; a pending time of null is for ever, GPUs of null were left
     * out.
     */
    public record Replayed(
            long tasks,
            long rejected,
            long waitingAtTheEnd,
            double cpuMean,
            double cpuP99,
            double memoryMean,
            double memoryP99,
            @Nullable Double gpuMean,
            @Nullable Double pendingP50Seconds,
            @Nullable Double pendingP99Seconds) {
        private static Replayed of(ReplayFigures of) {
            return new Replayed(
                    of.tasks(),
                    of.rejected(),
                    of.waiting(),
                    ReplayFigures.mean(of.cpu()),
                    ReplayFigures.p99(of.cpu()),
                    ReplayFigures.mean(of.memory()),
                    ReplayFigures.p99(of.memory()),
                    of.gpus().isPresent() ? of.gpus().getAsDouble() : null,
                    finite(of.pendingP50()),
                    finite(of.pendingP99()));
        }
    }

    /** Figures over several workloads. */
    public record Replications(int workloads, List<Repeated> figures) {
        private static Replications of(SimilarityResult result) {
            return new Replications(
                    result.workloads(), result.repeated().stream().map(Repeated::of).toList());
        }
    }

    /** A figure of each workload. */
    public record Repeated(
            String tolerance,
            String what,
            @Nullable Spread trace,
            @Nullable Spread workload,
            @Nullable Spread apart) {
        private static Repeated of(RepeatedFigure of) {
            return new Repeated(
                    of.tolerance().key(),
                    of.what(),
                    Spread.of(of.first()),
                    Spread.of(of.second()),
                    Spread.of(of.apart()));
        }
    }

    /** Where values lie; null is without limit. */
    public record Spread(
            @Nullable Double median,
            @Nullable Double least,
            @Nullable Double greatest,
            int told,
            long infinite) {
        private static @Nullable Spread of(RepeatedFigure.Spread of) {
            return of.values().length == 0
                    ? null
                    : new Spread(
                            finite(of.median()),
                            finite(of.least()),
                            finite(of.greatest()),
                            of.values().length,
                            Arrays.stream(of.values()).filter(Double::isInfinite).count());
        }
    }

    /** What became of the tolerances. */
    public record Checked(boolean met, List<Check> checks, List<Unchecked> unchecked) {
        private static Checked of(Verdict verdict) {
            return new Checked(
                    verdict.isMet(),
                    verdict.checks().stream()
                            .map(
                                    each ->
                                            new Check(
                                                    each.tolerance().key(),
                                                    each.what(),
                                                    each.bound(),
                                                    finite(each.value()),
                                                    each.isMet()))
                            .toList(),
                    verdict.unchecked().stream()
                            .map(
                                    each ->
                                            new Unchecked(
                                                    each.tolerance().key(),
                                                    each.what(),
                                                    each.reason()))
                            .toList());
        }
    }

    /** A tolerance and what it was held against; a value of null is without limit. */
    public record Check(
            String tolerance, String what, double bound, @Nullable Double value, boolean met) {}

    /** A tolerance that nothing could be held against. */
    public record Unchecked(String tolerance, String what, String reason) {}

    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static List<@Nullable Double> finite(double[] values) {
        return Arrays.stream(values).mapToObj(SimilarityAnswer::finite).toList();
    }
}
