package dev.stowage.study;

import dev.stowage.basis.Progress;
import dev.stowage.plan.RunFunction;
import dev.stowage.plan.RunStore;
import dev.stowage.run.RunSummary;
import dev.stowage.stats.output.BestOf;
import dev.stowage.stats.output.Difference;
import dev.stowage.stats.output.MeanInterval;
import dev.stowage.stats.output.Precision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
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
        /** The tasks of one run, in batches in order of submit. */
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
            Boolean isPrecise = null;
            if (options.precision().isPresent()) {
                Precision precision = options.precision().get();
                Width width = Width.of(compare(options.metric(), runs, options.level()));
                while (!width.isReached(precision) && count < precision.most() && width.isFinite) {
                    count = precision.next(count, width.halfWidth, width.mean);
                    runs = store.allReplications(alternatives, count);
                    width = Width.of(compare(options.metric(), runs, options.level()));
                }
                isPrecise = width.isReached(precision);
            }
            List<MetricComparison> metrics = new ArrayList<>();
            for (StudyMetric metric : StudyMetric.list()) {
                metrics.add(compare(metric, runs, options.level()));
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

    /** The widest interval of a comparison. */
    private record Width(boolean isFinite, double halfWidth, double mean) {
        static Width of(MetricComparison comparison) {
            BestOf best = comparison.best();
            if (best == null) {
                return new Width(false, Double.POSITIVE_INFINITY, 0);
            }
            double widest = 0;
            for (Difference difference : best.againstBest()) {
                Double halfWidth = difference.halfWidth();
                widest = Math.max(widest, halfWidth == null ? Double.POSITIVE_INFINITY : halfWidth);
            }
            return new Width(Double.isFinite(widest), widest, comparison.means().get(best.best()));
        }

        boolean isReached(Precision precision) {
            return isFinite && precision.isReached(halfWidth, mean);
        }
    }

    private static MetricComparison compare(
            StudyMetric metric, List<List<RunSummary>> runs, double level) {
        List<double[]> values = runs.stream().map(metric::values).toList();
        List<Double> means = new ArrayList<>();
        List<@Nullable Double> halfWidths = new ArrayList<>();
        for (double[] each : values) {
            MeanInterval interval = MeanInterval.of(each, level);
            means.add(interval.mean());
            halfWidths.add(interval.halfWidth());
        }
        BestOf best =
                BestOf.of(
                        means.stream().mapToDouble(Double::doubleValue).toArray(),
                        (a, b, each) -> Difference.paired(values.get(a), values.get(b), each),
                        level);
        List<@Nullable Double> independent = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            double each = best.againstBest().get(i).level();
            independent.add(
                    Difference.welch(values.get(i), values.get(best.best()), each).halfWidth());
        }
        return new MetricComparison(metric, means, halfWidths, best, independent);
    }

    /**
     * Compares one run of each alternative task by task: waiting times and slowdowns in pairs, with
     * intervals; all other metrics are single numbers, of which nothing is claimed.
     *
     * @param summaries the run of each alternative
     * @param tasks what each run said of its tasks
     */
    public static ComparisonStudy overTasks(
            List<RunSummary> summaries, List<TaskWindows> tasks, StudyMetric metric, double level) {
        TaskWindows.align(tasks);
        List<WindowSums> waits = tasks.stream().map(TaskWindows::waits).toList();
        List<MetricComparison> metrics = new ArrayList<>();
        for (StudyMetric each : StudyMetric.list()) {
            if (each.name().equals(StudyMetric.DEFAULT)) {
                metrics.add(compareTasks(each, waits, level));
                metrics.add(
                        compareTasks(
                                StudyMetric.SLOWDOWN,
                                tasks.stream().map(TaskWindows::slowdowns).toList(),
                                level));
            } else {
                metrics.add(singleNumbers(each, summaries));
            }
        }
        double unpaired = 0;
        for (WindowSums each : waits) {
            unpaired = Math.max(unpaired, each.unpaired(waits.get(0)));
        }
        return new ComparisonStudy(
                summaries.stream().map(List::of).toList(),
                level,
                Pairing.TASKS,
                metrics,
                metric,
                null,
                Math.round(unpaired));
    }

    private static MetricComparison compareTasks(
            StudyMetric metric, List<WindowSums> runs, double level) {
        double[] means = runs.stream().mapToDouble(WindowSums::mean).toArray();
        BestOf best = BestOf.of(means, (a, b, each) -> runs.get(a).minus(runs.get(b), each), level);
        return new MetricComparison(
                metric,
                Arrays.stream(means).boxed().toList(),
                Collections.nCopies(runs.size(), null),
                best,
                List.of());
    }

    private static MetricComparison singleNumbers(StudyMetric metric, List<RunSummary> summaries) {
        List<Double> values = summaries.stream().map(metric.of()::applyAsDouble).toList();
        return new MetricComparison(
                metric, values, Collections.nCopies(values.size(), null), null, List.of());
    }
}
