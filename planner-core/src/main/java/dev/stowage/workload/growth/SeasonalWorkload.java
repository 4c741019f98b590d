package dev.stowage.workload.growth;

import dev.stowage.basis.InputException;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.util.Arrays;

/**
 * A workload whose clock is bent so that jobs arrive as a {@link Season} has it: an hour that had n
 * jobs and has the factor f gets {@code n * f} of all jobs, in proportion, to one job. No job is
 * added or left out, their order stays, and so do durations. Between the jobs that end one hour and
 * those that end the next time runs evenly, so that bursts stay; jobs of one instant stay together,
 * even if an hour then has more than its share. What was there at time 0 stays there.
 *
 * <p>Safe for use by several threads; a pass is not.
 */
public final class SeasonalWorkload extends ChangedWorkload {
    private static final int MAX_HOURS = 10_000_000;

    private final long[] source; // where each hour of the result begins in the base, ascending
    private final long[] target; // where each hour begins, and where the last ends

    private SeasonalWorkload(Workload base, long[] source, long[] target) {
        super(base);
        this.source = source;
        this.target = target;
    }

    /**
     * Reads the base once, and bends its clock.
     *
     * @throws InputException if all jobs arrive in hours whose factor is 0
     */
    public static SeasonalWorkload of(Workload base, Season season) {
        JobCensus jobs = JobCensus.of(base);
        int first = 0;
        while (first < jobs.size() && jobs.submitMicros(first) <= 0) {
            first++;
        }
        if (first == jobs.size()) {
            return new SeasonalWorkload(base, new long[] {0}, new long[] {0});
        }
        long[] target = hours(season, jobs.submitMicros(jobs.size() - 1) + 1);
        double[] wanted = wanted(season, jobs, first, target);
        double total = Arrays.stream(wanted).sum();
        if (!(total > 0)) {
            throw InputException.at(
                    "seasonal",
                    "no hour with jobs that has a factor above 0",
                    "at least one",
                    "Does time 0 of the workload lie at startHour of startDay?");
        }
        long[] source = new long[target.length];
        double sum = 0;
        for (int hour = 1; hour < target.length; hour++) {
            sum += wanted[hour - 1];
            int place = first + (int) Math.round((jobs.size() - first) * (sum / total));
            boolean isEnd = hour == target.length - 1 || place >= jobs.size();
            source[hour] = isEnd ? target[target.length - 1] : jobs.submitMicros(place);
        }
        return new SeasonalWorkload(base, source, target);
    }

    private static long[] hours(Season season, long end) {
        if (end / Season.HOUR_MICROS > MAX_HOURS) {
            throw InputException.at(
                    "seasonal", "jobs over " + end / Season.HOUR_MICROS + " hours", "fewer", null);
        }
        long[] starts = new long[2 + (int) (end / Season.HOUR_MICROS) + 1];
        int size = 1;
        for (long at = season.endOfHour(0); at < end; at = season.endOfHour(at)) {
            starts[size++] = at;
        }
        starts[size++] = end;
        return Arrays.copyOf(starts, size);
    }

    /** Jobs of each hour times its factor. */
    private static double[] wanted(Season season, JobCensus jobs, int first, long[] hours) {
        double[] wanted = new double[hours.length - 1];
        int hour = 0;
        for (int place = first; place < jobs.size(); place++) {
            while (jobs.submitMicros(place) >= hours[hour + 1]) {
                hour++;
            }
            wanted[hour]++;
        }
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] *= season.factor(hours[i]);
        }
        return wanted;
    }

    /** When something happens that happened at {@code micros}; never earlier for later ones. */
    long bent(long micros) {
        if (micros <= 0 || micros >= source[source.length - 1]) {
            return micros;
        }
        int hour = upperBound(micros) - 1;
        double share = (double) (micros - source[hour]) / (source[hour + 1] - source[hour]);
        long length = target[hour + 1] - target[hour];
        return target[hour] + Math.min(length - 1, (long) (share * length));
    }

    /** First hour whose source begins after {@code micros}. */
    private int upperBound(long micros) {
        int low = 0;
        int high = source.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (source[middle] <= micros) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public long standingJobs() {
        return base.standingJobs();
    }

    @Override
    public TaskSource open() {
        return new Tasks(base.open()) {
            @Override
            public boolean read(TaskBatch batch) {
                boolean isMore = from.read(batch);
                for (int row = 0; row < batch.size; row++) {
                    batch.submitMicros[row] = bent(batch.submitMicros[row]);
                }
                return isMore;
            }
        };
    }
}
