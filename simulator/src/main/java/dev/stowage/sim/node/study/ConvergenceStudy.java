package dev.stowage.sim.node.study;

import dev.stowage.basis.Seeds;
import dev.stowage.model.node.NodeLibrary;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.node.NodeManagers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * How long PARTIES takes to meet all targets, at loads about half of what can be met: random mixes
 * and directions, those that the oracle can meet. Which loads the paper takes is not said.
 *
 * @param cases in which the oracle meets all targets
 * @param seconds of those in which PARTIES does too, within a minute
 */
record ConvergenceStudy(int cases, List<Double> seconds) {
    private static final double HALF_OF_THE_FRONTIER = 0.675;

    ConvergenceStudy {
        seconds = List.copyOf(seconds);
    }

    /** Mean seconds of those that converge. */
    double mean() {
        return seconds.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    /** Of drawn mixes and loads. */
    static ConvergenceStudy of(
            NodeLibrary library, List<String> names, int count, int draws, long seed) {
        PolicySpec parties = NodeManagers.registry().parse("reproduce", "parties");
        PolicySpec oracle = NodeManagers.registry().parse("reproduce", "oracle");
        RandomGenerator random = Seeds.stream(seed, "node.convergence." + count, 0);
        List<Double> times = new ArrayList<>();
        int met = 0;
        for (int each = 0; each < draws; each++) {
            List<String> mix = new ArrayList<>(names);
            while (mix.size() > count) {
                mix.remove(random.nextInt(mix.size()));
            }
            double[] loads = loads(random, count);
            var spec = UtilisationStudy.spec(library, Collections.unmodifiableList(mix));
            if (new LoadFrontier(spec, oracle, seed, 10).holds(loads)) {
                met++;
                double time = new LoadFrontier(spec, parties, seed, 10).convergence(loads, each);
                if (!Double.isNaN(time)) {
                    times.add(time);
                }
            }
        }
        return new ConvergenceStudy(met, times);
    }

    private static double[] loads(RandomGenerator random, int count) {
        double[] loads = new double[count];
        double sum = 0;
        for (int i = 0; i < count; i++) {
            loads[i] = random.nextExponential();
            sum += loads[i];
        }
        for (int i = 0; i < count; i++) {
            double share = Math.rint(10 * HALF_OF_THE_FRONTIER * loads[i] / sum) / 10;
            loads[i] = Math.min(1, Math.max(0.1, share));
        }
        return loads;
    }
}
