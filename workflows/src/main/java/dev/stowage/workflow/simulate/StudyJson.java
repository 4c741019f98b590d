package dev.stowage.workflow.simulate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.Json;
import dev.stowage.run.Quantity.Unit;
import dev.stowage.run.RunSummary;
import dev.stowage.stats.output.BestOf;
import dev.stowage.stats.output.Difference;
import dev.stowage.study.ComparisonStudy;
import dev.stowage.study.MetricComparison;
import dev.stowage.study.ReplicationStudy;
import dev.stowage.study.ReplicationStudy.MetricInterval;
import dev.stowage.study.StudyMetric;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The forms of {@code replications.json} and {@code comparison.json}: results only, the same bytes
 * for the same input and seed. Their JSON Schemas are the resources {@code
 * dev/stowage/schema/replications.schema.json} and {@code comparison.schema.json}.
 */
public final class StudyJson {
    /** What a study of replications writes. */
    public static final String REPLICATIONS = "replications.json";

    /** What a comparison writes. */
    public static final String COMPARISON = "comparison.json";

    private StudyJson() {}

    /** Replications. */
    public static ObjectNode of(
            ReplicationStudy study, @Nullable String wantedHalfWidth, List<String> notes) {
        RunSummary first = study.runs().get(0);
        ObjectNode root = head(first, study.level());
        ObjectNode policies = root.putObject("policies");
        first.policies().forEach(policies::put);
        root.put("replications", study.runs().size());
        stopping(root, study.metric(), wantedHalfWidth, study.isPrecise());
        root.set("verdict", VerdictJson.of(ReplicationsVerdict.of(study)));
        ArrayNode metrics = root.putArray("metrics");
        for (MetricInterval each : study.intervals()) {
            ObjectNode node = metrics.addObject();
            node.put("metric", each.metric().name());
            node.put("unit", unit(each.metric()));
            node.put("mean", each.interval().mean());
            node.put("halfWidth", each.interval().halfWidth());
            node.put("least", each.least());
            node.put("most", each.most());
            ArrayNode values = node.putArray("values");
            study.runs().forEach(run -> values.add(each.metric().of().applyAsDouble(run)));
        }
        notes(root, notes);
        return root;
    }

    /** A comparison of alternatives with these names. */
    public static ObjectNode of(
            ComparisonStudy study,
            List<String> names,
            @Nullable String wantedHalfWidth,
            List<String> notes) {
        ObjectNode root = head(study.runs().get(0).get(0), study.level());
        root.put("pairedOver", study.pairing().name().toLowerCase(Locale.ROOT));
        root.put("replications", study.runs().get(0).size());
        stopping(root, study.metric(), wantedHalfWidth, study.isPrecise());
        root.put("unpairedTasks", study.unpairedTasks());
        ArrayNode alternatives = root.putArray("alternatives");
        for (int i = 0; i < names.size(); i++) {
            ObjectNode node = alternatives.addObject().put("name", names.get(i));
            ObjectNode policies = node.putObject("policies");
            study.runs().get(i).get(0).policies().forEach(policies::put);
        }
        root.set("verdict", verdict(study, names));
        ArrayNode metrics = root.putArray("metrics");
        study.metrics().forEach(each -> metrics.add(metric(each, names)));
        notes(root, notes);
        return root;
    }

    private static ObjectNode head(RunSummary first, double level) {
        ObjectNode root = Json.mapper().createObjectNode();
        root.put("workload", first.workload());
        root.put("servers", first.servers());
        root.put("seed", first.seed());
        root.put("confidence", level);
        return root;
    }

    private static void stopping(
            ObjectNode root,
            StudyMetric metric,
            @Nullable String wanted,
            @Nullable Boolean isPrecise) {
        if (wanted == null || isPrecise == null) {
            root.putNull("stopping");
            return;
        }
        root.putObject("stopping")
                .put("metric", metric.name())
                .put("halfWidth", wanted)
                .put("reached", isPrecise);
    }

    private static ObjectNode verdict(ComparisonStudy study, List<String> names) {
        MetricComparison deciding = study.deciding();
        BestOf best = deciding.best();
        ObjectNode node = Json.mapper().createObjectNode();
        node.put("metric", deciding.metric().name());
        node.put("least", names.get(least(deciding)));
        node.put("significant", best == null ? null : best.isDecided());
        node.put("sentence", new ComparisonWords(names, study.level()).sentence(deciding));
        return node;
    }

    /** The alternative with the smallest value, ties to the first. */
    public static int least(MetricComparison comparison) {
        BestOf best = comparison.best();
        if (best != null) {
            return best.best();
        }
        int least = 0;
        for (int i = 1; i < comparison.means().size(); i++) {
            if (comparison.means().get(i) < comparison.means().get(least)) {
                least = i;
            }
        }
        return least;
    }

    private static ObjectNode metric(MetricComparison comparison, List<String> names) {
        ObjectNode node = Json.mapper().createObjectNode();
        BestOf best = comparison.best();
        int least = least(comparison);
        node.put("metric", comparison.metric().name());
        node.put("unit", unit(comparison.metric()));
        node.put("lessIsBetter", comparison.metric().isLessBetter());
        node.put("least", names.get(least));
        ArrayNode alternatives = node.putArray("alternatives");
        for (int i = 0; i < names.size(); i++) {
            ObjectNode each = alternatives.addObject();
            each.put("name", names.get(i));
            each.put("mean", comparison.means().get(i));
            each.put("halfWidth", comparison.halfWidths().get(i));
            difference(each, comparison, best, i, least);
        }
        return node;
    }

    private static void difference(
            ObjectNode node,
            MetricComparison comparison,
            @Nullable BestOf best,
            int alternative,
            int least) {
        if (alternative == least) {
            node.putNull("fromLeast");
            return;
        }
        ObjectNode from = node.putObject("fromLeast");
        if (best == null) {
            from.put(
                    "difference",
                    comparison.means().get(alternative) - comparison.means().get(least));
            return;
        }
        Difference difference = best.againstBest().get(alternative);
        Double halfWidth = difference.halfWidth();
        from.put("difference", difference.mean());
        from.put("lower", halfWidth == null ? null : difference.mean() - halfWidth);
        from.put("upper", halfWidth == null ? null : difference.mean() + halfWidth);
        from.put("pValue", difference.pValue());
        from.put("significant", difference.isSignificant());
        from.put("level", difference.level());
        if (!comparison.independentHalfWidths().isEmpty()) {
            from.put("halfWidthIfIndependent", comparison.independentHalfWidths().get(alternative));
        }
    }

    /** Unit of a metric as JSON states it. */
    public static String unit(StudyMetric metric) {
        return metric.unit() == Unit.TASKS ? "" : metric.unit().symbol();
    }

    private static void notes(ObjectNode root, List<String> notes) {
        ArrayNode array = root.putArray("notes");
        notes.forEach(array::add);
    }
}
