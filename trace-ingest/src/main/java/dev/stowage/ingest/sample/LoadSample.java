package dev.stowage.ingest.sample;

import dev.stowage.basis.Check;
import dev.stowage.ingest.sample.JobLoads.JobLoad;
import dev.stowage.ingest.sample.JobLoads.Measure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Whole jobs of a trace that have a share of its jobs, its tasks and its load. Jobs are put in
 * order of their core-seconds, heaviest first, by powers of two, and within a power by time; so
 * many of them in a row as one is to stand for are a group, and of each group the one is taken that
 * keeps what is taken so far nearest to its share of what was seen so far, in all measures at once.
 * What the heavy jobs leave over or lack the light ones make up for; then each group is asked once
 * more, up to 20 times. No job has more weight than another. O(n log n); the same jobs in every
 * run.
 *
 * <p>Source: stratified and balanced sampling, as in Tillé, Sampling and Estimation from Finite
 * Populations, Wiley 2020, chapters 4 and 6; the greedy choice in place of a drawn one is ours.
 */
final class LoadSample implements TaskChoice {
    private static final int MOST_PASSES = 20;

    private final double share;
    private final double[] total = new double[Measure.values().length];
    private final double[] seen = new double[total.length];
    private final double[] kept = new double[total.length];
    private final Set<Long> jobs = new HashSet<>();
    private final List<List<JobLoad>> groups = new ArrayList<>();
    private final List<JobLoad> taken = new ArrayList<>(); // one of each group

    private LoadSample(double share) {
        this.share = share;
    }

    /**
     * Chooses.
     *
     * @param share above 0, at most 1
     */
    static LoadSample of(List<JobLoad> all, double share) {
        Check.positive("share", share);
        LoadSample sample = new LoadSample(share);
        for (JobLoad job : all) {
            add(sample.total, job.amounts());
        }
        sample.choose(heaviestFirst(all));
        return sample;
    }

    /** Jobs by powers of two of their core-seconds, heaviest first, within a power by time. */
    private static List<JobLoad> heaviestFirst(List<JobLoad> jobs) {
        List<JobLoad> order = new ArrayList<>(jobs);
        order.sort(
                Comparator.comparingInt(LoadSample::power)
                        .reversed()
                        .thenComparingLong(JobLoad::submitMicros)
                        .thenComparingLong(JobLoad::id));
        return order;
    }

    private static int power(JobLoad job) {
        double coreSeconds = job.of(Measure.CORE_SECONDS);
        return coreSeconds <= 0 ? Double.MIN_EXPONENT : Math.getExponent(coreSeconds);
    }

    private void choose(List<JobLoad> order) {
        double due = 0.5;
        List<JobLoad> group = new ArrayList<>();
        for (JobLoad job : order) {
            group.add(job);
            add(seen, job.amounts());
            due += share;
            if (due >= 1) {
                due -= 1;
                JobLoad best = best(group, seen);
                groups.add(List.copyOf(group));
                taken.add(best);
                add(kept, best.amounts());
                group.clear();
            }
        }
        for (int pass = 0; pass < MOST_PASSES && improve(); pass++) {
            // each group once more, beside what all others have
        }
        taken.forEach(job -> jobs.add(job.id()));
    }

    /** Takes another one of a group where all together come nearer; false if none does. */
    private boolean improve() {
        boolean isBetter = false;
        for (int i = groups.size() - 1; i >= 0; i--) {
            JobLoad now = taken.get(i);
            for (int k = 0; k < kept.length; k++) {
                kept[k] -= now.amounts()[k];
            }
            JobLoad best = best(groups.get(i), total);
            boolean isNearer = off(best, total) < off(now, total);
            taken.set(i, isNearer ? best : now);
            add(kept, taken.get(i).amounts());
            isBetter |= isNearer;
        }
        return isBetter;
    }

    private JobLoad best(List<JobLoad> group, double[] all) {
        JobLoad best = group.get(0);
        double least = Double.POSITIVE_INFINITY;
        for (JobLoad each : group) {
            double off = off(each, all);
            if (off < least) {
                least = off;
                best = each;
            }
        }
        return best;
    }

    /** Sum of the squares of what is off, as parts of the whole, if a job is taken. */
    private double off(JobLoad job, double[] all) {
        double sum = 0;
        for (int i = 0; i < total.length; i++) {
            double off = kept[i] + job.amounts()[i] - share * all[i];
            sum += total[i] > 0 ? off / total[i] * (off / total[i]) : 0;
        }
        return sum;
    }

    private static void add(double[] sums, double[] amounts) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] += amounts[i];
        }
    }

    @Override
    public boolean keeps(long job, int index) {
        return jobs.contains(job);
    }
}
