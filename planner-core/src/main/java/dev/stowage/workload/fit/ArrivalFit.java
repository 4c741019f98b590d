package dev.stowage.workload.fit;

import dev.stowage.model.TaskClass;
import dev.stowage.workload.Arrivals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Fits {@link Arrivals} to the arrivals of a trace. O(n log n) for sorting, then O(n) a level.
 *
 * <p>Segments are as short as leaves 16 jobs in one on average and a minute, but never longer than
 * a twentieth of the window. The clumping of a level is its estimate by the method of moments, over
 * all intervals of that level: {@code sum((left - n/2)^2 - n/4) / sum(n(n-1)/4)}.
 */
public final class ArrivalFit {
    private static final double SHORTEST_SECONDS = 60;
    private static final double JOBS_A_SEGMENT = 16;
    private static final int FEWEST_SEGMENTS = 20;
    private static final int MOST_SEGMENTS = 2000;
    private static final double FINEST_SECONDS = 1e-3;
    private static final double[] GRAINS = {60, 1, 1e-3};

    private final double windowSeconds;
    private final double[] seconds; // ascending, from the start of the window
    private final int segments;

    private ArrivalFit(double[] seconds, double windowSeconds, double seenSeconds) {
        this.seconds = seconds;
        this.windowSeconds = windowSeconds;
        double length =
                Math.max(
                        SHORTEST_SECONDS,
                        windowSeconds * JOBS_A_SEGMENT / Math.max(1, seconds.length));
        int fewest =
                (int)
                        Math.min(
                                MOST_SEGMENTS,
                                Math.max(FEWEST_SEGMENTS, Math.ceil(windowSeconds / length)));
        this.segments = aligned(fewest, seenSeconds / windowSeconds);
    }

    /**
     * The number of segments, up to a third more than the fewest, for which the time in which tasks
     * were seen ends nearest to the end of a segment: so many jobs as arrived in it are drawn in
     * it.
     */
    private static int aligned(int fewest, double seenShare) {
        int best = fewest;
        double least = Double.POSITIVE_INFINITY;
        for (int n = fewest; n <= fewest + fewest / 3 && seenShare < 1; n++) {
            double ends = Math.max(1, Math.rint(seenShare * n));
            double off = Math.abs(seenShare - ends / n);
            if (off < least * 0.999) {
                least = off;
                best = n;
            }
        }
        return best;
    }

    /**
     * The fit.
     *
     * @param arrivals seconds since the start of the window by class, in any order
     * @param windowSeconds length of the window, above 0
     * @param seenSeconds until when the trace saw tasks
     */
    public static Arrivals fit(
            Map<TaskClass, double[]> arrivals, double windowSeconds, double seenSeconds) {
        double[] all =
                arrivals.values().stream()
                        .flatMapToDouble(Arrays::stream)
                        .map(t -> inside(t, windowSeconds))
                        .sorted()
                        .toArray();
        ArrivalFit fit = new ArrivalFit(all, windowSeconds, seenSeconds);
        double grain = grain(all);
        return new Arrivals(
                windowSeconds / fit.segments,
                fit.counts(arrivals),
                fit.clumping(grain),
                grain,
                persistence(arrivals));
    }

    private static double inside(double seconds, double windowSeconds) {
        return Math.min(Math.max(0, seconds), Math.nextDown(windowSeconds));
    }

    private Map<TaskClass, List<Long>> counts(Map<TaskClass, double[]> arrivals) {
        Map<TaskClass, List<Long>> counts = new EnumMap<>(TaskClass.class);
        arrivals.forEach(
                (taskClass, times) -> {
                    Long[] ofClass = new Long[segments];
                    Arrays.fill(ofClass, 0L);
                    for (double time : times) {
                        ofClass[(int) index(inside(time, windowSeconds), 0)]++;
                    }
                    counts.put(taskClass, List.of(ofClass));
                });
        return counts;
    }

    /** Number of the interval of a level that a time lies in; level 0 are the segments. */
    private long index(double time, int level) {
        long intervals = (long) segments << level;
        return Math.min(intervals - 1, (long) (time / windowSeconds * intervals));
    }

    private List<Double> clumping(double grain) {
        List<Double> levels = new ArrayList<>();
        double length = windowSeconds / segments;
        double finest = Math.max(grain / 2, FINEST_SECONDS);
        for (int level = 0; length > finest && level < Arrivals.MAX_LEVELS; level++) {
            levels.add(clumping(level));
            length /= 2;
        }
        return levels;
    }

    private double clumping(int level) {
        double excess = 0;
        double pairs = 0;
        int from = 0;
        while (from < seconds.length) {
            long half = index(seconds[from], level + 1);
            long interval = half >> 1;
            int left = 0;
            int n = 0;
            while (from < seconds.length) {
                half = index(seconds[from], level + 1);
                if (half >> 1 != interval) {
                    break;
                }
                left += (half & 1) == 0 ? 1 : 0;
                n++;
                from++;
            }
            double off = left - n / 2.0;
            excess += off * off - n / 4.0;
            pairs += n * (n - 1.0) / 4;
        }
        return pairs > 0 ? Math.min(1, Math.max(0, excess / pairs)) : 0;
    }

    /** The coarsest of some units that all times are multiples of; 0 if none is. */
    private static double grain(double[] seconds) {
        for (double grain : GRAINS) {
            if (seconds.length > 1 && Arrays.stream(seconds).allMatch(t -> isMultiple(t, grain))) {
                return grain;
            }
        }
        return 0;
    }

    private static boolean isMultiple(double time, double grain) {
        return Math.abs(time - Math.rint(time / grain) * grain) < 5e-7;
    }

    /** Correlation of the classes of successive jobs, at least 0. */
    private static double persistence(Map<TaskClass, double[]> arrivals) {
        double[] batch = arrivals.getOrDefault(TaskClass.BATCH, new double[0]).clone();
        double[] other = arrivals.getOrDefault(TaskClass.USER_FACING, new double[0]).clone();
        if (batch.length == 0 || other.length == 0) {
            return 0;
        }
        Arrays.sort(batch);
        Arrays.sort(other);
        double n = batch.length + other.length;
        double same = 1 - switches(batch, other) / (n - 1);
        double p = batch.length / n;
        double expected = p * p + (1 - p) * (1 - p);
        return Math.min(1, Math.max(0, (same - expected) / (1 - expected)));
    }

    private static double switches(double[] a, double[] b) {
        int i = 0;
        int j = 0;
        int switches = -1;
        int last = -1;
        while (i < a.length || j < b.length) {
            int now = j == b.length || (i < a.length && a[i] <= b[j]) ? 0 : 1;
            i += 1 - now;
            j += now;
            switches += now == last ? 0 : 1;
            last = now;
        }
        return switches;
    }
}
