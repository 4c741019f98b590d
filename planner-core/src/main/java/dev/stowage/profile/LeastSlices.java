package dev.stowage.profile;

import dev.stowage.basis.Check;
import java.util.ArrayList;
import java.util.List;

/**
 * User-oriented admission: the slices of a server's grid with at least a target performance index
 * and the least sum of shares. There may be several; they are in order of CPU, then memory. Exact:
 * O(steps of CPU * steps of memory * log(steps of SSD)), because performance never falls with more.
 * No less of a resource is given than some run had (ours). Source: Sfakianakis 2023, section 2.3.1.
 */
public final class LeastSlices {
    private static final double SAME = 1e-9;

    private LeastSlices() {}

    /**
     * The least slices; empty if not even the whole server meets the target.
     *
     * @param target performance index, above 0 and at most 1
     */
    public static List<Slice> of(Performance performance, SlicedServer server, double target) {
        return within(performance, server, target, Slice.WHOLE);
    }

    /** The least slices among those that {@code free} covers; empty if none of them will do. */
    public static List<Slice> within(
            Performance performance, SlicedServer server, double target, Slice free) {
        Check.positive("target", target);
        Check.inRange("target", target, 0, 1);
        int mostCpu = mostSteps(server, free, 0);
        int mostMemory = mostSteps(server, free, 1);
        int mostSsd = mostSteps(server, free, 2);
        List<Slice> least = new ArrayList<>();
        double leastSum = Double.POSITIVE_INFINITY;
        int fewestSsd = fewestSteps(performance, server, 2);
        for (int cpu = fewestSteps(performance, server, 0); cpu <= mostCpu; cpu++) {
            for (int memory = fewestSteps(performance, server, 1); memory <= mostMemory; memory++) {
                int ssd =
                        Math.max(
                                fewestSsd,
                                leastSsd(performance, server, target, cpu, memory, mostSsd));
                if (ssd > mostSsd) {
                    continue;
                }
                Slice slice = server.slice(cpu, memory, ssd);
                if (slice.sum() < leastSum - SAME) {
                    least.clear();
                    leastSum = slice.sum();
                }
                if (slice.sum() <= leastSum + SAME) {
                    least.add(slice);
                }
            }
        }
        return List.copyOf(least);
    }

    /** The least that a run had: nothing says that less is enough. */
    private static int fewestSteps(Performance performance, SlicedServer server, int resource) {
        double had = performance.evidence().had().share(resource);
        return Math.max(1, (int) Math.ceil(had * server.steps(resource) - SAME));
    }

    private static int mostSteps(SlicedServer server, Slice free, int resource) {
        return (int) Math.floor(free.share(resource) * server.steps(resource) + SAME);
    }

    /** Steps of SSD cache that meet the target beside the others; above {@code most} if none do. */
    private static int leastSsd(
            Performance performance,
            SlicedServer server,
            double target,
            int cpu,
            int memory,
            int most) {
        int low = 1;
        int high = most + 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (performance.at(server.slice(cpu, memory, middle)) >= target - SAME) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
