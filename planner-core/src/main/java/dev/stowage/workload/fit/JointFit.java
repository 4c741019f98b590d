package dev.stowage.workload.fit;

import dev.stowage.model.TaskClass;
import dev.stowage.workload.JobPrototype;
import dev.stowage.workload.JointModel;
import dev.stowage.workload.TaskGroup;
import java.util.List;

/** Fits the {@link JointModel} to jobs of a trace. O(jobs times the longest run). */
final class JointFit {
    private static final int LONGEST_RUN = 64;

    private JointFit() {}

    static JointModel fit(List<JobPrototype> jobs, double windowSeconds) {
        double longest = 1;
        for (TaskClass taskClass : TaskClass.values()) {
            double[] sizes =
                    jobs.stream()
                            .filter(job -> !job.isStanding() && job.taskClass() == taskClass)
                            .mapToDouble(JointFit::logWork)
                            .toArray();
            longest = Math.max(longest, correlationTime(sizes));
        }
        List<JobPrototype> all = HeavyJobs.inSessions(jobs, windowSeconds);
        return new JointModel(windowSeconds, (int) Math.round(longest), all);
    }

    /** Logarithm of what a job asks for. */
    private static double logWork(JobPrototype job) {
        double work = 0;
        for (TaskGroup group : job.groups()) {
            work += group.tasks() * (1 + group.durationSeconds().mean());
        }
        return Math.log(work);
    }

    /**
     * {@code 1 + 2 sum(r_k)} over the autocorrelations until the first below what chance gives
     * ({@code 2 / sqrt(n)}).
     */
    private static double correlationTime(double[] values) {
        int n = values.length;
        double mean = 0;
        for (double value : values) {
            mean += value / n;
        }
        double variance = products(values, mean, 0);
        double time = 1;
        int most = Math.min(LONGEST_RUN, n / 8);
        for (int lag = 1; variance > 0 && lag <= most; lag++) {
            double r = products(values, mean, lag) / variance;
            if (r < 2 / Math.sqrt(n)) {
                break;
            }
            time += 2 * r;
        }
        return Math.max(1, Math.min(time, most));
    }

    private static double products(double[] values, double mean, int lag) {
        double sum = 0;
        for (int i = lag; i < values.length; i++) {
            sum += (values[i] - mean) * (values[i - lag] - mean);
        }
        return sum;
    }
}
