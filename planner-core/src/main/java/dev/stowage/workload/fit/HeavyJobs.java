package dev.stowage.workload.fit;

import dev.stowage.workload.JobPrototype;
import dev.stowage.workload.TaskGroup;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The few jobs that hold most of the load, where there are such: the heaviest twentieth, if more
 * than half of the CPU time, the memory time or the GPU time is theirs. When one of them comes
 * decides how long others wait, so each is a session by itself: it keeps its place in time.
 */
final class HeavyJobs {
    private static final double SHARE_OF_JOBS = 1.0 / 20;
    private static final double SHARE_OF_LOAD = 0.5;
    private static final List<ToDoubleFunction<TaskGroup>> REQUESTS =
            List.of(TaskGroup::cpuCores, TaskGroup::memoryGib, TaskGroup::gpus);

    private HeavyJobs() {}

    /**
     * The same jobs, the heavy ones in sessions.
     *
     * @param jobs in any order; those that stand for others too, and standing ones, are never heavy
     * @param windowSeconds when tasks end that nobody saw end
     */
    static List<JobPrototype> inSessions(List<JobPrototype> jobs, double windowSeconds) {
        List<double[]> shares =
                REQUESTS.stream().map(request -> shares(jobs, request, windowSeconds)).toList();
        int[] heaviest = heaviest(jobs, shares);
        if (shares.stream().noneMatch(of -> sum(of, heaviest) > SHARE_OF_LOAD)) {
            return jobs;
        }
        JobPrototype[] all = jobs.toArray(JobPrototype[]::new);
        int number = jobs.stream().mapToInt(JobPrototype::session).max().orElse(-1) + 1;
        for (int i : heaviest) {
            if (all[i].weight() == 1 && !all[i].isOfSession()) {
                all[i] = all[i].inSession(number++);
            }
        }
        return List.of(all);
    }

    /** The twentieth that is first by the greatest of a job's shares, in the order of the jobs. */
    private static int[] heaviest(List<JobPrototype> jobs, List<double[]> shares) {
        int[] arriving =
                IntStream.range(0, jobs.size()).filter(i -> !jobs.get(i).isStanding()).toArray();
        ToDoubleFunction<Integer> greatest =
                i -> shares.stream().mapToDouble(of -> of[i]).max().orElseThrow();
        return IntStream.of(arriving)
                .boxed()
                .sorted(Comparator.comparingDouble(greatest).reversed())
                .limit((long) (arriving.length * SHARE_OF_JOBS))
                .mapToInt(Integer::intValue)
                .sorted()
                .toArray();
    }

    private static double sum(double[] shares, int[] jobs) {
        return IntStream.of(jobs).mapToDouble(i -> shares[i]).sum();
    }

    /** What each asks for over time, of what all that are not standing do; 0 if none does. */
    private static double[] shares(
            List<JobPrototype> jobs, ToDoubleFunction<TaskGroup> request, double windowSeconds) {
        double[] work = new double[jobs.size()];
        double sum = 0;
        for (int i = 0; i < work.length; i++) {
            JobPrototype job = jobs.get(i);
            if (!job.isStanding()) {
                work[i] = work(job, request, windowSeconds);
                sum += work[i] * job.weight();
            }
        }
        double all = Math.max(Double.MIN_NORMAL, sum);
        return Arrays.stream(work).map(one -> one / all).toArray();
    }

    private static double work(
            JobPrototype job, ToDoubleFunction<TaskGroup> request, double windowSeconds) {
        double rest = Math.max(0, windowSeconds - job.atSeconds());
        double work = 0;
        for (TaskGroup group : job.groups()) {
            if (!group.isPending()) {
                double seconds = group.isEndless() ? rest : group.durationSeconds().mean();
                work += group.tasks() * request.applyAsDouble(group) * seconds;
            }
        }
        return work;
    }
}
