package dev.stowage.workload.prototype;

import dev.stowage.model.TaskClass;
import dev.stowage.workload.JobPrototype;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How far the durations of a generated job may lie from those of its prototype: half-way to the
 * nearer neighbour among the prototypes of its class, but at most {@value #MOST} of them; not at
 * all where several prototypes last equally long. A prototype that stands for several jobs comes
 * back as copies, which may lie {@value #OF_COPIES} of it apart, as different jobs do. So values
 * are no copies where they are continuous, and stay what they are where they are not.
 */
public final class Jitter {
    private static final double MOST = 0.05;
    private static final double OF_COPIES = 0.15;
    private static final double COPIED = 1.5; // jobs that a prototype stands for

    private Jitter() {}

    /** The greatest of the widths; 0 without prototypes. */
    public static double most(List<JobPrototype> prototypes) {
        return Arrays.stream(of(prototypes)).max().orElse(0);
    }

    /** The widths, as shares of the duration. */
    public static double[] of(List<JobPrototype> prototypes) {
        double[] widths = new double[prototypes.size()];
        for (TaskClass taskClass : TaskClass.values()) {
            int[] order =
                    IntStream.range(0, widths.length)
                            .filter(i -> prototypes.get(i).taskClass() == taskClass)
                            .filter(i -> prototypes.get(i).meanSeconds() > 0)
                            .boxed()
                            .sorted(
                                    (a, b) ->
                                            Double.compare(
                                                    prototypes.get(a).meanSeconds(),
                                                    prototypes.get(b).meanSeconds()))
                            .mapToInt(Integer::intValue)
                            .toArray();
            double[] means =
                    IntStream.of(order).mapToDouble(i -> prototypes.get(i).meanSeconds()).toArray();
            for (int k = 0; k < order.length; k++) {
                double below = k == 0 ? means[k] : means[k] - means[k - 1];
                double above = k == order.length - 1 ? means[k] : means[k + 1] - means[k];
                double half = Math.min(below, above) / 2 / means[k];
                boolean isCopied = half > 0 && prototypes.get(order[k]).weight() > COPIED;
                widths[order[k]] = isCopied ? OF_COPIES : Math.min(MOST, half);
            }
        }
        return widths;
    }
}
