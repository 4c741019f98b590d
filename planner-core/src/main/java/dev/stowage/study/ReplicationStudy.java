package dev.stowage.study;

import dev.stowage.basis.Progress;
import dev.stowage.plan.RunStore;
import dev.stowage.run.RunSummary;
import dev.stowage.stats.output.MeanInterval;
import dev.stowage.stats.output.Precision;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Independent replications of one run, and what they say about each metric.
 *
 * @param runs the replications, from 0
 * @param level confidence level of the intervals
 * @param intervals every metric with its interval
 * @param metric the metric that a stopping rule was about
 * @param isPrecise true if its interval is as narrow as was wanted, false if not; null if nothing
 *     was wanted
 */
public record ReplicationStudy(
        List<RunSummary> runs,
        double level,
        List<MetricInterval> intervals,
        StudyMetric metric,
        @Nullable Boolean isPrecise) {
    public ReplicationStudy {
        runs = List.copyOf(runs);
        intervals = List.copyOf(intervals);
    }

    /**
     * A metric over the replications.
     *
     * @param metric which one
     * @param interval mean and half-width; without half-width if it can't be told
     * @param least smallest value
     * @param most largest value
     */
    public record MetricInterval(
            StudyMetric metric, MeanInterval interval, double least, double most) {
        static MetricInterval of(StudyMetric metric, List<RunSummary> runs, double level) {
            double[] values = metric.values(runs);
            double least = values[0];
            double most = values[0];
            for (double value : values) {
                least = Math.min(least, value);
                most = Math.max(most, value);
            }
            return new MetricInterval(metric, MeanInterval.of(values, level), least, most);
        }
    }

    /**
     * Runs as many replications as the options ask for, at the same time as far as there are
     * threads; which ones are run, and what is said of them, doesn't depend on threads.
     *
     * @param run one replication by number, from 0; thread-safe
     */
    public static ReplicationStudy of(
            IntFunction<RunSummary> run, StudyOptions options, Progress progress) {
        progress.start("replicating", -1);
        try (RunStore store =
                new RunStore((one, number) -> run.apply(number), options.threads(), progress)) {
            int count = options.firstLook();
            List<RunSummary> runs = store.replications(0, count);
            Boolean isPrecise = null;
            if (options.precision().isPresent()) {
                Precision precision = options.precision().get();
                isPrecise = isPrecise(runs, precision, options);
                while (!isPrecise && count < precision.most() && isFinite(runs, options)) {
                    count = next(runs, precision, options);
                    runs = store.replications(0, count);
                    isPrecise = isPrecise(runs, precision, options);
                }
            }
            return new ReplicationStudy(
                    runs,
                    options.level(),
                    intervals(runs, options.level()),
                    options.metric(),
                    isPrecise);
        } finally {
            progress.done();
        }
    }

    private static boolean isPrecise(
            List<RunSummary> runs, Precision precision, StudyOptions options) {
        MeanInterval interval = interval(runs, options);
        Double halfWidth = interval.halfWidth();
        return halfWidth != null
                && precision.isReached(halfWidth, interval.mean())
                && MeanInterval.isSupported(options.metric().values(runs));
    }

    private static int next(List<RunSummary> runs, Precision precision, StudyOptions options) {
        MeanInterval interval = interval(runs, options);
        Double halfWidth = interval.halfWidth();
        if (halfWidth != null && !precision.isReached(halfWidth, interval.mean())) {
            return precision.next(runs.size(), halfWidth, interval.mean());
        }
        return Math.min(precision.most(), 2 * runs.size()); // equal, or too skewed to say
    }

    /** False if tasks wait for ever: no number of replications makes that narrow. */
    private static boolean isFinite(List<RunSummary> runs, StudyOptions options) {
        return Double.isFinite(interval(runs, options).mean());
    }

    private static MeanInterval interval(List<RunSummary> runs, StudyOptions options) {
        return MeanInterval.of(options.metric().values(runs), options.level());
    }

    private static List<MetricInterval> intervals(List<RunSummary> runs, double level) {
        List<MetricInterval> intervals = new ArrayList<>();
        for (StudyMetric metric : StudyMetric.list()) {
            intervals.add(MetricInterval.of(metric, runs, level));
        }
        return intervals;
    }
}
