package dev.stowage.study;

import dev.stowage.basis.Progress;
import dev.stowage.plan.RunStore;
import dev.stowage.run.RunSummary;
import dev.stowage.stats.output.MedianInterval;
import dev.stowage.stats.output.Precision;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Independent replications of one run, and what they say about each metric.
 *
 * @param runs the replications, from 0
 * @param level confidence level of what it says, however often it looked before it stopped
 * @param intervalLevel level of each interval: higher if it looked more than once
 * @param intervals every metric with its interval
 * @param metric the metric that a stopping rule was about
 * @param isPrecise true if its interval is as narrow as was wanted, false if not; null if nothing
 *     was wanted
 */
public record ReplicationStudy(
        List<RunSummary> runs,
        double level,
        double intervalLevel,
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
     * @param interval mean, median and the interval of the median, if there are enough
     * @param least smallest value
     * @param most largest value
     */
    public record MetricInterval(
            StudyMetric metric, MedianInterval interval, double least, double most) {
        static MetricInterval of(StudyMetric metric, List<RunSummary> runs, double level) {
            double[] values = metric.values(runs);
            double least = values[0];
            double most = values[0];
            for (double value : values) {
                least = Math.min(least, value);
                most = Math.max(most, value);
            }
            return new MetricInterval(metric, MedianInterval.of(values, level), least, most);
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
            double level = options.level();
            Boolean isPrecise = null;
            if (options.precision().isPresent()) {
                Precision precision = options.precision().get();
                level = precision.level(1, options.level());
                MedianInterval interval = interval(runs, options, level);
                for (int look = 2; precision.goesOn(count, interval); look++) {
                    count = precision.next(count, interval);
                    runs = store.replications(0, count);
                    level = precision.level(look, options.level());
                    interval = interval(runs, options, level);
                }
                isPrecise = precision.isReached(interval);
            }
            return new ReplicationStudy(
                    runs,
                    options.level(),
                    level,
                    intervals(runs, level),
                    options.metric(),
                    isPrecise);
        } finally {
            progress.done();
        }
    }

    private static MedianInterval interval(
            List<RunSummary> runs, StudyOptions options, double level) {
        return MedianInterval.of(options.metric().values(runs), level);
    }

    private static List<MetricInterval> intervals(List<RunSummary> runs, double level) {
        List<MetricInterval> intervals = new ArrayList<>();
        for (StudyMetric metric : StudyMetric.of(runs)) {
            intervals.add(MetricInterval.of(metric, runs, level));
        }
        return intervals;
    }
}
