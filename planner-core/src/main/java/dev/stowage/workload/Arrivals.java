package dev.stowage.workload;

import dev.stowage.basis.Check;
import dev.stowage.model.TaskClass;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * When jobs arrive: how many in each segment of the window, and how unevenly within a segment.
 *
 * <p>Within a segment counts are a multiplicative cascade: of the n jobs of an interval, its left
 * half gets a beta-binomial number with mean n / 2 and correlation {@code clumping} of the level;
 * the halves are halved in turn. 0 is a Poisson process, 1 puts all into one half. The variance of
 * counts, and so their index of dispersion, comes out right at every scale of halving.
 *
 * <p>Source of cascades for arrivals: Riedi, Crouse, Ribeiro, Baraniuk, "A multifractal wavelet
 * model with application to network traffic", IEEE Trans. Information Theory 45(3), 1999.
 *
 * @param segmentSeconds length of a segment, s, above 0
 * @param jobs arrivals of each class in each segment of the window
 * @param clumping correlation of each level of halving, the whole segment first, each in [0, 1]
 * @param grainSeconds arrivals are multiples of this, s; 0 if of nothing coarser than the clock
 * @param classPersistence correlation of the classes of two successive jobs, in [0, 1]
 */
public record Arrivals(
        double segmentSeconds,
        Map<TaskClass, List<Long>> jobs,
        List<Double> clumping,
        double grainSeconds,
        double classPersistence) {
    /** More levels than halve a century down to a microsecond. */
    public static final int MAX_LEVELS = 64;

    public Arrivals {
        Check.positive("segmentSeconds", segmentSeconds);
        Check.notNegative("grainSeconds", grainSeconds);
        Check.inRange("classPersistence", classPersistence, 0, 1);
        clumping.forEach(rho -> Check.inRange("clumping", rho, 0, 1));
        clumping = List.copyOf(clumping);
        EnumMap<TaskClass, List<Long>> copy = new EnumMap<>(TaskClass.class);
        jobs.forEach((taskClass, counts) -> copy.put(taskClass, List.copyOf(counts)));
        jobs = Collections.unmodifiableMap(copy);
    }

    /** Number of segments. */
    public int segments() {
        return jobs.values().iterator().next().size();
    }

    /** Length of all segments, s. */
    public double windowSeconds() {
        return segmentSeconds * segments();
    }

    /** Jobs of one class in one segment. */
    public long jobs(TaskClass taskClass, int segment) {
        List<Long> counts = jobs.get(taskClass);
        return counts == null ? 0 : counts.get(segment);
    }

    /** Jobs in all segments. */
    public long total() {
        return jobs.values().stream()
                .flatMap(List::stream)
                .mapToLong(Long::longValue)
                .reduce(0, Math::addExact);
    }

    /** A time at which a job can arrive: the multiple of the grain at or before it, s. */
    public double snapped(double seconds) {
        return grainSeconds > 0 ? Math.floor(seconds / grainSeconds) * grainSeconds : seconds;
    }

    /**
     * Those of the jobs alone whose tasks the trace knows: as the joint structure has them while
     * tasks were seen, and the same share of all jobs later.
     */
    Arrivals ofKnownJobs(JointModel joint) {
        double seenSeconds = Math.min(joint.seenSeconds(windowSeconds()), windowSeconds());
        int seen = Math.max(1, (int) Math.round(seenSeconds / segmentSeconds));
        EnumMap<TaskClass, double[]> known = new EnumMap<>(TaskClass.class);
        jobs.keySet().forEach(taskClass -> known.put(taskClass, new double[segments()]));
        double knownJobs = 0;
        for (JobPrototype job : joint.jobs()) {
            if (!job.isStanding() && known.containsKey(job.taskClass())) {
                int segment = (int) Math.min(seen - 1.0, job.atSeconds() / segmentSeconds);
                known.get(job.taskClass())[segment] += job.weight();
                knownJobs += job.weight();
            }
        }
        double allJobs = 0;
        for (List<Long> counts : jobs.values()) {
            allJobs += counts.subList(0, seen).stream().mapToLong(Long::longValue).sum();
        }
        double share = allJobs > 0 ? knownJobs / allJobs : 1;
        known.forEach(
                (taskClass, counts) -> {
                    for (int s = seen; s < counts.length; s++) {
                        counts[s] = jobs(taskClass, s) * share;
                    }
                });
        return new Arrivals(
                segmentSeconds, rounded(known), clumping, grainSeconds, classPersistence);
    }

    /** Whole numbers of which as many segments as one likes sum to what they should within one. */
    private static Map<TaskClass, List<Long>> rounded(Map<TaskClass, double[]> counts) {
        EnumMap<TaskClass, List<Long>> whole = new EnumMap<>(TaskClass.class);
        counts.forEach(
                (taskClass, ofClass) -> {
                    List<Long> list = new ArrayList<>();
                    double sum = 0;
                    for (double count : ofClass) {
                        double before = Math.rint(sum);
                        sum += count;
                        list.add((long) (Math.rint(sum) - before));
                    }
                    whole.put(taskClass, list);
                });
        return whole;
    }
}
