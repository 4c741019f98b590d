package dev.stowage.workflow.simulate;

import dev.stowage.run.RunSummary;
import dev.stowage.study.ReplicationStudy;
import dev.stowage.study.ReplicationStudy.MetricInterval;
import dev.stowage.words.MetricWords;
import dev.stowage.words.Verdict;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code replications.json} holds, and what the terminal shows of replications: results only,
 * the same bytes for the same input and seed.
 *
 * @param confidence level of the intervals
 * @param stopping how narrow an interval was wanted; null if nobody said
 */
public record ReplicationsView(
        String workload,
        String servers,
        long seed,
        double confidence,
        Map<String, String> policies,
        int replications,
        @Nullable Stopping stopping,
        Verdict verdict,
        List<Metric> metrics,
        List<String> notes) {
    /** Name of the file in a directory of replications. */
    public static final String FILE = "replications.json";

    /** A half width that was wanted of the interval of a metric, and whether it was reached. */
    public record Stopping(String metric, String halfWidth, boolean reached) {
        static @Nullable Stopping of(
                String metric, @Nullable String wanted, @Nullable Boolean isPrecise) {
            return wanted == null || isPrecise == null
                    ? null
                    : new Stopping(metric, wanted, isPrecise);
        }
    }

    /**
     * A metric over the replications.
     *
     * @param lower limit of the interval of the median; null with too few replications
     * @param upper limit of the interval of the median
     */
    public record Metric(
            String metric,
            String unit,
            double mean,
            double median,
            @Nullable Double lower,
            @Nullable Double upper,
            double least,
            double most,
            List<Double> values) {
        private static Metric of(MetricInterval each, List<RunSummary> runs) {
            return new Metric(
                    each.metric().name(),
                    MetricWords.symbol(each.metric().unit()),
                    each.interval().mean(),
                    each.interval().median(),
                    each.interval().lower(),
                    each.interval().upper(),
                    each.least(),
                    each.most(),
                    runs.stream().map(run -> each.metric().of().applyAsDouble(run)).toList());
        }
    }

    /** Of replications. */
    public static ReplicationsView of(
            ReplicationStudy study, @Nullable String wantedHalfWidth, List<String> notes) {
        RunSummary first = study.runs().get(0);
        return new ReplicationsView(
                first.workload(),
                first.servers(),
                first.seed(),
                study.level(),
                first.policies(),
                study.runs().size(),
                Stopping.of(study.metric().name(), wantedHalfWidth, study.isPrecise()),
                ReplicationsVerdict.of(study),
                study.intervals().stream().map(each -> Metric.of(each, study.runs())).toList(),
                notes);
    }
}
