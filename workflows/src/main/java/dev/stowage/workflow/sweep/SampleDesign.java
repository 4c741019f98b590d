package dev.stowage.workflow.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.scenario.uncertain.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The points at which uncertain settings are tried. For Sobol' indices the points are A, B and, for
 * each setting, A with that setting of B: in blocks of n (d + 2). Source: Saltelli et al., Computer
 * Physics Communications 181, 2010.
 */
final class SampleDesign {
    private final Sweep.Sample sample;
    private final List<Axis> axes;

    private SampleDesign(Sweep.Sample sample, List<Axis> axes) {
        this.sample = sample;
        this.axes = axes;
    }

    /** The design; what is wrong with a distribution goes to {@code issues}. */
    static SampleDesign of(
            JsonNode wanted, Map<String, JsonNode> uncertain, Consumer<Issue> issues) {
        List<String> names = List.copyOf(uncertain.keySet());
        String method = wanted.get("method").textValue();
        int n = wanted.get("n").intValue();
        boolean hasIndices = wanted.path("indices").booleanValue();
        long seed = wanted.has("seed") ? wanted.get("seed").longValue() : 42;
        double[][] points = points(method, n, names.size(), seed, hasIndices);
        List<Axis> axes = new ArrayList<>();
        for (int k = 0; k < names.size(); k++) {
            String name = names.get(k);
            JsonNode given = uncertain.get(name);
            if (given == null) {
                throw new IllegalStateException("no distribution of " + name);
            }
            int column = k;
            Distribution.of(given)
                    .ifPresentOrElse(
                            known -> axes.add(axis(name, known, points, column)),
                            () ->
                                    issues.accept(
                                            new Issue(
                                                    name,
                                                    given.toString(),
                                                    Distribution.FORM,
                                                    null)));
        }
        return new SampleDesign(
                new Sweep.Sample(method, n, seed, uncertain, hasIndices, rows(points.length, axes)),
                axes);
    }

    private static List<List<JsonNode>> rows(int count, List<Axis> axes) {
        List<List<JsonNode>> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int row = i;
            rows.add(axes.stream().map(axis -> axis.options().get(row).label()).toList());
        }
        return rows;
    }

    private static Axis axis(String name, Distribution known, double[][] points, int column) {
        List<Axis.Choice> choices = new ArrayList<>();
        for (double[] point : points) {
            choices.add(Axis.Choice.of(name, ValueList.node(known.quantile(point[column]))));
        }
        return new Axis(name, choices);
    }

    /** All points of a design in the unit cube; public to tests of the estimators. */
    static double[][] points(String method, int n, int dimensions, long seed, boolean hasIndices) {
        if (!hasIndices) {
            return UnitPoints.of(method, n, dimensions, seed);
        }
        double[][] pairs = UnitPoints.of(method, n, 2 * dimensions, seed);
        double[][] points = new double[n * (dimensions + 2)][dimensions];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < dimensions; k++) {
                for (int block = 0; block < dimensions + 2; block++) {
                    boolean isOfB = block == 1 || block == k + 2;
                    points[block * n + i][k] = pairs[i][isOfB ? dimensions + k : k];
                }
            }
        }
        return points;
    }

    /** The axes, which go together. */
    List<List<Axis>> groups() {
        return axes.isEmpty() ? List.of() : List.of(axes);
    }

    Sweep.Sample sample() {
        return sample;
    }
}
