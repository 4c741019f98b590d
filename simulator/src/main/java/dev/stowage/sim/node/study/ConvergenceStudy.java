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
 */
final class ConvergenceStudy {
    private static final double HALF_OF_THE_FRONTIER = 0.675;

    private ConvergenceStudy() {}

    /** Seconds, of the cases in which it converges. */
    static List<Double> times(
            NodeLibrary library, List<String> names, int count, int cases, long seed) {
        PolicySpec parties = NodeManagers.registry().parse("reproduce", "parties");
        PolicySpec oracle = NodeManagers.registry().parse("reproduce", "oracle");
        RandomGenerator random = Seeds.stream(seed, "node.convergence." + count, 0);
        List<Double> times = new ArrayList<>();
        for (int each = 0; each < cases; each++) {
            List<String> mix = new ArrayList<>(names);
            while (mix.size() > count) {
                mix.remove(random.nextInt(mix.size()));
            }
            double[] loads = loads(random, count);
            var spec = UtilisationStudy.spec(library, Collections.unmodifiableList(mix));
            if (new LoadFrontier(spec, oracle, seed, 10).holds(loads)) {
                double time = new LoadFrontier(spec, parties, seed, 10).convergence(loads, each);
                if (!Double.isNaN(time)) {
                    times.add(time);
                }
            }
        }
        return times;
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
