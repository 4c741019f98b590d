package dev.stowage.workload.prototype;

import dev.stowage.model.TaskClass;
import dev.stowage.workload.Arrivals;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Draws arrivals in ascending order: counts of segments in proportion to those of the trace, then
 * the cascade, depth first.
 *
 * <p>Hot: tens of millions of jobs; memory O(levels) beside the result.
 */
public final class ArrivalDraw {
    private final Arrivals arrivals;
    private final double[] clumping;
    private final RandomGenerator random;
    private final double[] leaf = new double[1024];
    private double[] out = new double[0];
    private int size;

    public ArrivalDraw(Arrivals arrivals, RandomGenerator random) {
        this.arrivals = arrivals;
        this.random = random;
        List<Double> levels = arrivals.clumping();
        this.clumping = levels.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /**
     * Jobs of each class in each segment, {@code jobs} in all: those of the model in proportion,
     * each within one job of it. The first index is the ordinal of the class.
     *
     * @param weights factor on the jobs of each class, by ordinal
     */
    public static int[][] share(Arrivals arrivals, int jobs, double[] weights, double phase) {
        TaskClass[] classes = TaskClass.values();
        int segments = arrivals.segments();
        double[][] wanted = new double[classes.length][segments];
        double total = 0;
        for (int c = 0; c < classes.length; c++) {
            for (int s = 0; s < segments; s++) {
                wanted[c][s] = arrivals.jobs(classes[c], s) * weights[c];
                total += wanted[c][s];
            }
        }
        int[][] counts = new int[classes.length][segments];
        double sum = 0;
        long given = 0;
        for (int s = 0; s < segments; s++) {
            for (int c = 0; c < classes.length; c++) {
                sum += wanted[c][s];
                long upTo = (long) Math.floor(sum / total * jobs + phase + 1e-9);
                counts[c][s] = (int) (upTo - given);
                given = upTo;
            }
        }
        return counts;
    }

    /** Seconds since the start of the window of {@code n} arrivals in a segment, ascending. */
    public void segment(int segment, int n, double[] into, int at) {
        out = into;
        size = at;
        double length = arrivals.segmentSeconds();
        split(n, 0, segment * length, length);
    }

    private void split(int n, int level, double start, double length) {
        if (n == 1) {
            out[size++] = arrivals.snapped(start + random.nextDouble() * length);
        } else if (level == clumping.length) {
            uniform(n, start, length);
        } else if (n > 1) {
            int left = BetaBinomial.half(n, clumping[level], random);
            double half = length / 2;
            split(left, level + 1, start, half);
            split(n - left, level + 1, start + half, half);
        }
    }

    private void uniform(int n, double start, double length) {
        double[] times = n <= leaf.length ? leaf : new double[n];
        for (int i = 0; i < n; i++) {
            times[i] = arrivals.snapped(start + random.nextDouble() * length);
        }
        Arrays.sort(times, 0, n);
        System.arraycopy(times, 0, out, size, n);
        size += n;
    }
}
