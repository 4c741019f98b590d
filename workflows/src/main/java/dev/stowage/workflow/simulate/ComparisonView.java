package dev.stowage.workflow.simulate;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.stowage.run.RunSummary;
import dev.stowage.stats.output.BestOf;
import dev.stowage.stats.output.Difference;
import dev.stowage.stats.output.MedianInterval;
import dev.stowage.study.ComparisonStudy;
import dev.stowage.study.MetricComparison;
import dev.stowage.words.MetricWords;
import dev.stowage.words.Verdict.Mark;
import dev.stowage.workflow.simulate.ReplicationsView.Stopping;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code comparison.json} holds, and what the terminal shows of alternatives compared: results
 * only, the same bytes for the same input and seed.
 *
 * @param confidence level at which all intervals of a metric hold together
 * @param pairedOver {@code tasks} or {@code replications}
 * @param stopping how narrow the differences were wanted; null if nobody said
 * @param unpairedTasks tasks that started in some alternatives only
 */
public record ComparisonView(
        String workload,
        String servers,
        long seed,
        double confidence,
        String pairedOver,
        int replications,
        @Nullable Stopping stopping,
        long unpairedTasks,
        List<Alternative> alternatives,
        Decision verdict,
        List<Metric> metrics,
        List<String> notes) {
    /** Name of the file in a directory of a comparison. */
    public static final String FILE = "comparison.json";

    /**
     * An alternative.
     *
     * @param policies by kind
     * @param mark whether every task got what it needs; open if some were not replayed
     * @param tasks what became of them, in a sentence
     */
    public record Alternative(String name, Map<String, String> policies, Mark mark, String tasks) {}

    /**
     * Which alternative has least of the metric that decides.
     *
     * @param significant whether that is more than luck; null if it can't be told
     */
    public record Decision(
            String metric, String least, @Nullable Boolean significant, String sentence) {}

    /** A metric of all alternatives. */
    public record Metric(
            String metric,
            String unit,
            boolean lessIsBetter,
            String least,
            List<Value> alternatives) {
        private static Metric of(MetricComparison comparison, List<String> names) {
            int least = comparison.least();
            return new Metric(
                    comparison.metric().name(),
                    MetricWords.symbol(comparison.metric().unit()),
                    comparison.metric().isLessBetter(),
                    names.get(least),
                    IntStream.range(0, names.size())
                            .mapToObj(i -> Value.of(comparison, names.get(i), i, least))
                            .toList());
        }
    }

    /**
     * A metric of an alternative.
     *
     * @param lower limit of the interval of the median; null with too few replications
     * @param upper limit of the interval of the median
     * @param fromLeast how far it is from the alternative with least; null for that one
     */
    public record Value(
            String name,
            double mean,
            double median,
            @Nullable Double lower,
            @Nullable Double upper,
            @Nullable Gap fromLeast) {
        private static Value of(MetricComparison comparison, String name, int i, int least) {
            MedianInterval interval = comparison.intervals().get(i);
            return new Value(
                    name,
                    interval.mean(),
                    interval.median(),
                    interval.lower(),
                    interval.upper(),
                    i == least ? null : gap(comparison, i, least));
        }

        private static Gap gap(MetricComparison comparison, int i, int least) {
            BestOf best = comparison.best();
            if (best == null) {
                return new SingleGap(comparison.means().get(i) - comparison.means().get(least));
            }
            Difference difference = best.againstBest().get(i);
            MedianInterval interval = difference.differences();
            return new TestedGap(
                    difference.mean(),
                    interval.median(),
                    interval.lower(),
                    interval.upper(),
                    difference.more(),
                    difference.less(),
                    difference.pValue(),
                    difference.isSignificant(),
                    difference.level());
        }
    }

    /** How far an alternative is from the one with least. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION, defaultImpl = SingleGap.class)
    @JsonSubTypes({@JsonSubTypes.Type(SingleGap.class), @JsonSubTypes.Type(TestedGap.class)})
    public sealed interface Gap {
        double difference();
    }

    /** The gap of a single number of each run: nobody can tell it from luck. */
    public record SingleGap(double difference) implements Gap {}

    /**
     * A gap with what can be said of luck.
     *
     * @param difference of the means
     * @param median of the differences, replication by replication
     * @param lower end of the interval of that median; null if there is none
     * @param upper end of the interval
     * @param more replications in which it has more than the one with least
     * @param less replications in which it has less
     * @param pValue of the sign test; null where all replications are equal
     * @param level of the interval and the test
     */
    public record TestedGap(
            double difference,
            double median,
            @Nullable Double lower,
            @Nullable Double upper,
            int more,
            int less,
            @Nullable Double pValue,
            boolean significant,
            double level)
            implements Gap {}

    /** Of alternatives with these names. */
    public static ComparisonView of(
            ComparisonStudy study,
            List<String> names,
            @Nullable String wantedHalfWidth,
            List<String> notes) {
        RunSummary first = study.runs().get(0).get(0);
        MetricComparison deciding = study.deciding();
        BestOf best = deciding.best();
        List<Alternative> alternatives = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            RunSummary run = study.runs().get(i).get(0);
            alternatives.add(
                    new Alternative(
                            names.get(i),
                            run.policies(),
                            ReplicationsVerdict.mark(study.runs().get(i)),
                            ReplicationsVerdict.sentence(study.runs().get(i))));
        }
        return new ComparisonView(
                first.workload(),
                first.servers(),
                first.seed(),
                study.level(),
                study.pairing().name().toLowerCase(Locale.ROOT),
                study.runs().get(0).size(),
                Stopping.of(study.metric().name(), wantedHalfWidth, study.isPrecise()),
                study.unpairedTasks(),
                alternatives,
                new Decision(
                        deciding.metric().name(),
                        names.get(deciding.least()),
                        best == null ? null : best.isDecided(),
                        new ComparisonWords(names, study.level()).sentence(deciding)),
                study.metrics().stream().map(each -> Metric.of(each, names)).toList(),
                notes);
    }
}
