package dev.stowage.sim.node.study;

import dev.stowage.basis.Seeds;
import dev.stowage.model.node.LoadCurve;
import dev.stowage.model.node.NodeLibrary;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.node.NodeManagers;
import dev.stowage.sim.node.NodeSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Effective machine utilisation of mixes of services: the largest sum of loads that meets all
 * targets along random directions of load, averaged over directions and mixes. How the paper
 * averages is not said; this is ours.
 *
 * @param services how many in a mix
 * @param directions how many directions in all
 * @param means by manager, shares of the largest load
 */
public record UtilisationStudy(int services, int directions, Map<String, Double> means) {
    /** The managers, in the order that the paper has. */
    public static final List<String> MANAGERS =
            List.of("unmanaged", "heracles", "parties", "oracle");

    private static final int STEPS = 10; // the grid of 10 % of section 5.1

    public UtilisationStudy {
        means = Map.copyOf(means);
    }

    /**
     * Of all mixes of {@code count} of the services.
     *
     * @param directions at least; every mix gets as many as the others
     */
    public static UtilisationStudy of(
            NodeLibrary library, List<String> names, int count, int directions, long seed) {
        List<List<String>> mixes = mixes(names, count);
        int each = Math.max(1, directions / mixes.size());
        List<NodeSpec> specs = new ArrayList<>();
        List<double[]> ways = new ArrayList<>();
        RandomGenerator random = Seeds.stream(seed, "node.directions." + count, 0);
        for (List<String> mix : mixes) {
            for (int i = 0; i < each; i++) {
                specs.add(spec(library, mix));
                ways.add(direction(random, count));
            }
        }
        Map<String, Double> means = new LinkedHashMap<>();
        for (String manager : MANAGERS) {
            PolicySpec spec = NodeManagers.registry().parse("reproduce", manager);
            double[] sums =
                    IntStream.range(0, specs.size())
                            .parallel()
                            .mapToDouble(
                                    i ->
                                            new LoadFrontier(specs.get(i), spec, seed, STEPS)
                                                    .along(ways.get(i)))
                            .toArray();
            double sum = 0;
            for (double value : sums) {
                sum += value;
            }
            means.put(manager, sum / sums.length);
        }
        return new UtilisationStudy(count, specs.size(), means);
    }

    /** A node of the paper with these services, whose loads are given later. */
    static NodeSpec spec(NodeLibrary library, List<String> names) {
        return new NodeSpec(
                library.node("reproduce", "parties"),
                names.stream()
                        .map(
                                name ->
                                        new NodeSpec.Tenant(
                                                library.service("reproduce", name),
                                                new LoadCurve.Constant(0.1)))
                        .toList(),
                List.of(),
                90,
                NodeSpec.Fidelity.ANALYTIC);
    }

    private static List<List<String>> mixes(List<String> names, int count) {
        List<List<String>> mixes = new ArrayList<>();
        for (int mask = 0; mask < 1 << names.size(); mask++) {
            if (Integer.bitCount(mask) == count) {
                int chosen = mask;
                mixes.add(
                        IntStream.range(0, names.size())
                                .filter(i -> (chosen >> i & 1) == 1)
                                .mapToObj(names::get)
                                .toList());
            }
        }
        return mixes;
    }

    private static double[] direction(RandomGenerator random, int count) {
        double[] weights = new double[count];
        double sum = 0;
        for (int i = 0; i < count; i++) {
            weights[i] = random.nextExponential();
            sum += weights[i];
        }
        for (int i = 0; i < count; i++) {
            weights[i] *= count / sum;
        }
        return weights;
    }

    /** Mean of a manager. */
    public double of(String manager) {
        Double mean = means.get(manager);
        if (mean == null) {
            throw new IllegalArgumentException("no manager " + manager);
        }
        return mean;
    }

    /** How much more load PARTIES holds than Heracles, as a share. */
    public double gain() {
        return of("parties") / of("heracles") - 1;
    }

    /** True if each manager holds at least what the one before it does. */
    public boolean isOrdered() {
        return IntStream.range(1, MANAGERS.size())
                .allMatch(i -> of(MANAGERS.get(i)) >= of(MANAGERS.get(i - 1)) - 1e-9);
    }
}
