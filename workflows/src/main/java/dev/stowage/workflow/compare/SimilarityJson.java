package dev.stowage.workflow.compare;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.Json;
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
import java.util.OptionalDouble;

/**
 * The form of {@code compare --json}: what is not known is null, never 0, with its reason where it
 * is not plain.
 */
public final class SimilarityJson {
    private final long seed;
    private final String firstDrawnBy;
    private final String secondDrawnBy;

    /**
     * Of a comparison with a seed.
     *
     * @param firstDrawnBy how the first side was drawn, if it is a model; else empty
     * @param secondDrawnBy how the second side was
     */
    public SimilarityJson(long seed, String firstDrawnBy, String secondDrawnBy) {
        this.seed = seed;
        this.firstDrawnBy = firstDrawnBy;
        this.secondDrawnBy = secondDrawnBy;
    }

    /** The comparison as a JSON object with its keys in their fixed order. */
    public ObjectNode of(SimilarityResult result) {
        Comparison comparison = result.comparison();
        ReplayPair replay = result.replay();
        Verdict verdict = result.verdict();
        ObjectNode root = Json.mapper().createObjectNode();
        side(root.putObject("trace"), comparison.first(), firstDrawnBy);
        side(root.putObject("workload"), comparison.second(), secondDrawnBy);
        root.put("seed", seed);
        ArrayNode parameters = root.putArray("parameters");
        comparison.marginals().forEach(each -> marginal(parameters.addObject(), each));
        ArrayNode arrivals = root.putArray("arrivals");
        comparison.dispersions().forEach(each -> dispersion(arrivals.addObject(), each));
        ranks(root.putObject("rankCorrelations"), comparison.ranks());
        if (replay == null) {
            root.putNull("replay");
        } else {
            replay(root.putObject("replay"), replay);
        }
        if (!result.repeated().isEmpty()) {
            repeated(root.putObject("replications"), result);
        }
        if (verdict == null) {
            root.putNull("tolerance");
        } else {
            verdict(root.putObject("tolerance"), verdict);
        }
        return root;
    }

    private static void side(ObjectNode node, ObservedWorkload side, String drawnBy) {
        node.put("name", side.name())
                .put("drawnBy", drawnBy)
                .put("jobs", side.arrivals().jobs())
                .put("windowSeconds", side.arrivals().lengthSeconds())
                .put("jobsWithTasks", side.jobs().jobs())
                .put("jobsCorrelated", side.jobs().rows())
                .put("taskCoverage", side.tasks().coverage());
    }

    private static void marginal(ObjectNode node, Marginal marginal) {
        node.put("class", marginal.taskClass().name())
                .put("parameter", marginal.parameter().key())
                .put("symbol", marginal.parameter().symbol())
                .put("unit", marginal.parameter().unit());
        sample(node, "trace", marginal.first());
        sample(node, "workload", marginal.second());
        TwoSample distance = marginal.distance();
        if (distance == null) {
            node.putNull("distance");
        } else {
            number(
                    node.putObject("distance")
                            .put("ks", distance.ks())
                            .put("ksNoise", distance.noise())
                            .put("ksPValue", distance.pValue()),
                    "wasserstein",
                    distance.wasserstein());
            ((ObjectNode) node.get("distance")).put("similarity", distance.similarity());
        }
        OrderCorrelation order = marginal.order();
        if (order == null || Double.isNaN(order.r())) {
            node.putNull("pearson");
        } else {
            node.putObject("pearson")
                    .put("r", order.r())
                    .put("subsets", order.subsets())
                    .put("size", order.size());
        }
        node.put("note", marginal.note());
    }

    private static void sample(ObjectNode node, String key, Sample sample) {
        if (sample.count() == 0) {
            node.putNull(key);
            return;
        }
        node.putObject(key)
                .put("count", sample.count())
                .put("mean", sample.mean())
                .put("p50", sample.quantile(0.5))
                .put("p99", sample.quantile(0.99));
    }

    private static void dispersion(ObjectNode node, Dispersion dispersion) {
        node.put("scaleSeconds", dispersion.scaleSeconds())
                .put("spans", dispersion.spans())
                .put("reliable", dispersion.isReliable());
        number(node, "trace", dispersion.first().orElse(Double.NaN));
        number(node, "workload", dispersion.second().orElse(Double.NaN));
        OptionalDouble difference = dispersion.relativeDifference();
        number(node, "relativeDifference", difference.orElse(Double.NaN));
        numbers(node.putArray("traceAutocorrelation"), dispersion.firstCorrelation());
        numbers(node.putArray("workloadAutocorrelation"), dispersion.secondCorrelation());
    }

    private static void ranks(ObjectNode node, RankMatrices ranks) {
        ArrayNode names = node.putArray("parameters");
        ranks.parameters().forEach(parameter -> names.add(parameter.key()));
        matrix(node.putArray("trace"), ranks.first());
        matrix(node.putArray("workload"), ranks.second());
        node.put("noise", ranks.noise());
        RankMatrices.Difference largest = ranks.largest();
        if (largest == null) {
            node.putNull("largestDifference");
        } else {
            node.putObject("largestDifference")
                    .put("value", largest.value())
                    .putArray("between")
                    .add(largest.one().key())
                    .add(largest.other().key());
        }
    }

    private static void matrix(ArrayNode rows, double[][] matrix) {
        for (double[] row : matrix) {
            numbers(rows.addArray(), row);
        }
    }

    private static void replay(ObjectNode node, ReplayPair replay) {
        node.put("servers", replay.servers())
                .put("chosenBecause", replay.chosenBecause())
                .put("fromSeconds", replay.window().fromMicros() / 1e6)
                .put("lengthSeconds", replay.window().lengthMicros() / 1e6)
                .put("traceJobShare", replay.window().firstShare())
                .put("workloadJobShare", replay.secondJobShare());
        figures(node.putObject("trace"), replay.first());
        figures(node.putObject("workload"), replay.second());
    }

    private static void figures(ObjectNode node, ReplayFigures figures) {
        node.put("tasks", figures.tasks())
                .put("rejected", figures.rejected())
                .put("waitingAtTheEnd", figures.waiting())
                .put("cpuMean", ReplayFigures.mean(figures.cpu()))
                .put("cpuP99", ReplayFigures.p99(figures.cpu()))
                .put("memoryMean", ReplayFigures.mean(figures.memory()))
                .put("memoryP99", ReplayFigures.p99(figures.memory()));
        number(node, "pendingP50Seconds", figures.pendingP50());
        number(node, "pendingP99Seconds", figures.pendingP99());
    }

    private static void repeated(ObjectNode node, SimilarityResult result) {
        node.put("workloads", result.workloads());
        ArrayNode figures = node.putArray("figures");
        for (RepeatedFigure each : result.repeated()) {
            ObjectNode figure =
                    figures.addObject()
                            .put("tolerance", each.tolerance().key())
                            .put("what", each.what());
            spread(figure, "trace", each.first());
            spread(figure, "workload", each.second());
            spread(figure, "apart", each.apart());
        }
    }

    private static void spread(ObjectNode node, String key, RepeatedFigure.Spread spread) {
        if (spread.values().length == 0) {
            node.putNull(key);
            return;
        }
        ObjectNode figures = node.putObject(key);
        number(figures, "median", spread.median());
        number(figures, "least", spread.least());
        number(figures, "greatest", spread.greatest());
        figures.put("told", spread.values().length)
                .put("infinite", Arrays.stream(spread.values()).filter(Double::isInfinite).count());
    }

    private static void verdict(ObjectNode node, Verdict verdict) {
        node.put("met", verdict.isMet());
        ArrayNode checks = node.putArray("checks");
        for (Verdict.Check check : verdict.checks()) {
            ObjectNode each =
                    checks.addObject()
                            .put("tolerance", check.tolerance().key())
                            .put("what", check.what())
                            .put("bound", check.bound());
            number(each, "value", check.value());
            each.put("met", check.isMet());
        }
        ArrayNode unchecked = node.putArray("unchecked");
        for (Verdict.Unchecked each : verdict.unchecked()) {
            unchecked
                    .addObject()
                    .put("tolerance", each.tolerance().key())
                    .put("what", each.what())
                    .put("reason", each.reason());
        }
    }

    private static void numbers(ArrayNode array, double[] values) {
        for (double value : values) {
            if (Double.isFinite(value)) {
                array.add(value);
            } else {
                array.addNull();
            }
        }
    }

    private static void number(ObjectNode node, String key, double value) {
        if (Double.isFinite(value)) {
            node.put(key, value);
        } else {
            node.putNull(key);
        }
    }
}
