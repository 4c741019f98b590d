package dev.stowage.report.cloud;

import dev.stowage.report.SteppedSeries;
import dev.stowage.sim.cloud.DeploymentRun;
import dev.stowage.sim.cloud.Rental;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which VMs a deployment works with over time: the types that work most, and all others together. A
 * long run is cut into equal parts, each shown by the decision with the most VMs in it.
 */
final class VmMix {
    private static final int TYPES = 5;
    private static final String OTHERS = "others";

    private final List<String> types;
    private final double[] seconds;
    private final double[][] counts;

    private VmMix(List<String> types, double[] seconds, double[][] counts) {
        this.types = List.copyOf(types);
        this.seconds = seconds;
        this.counts = counts;
    }

    /** {@code aws m7g.large}, those that work most first. */
    List<String> types() {
        return types;
    }

    /** When each row begins; the last one is the end. */
    double[] seconds() {
        return seconds;
    }

    /** VMs by type, then by row. */
    double[][] counts() {
        return counts;
    }

    static VmMix of(DeploymentRun run) {
        Map<String, Long> worked = new LinkedHashMap<>();
        for (Rental rental : run.rentals()) {
            long each = rental.releasedSeconds() - rental.startSeconds();
            worked.merge(type(rental), rental.vms() * each, Long::sum);
        }
        List<String> types =
                new ArrayList<>(
                        worked.entrySet().stream()
                                .sorted(
                                        Comparator.comparingLong(
                                                (Map.Entry<String, Long> e) -> -e.getValue()))
                                .limit(TYPES)
                                .map(Map.Entry::getKey)
                                .toList());
        if (worked.size() > TYPES) {
            types.add(OTHERS);
        }
        int[][] levels = levels(run, types);
        return drawn(run, types, levels);
    }

    private static String type(Rental rental) {
        return rental.market().provider() + " " + rental.item().offer().type().name();
    }

    /** VMs by type at each decision. */
    private static int[][] levels(DeploymentRun run, List<String> types) {
        int decisions = run.demand().size();
        int[][] levels = new int[types.size()][decisions + 1];
        for (Rental rental : run.rentals()) {
            int known = types.indexOf(type(rental));
            int[] level = levels[known < 0 ? types.size() - 1 : known];
            level[decision(run, rental.startSeconds())] += rental.vms();
            level[decision(run, rental.releasedSeconds())] -= rental.vms();
        }
        for (int[] level : levels) {
            for (int i = 1; i <= decisions; i++) {
                level[i] += level[i - 1];
            }
        }
        return levels;
    }

    /** The first decision at or after a time; the number of decisions after the last. */
    private static int decision(DeploymentRun run, long seconds) {
        long first = -Math.floorDiv(-seconds, run.decisionSeconds());
        return (int) Math.min(first, run.demand().size());
    }

    private static VmMix drawn(DeploymentRun run, List<String> types, int[][] levels) {
        int decisions = run.demand().size();
        int parts = Math.min(decisions, SteppedSeries.PARTS);
        double[] seconds = new double[parts + 1];
        double[][] counts = new double[types.size()][parts + 1];
        for (int part = 0; part < parts; part++) {
            int from = (int) ((long) decisions * part / parts);
            int to = (int) ((long) decisions * (part + 1) / parts);
            int most = from;
            for (int i = from; i < to; i++) {
                most = total(levels, i) > total(levels, most) ? i : most;
            }
            seconds[part] = (double) from * run.decisionSeconds();
            for (int type = 0; type < types.size(); type++) {
                counts[type][part] = levels[type][most];
            }
        }
        seconds[parts] = run.endSeconds();
        for (double[] count : counts) {
            count[parts] = count[parts - 1];
        }
        return new VmMix(types, seconds, counts);
    }

    private static int total(int[][] levels, int decision) {
        int sum = 0;
        for (int[] level : levels) {
            sum += level[decision];
        }
        return sum;
    }
}
