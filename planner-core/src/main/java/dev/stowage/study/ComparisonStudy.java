package dev.stowage.study;

import dev.stowage.basis.Progress;
import dev.stowage.plan.RunFunction;
import dev.stowage.plan.RunStore;
import dev.stowage.run.RunSummary;
import dev.stowage.stats.output.BestOf;
import dev.stowage.stats.output.Difference;
import dev.stowage.stats.output.MedianInterval;
import dev.stowage.stats.output.Precision;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Several alternatives on the same workload and the same random numbers, and which is better.
 *
 * @param runs the runs of each alternative, by replication from 0
 * @param level confidence level at which all intervals of one metric hold together
 * @param pairing what was paired
 * @param metrics every metric
 * @param metric the one that the verdict is about
 * @param isPrecise true if its intervals are as narrow as was wanted, false if not; null if nothing
 *     was wanted
 * @param unpairedTasks tasks that started in some alternatives and not in others; 0 over
 *     replications
 */
public record ComparisonStudy(
        List<List<RunSummary>> runs,
        double level,
        Pairing pairing,
        List<MetricComparison> metrics,
        StudyMetric metric,
        @Nullable Boolean isPrecise,
        long unpairedTasks) {

    /** What is compared one by one. */
    public enum Pairing {
        /** Replications with the same random numbers. */
        REPLICATIONS,
        /** Nothing: one run of each on the same tasks. */
        TASKS
    }

    public ComparisonStudy {
        runs = List.copyOf(runs);
        metrics = List.copyOf(metrics);
    }

    /** How the metric of the verdict compares. */
    public MetricComparison deciding() {
        return metrics.stream()
                .filter(each -> each.metric().name().equals(metric.name()))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Compares over replications: in each one all alternatives have the same luck. With a precision
     * wanted, replicates until every difference from the best is so narrow.
     *
     * @param alternatives how many, at least 2
     * @param run one run by number of the alternative and of the replication; thread-safe
     */
    public static ComparisonStudy overReplications(
            int alternatives, RunFunction run, StudyOptions options, Progress progress) {
        progress.start("comparing", -1);
        try (RunStore store = new RunStore(run, options.threads(), progress)) {
            int count = options.firstLook();
            List<List<RunSummary>> runs = store.allReplications(alternatives, count);
            double level = options.level();
            Boolean isPrecise = null;
            if (options.precision().isPresent()) {
                Precision precision = options.precision().get();
                level = precision.level(1, options.level());
                MedianInterval widest = widest(precision, options.metric(), runs, level);
                for (int look = 2; precision.goesOn(count, widest); look++) {
                    count = precision.next(count, widest);
                    runs = store.allReplications(alternatives, count);
                    level = precision.level(look, options.level());
                    widest = widest(precision, options.metric(), runs, level);
                }
                isPrecise = precision.isReached(widest);
            }
            List<MetricComparison> metrics = new ArrayList<>();
            List<RunSummary> all = runs.stream().flatMap(List::stream).toList();
            for (StudyMetric metric : StudyMetric.of(all)) {
                metrics.add(compare(metric, runs, level));
            }
            return new ComparisonStudy(
                    runs,
                    options.level(),
                    Pairing.REPLICATIONS,
                    metrics,
                    options.metric(),
                    isPrecise,
                    0);
        } finally {
            progress.done();
        }
    }

    /**
     * The widest interval of a difference from the best, around the median of the best: what a
     * relative width is a share of.
     */
    private static MedianInterval widest(
            Precision precision, StudyMetric metric, List<List<RunSummary>> runs, double level) {
        MetricComparison comparison = compare(metric, runs, level);
        BestOf best = Objects.requireNonNull(comparison.best(), "replications were compared");
        double median = comparison.intervals().get(best.best()).median();
        MedianInterval widest = new MedianInterval(median, median, null, null);
        for (int i = 0; i < runs.size(); i++) {
            MedianInterval each = best.againstBest().get(i).differences();
            MedianInterval around =
                    new MedianInterval(each.mean(), median, each.lower(), each.upper());
            if (i != best.best() && !precision.isReached(around)) {
                return around;
            }
            widest = i == best.best() ? widest : around;
        }
        return widest;
    }

    private static MetricComparison compare(
            StudyMetric metric, List<List<RunSummary>> runs, double level) {
        List<double[]> values = runs.stream().map(metric::values).toList();
        List<MedianInterval> intervals =
                values.stream().map(each -> MedianInterval.of(each, level)).toList();
        BestOf best =
                BestOf.of(
                        intervals.stream().mapToDouble(MedianInterval::mean).toArray(),
                        (a, b, each) -> Difference.paired(values.get(a), values.get(b), each),
                        level);
        return new MetricComparison(metric, intervals, best);
    }

    /**
     * Compares one run of each alternative on the same tasks: every metric is a single number, of
     * whose difference nothing is claimed.
     *
     * @param summaries the run of each alternative
     * @param tasks what each run said of its tasks
     */
    public static ComparisonStudy overTasks(
            List<RunSummary> summaries, List<TaskWindows> tasks, StudyMetric metric, double level) {
        TaskWindows.align(tasks);
        List<MetricComparison> metrics = new ArrayList<>();
        for (StudyMetric each : StudyMetric.of(summaries)) {
            metrics.add(
                    singleNumbers(each, summaries.stream().map(each.of()::applyAsDouble).toList()));
            if (each.name().equals(StudyMetric.DEFAULT)) {
                metrics.add(
                        singleNumbers(
                                StudyMetric.SLOWDOWN,
                                tasks.stream().map(run -> run.slowdowns().mean()).toList()));
            }
        }
        WindowSums first = tasks.get(0).waits();
        double unpaired =
                tasks.stream().mapToDouble(run -> run.waits().unpaired(first)).max().orElse(0);
        return new ComparisonStudy(
                summaries.stream().map(List::of).toList(),
                level,
                Pairing.TASKS,
                metrics,
                metric,
                null,
                Math.round(unpaired));
    }

    private static MetricComparison singleNumbers(StudyMetric metric, List<Double> values) {
        return new MetricComparison(
                metric,
                values.stream().map(value -> new MedianInterval(value, value, null, null)).toList(),
                null);
    }
}
