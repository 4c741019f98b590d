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
            Boolean isPrecise = null;
            if (options.precision().isPresent()) {
                Precision precision = options.precision().get();
                Width width = Width.of(options.metric(), runs, options.level());
                while (!width.isReached(precision) && count < precision.most() && width.isFinite) {
                    count = width.next(count, precision);
                    runs = store.allReplications(alternatives, count);
                    width = Width.of(options.metric(), runs, options.level());
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

    /** The widest interval of a comparison; infinite where a difference has none. */
    private record Width(boolean isFinite, double halfWidth, double mean, boolean isSupported) {
        static Width of(StudyMetric metric, List<List<RunSummary>> runs, double level) {
            MetricComparison comparison = compare(metric, runs, level);
            BestOf best = comparison.best();
            boolean isFinite = comparison.means().stream().allMatch(Double::isFinite);
            if (best == null || !isFinite) {
                return new Width(false, Double.POSITIVE_INFINITY, 0, false);
            }
            double widest = 0;
            boolean isSupported = true;
            double[] least = metric.values(runs.get(best.best()));
            for (int i = 0; i < runs.size(); i++) {
                if (i != best.best()) {
                    Double halfWidth = best.againstBest().get(i).halfWidth();
                    widest = Math.max(widest, halfWidth == null ? Double.MAX_VALUE : halfWidth);
                    isSupported &= Difference.isSupported(metric.values(runs.get(i)), least);
                }
            }
            return new Width(true, widest, comparison.means().get(best.best()), isSupported);
        }

        boolean isReached(Precision precision) {
            return isSupported && precision.isReached(halfWidth, mean);
        }

        int next(int count, Precision precision) {
            return precision.isReached(halfWidth, mean)
                    ? Math.min(precision.most(), 2 * count) // too skewed to say
                    : precision.next(count, halfWidth, mean);
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
        for (StudyMetric each : StudyMetric.list()) {
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
                metric, values, Collections.nCopies(values.size(), null), null, List.of());
    }
}
