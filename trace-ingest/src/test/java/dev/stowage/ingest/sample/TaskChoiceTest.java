package dev.stowage.ingest.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.ingest.sample.JobLoads.JobLoad;
import dev.stowage.ingest.sample.JobLoads.Measure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Samples of jobs that were drawn, with loads that differ by orders of magnitude. */
final class TaskChoiceTest {
    private static final int DRAWS = 60;

    /** By load all measures are balanced; by tasks the order of jobs balances core-seconds. */
    private static final Map<SampleBy, List<Measure>> KEPT =
            Map.of(
                    SampleBy.LOAD, List.of(Measure.values()),
                    SampleBy.TASKS, List.of(Measure.CORE_SECONDS, Measure.TASKS));

    /** Jobs of some tasks, each task of a job alike; the tail is heavier with a larger spread. */
    private static List<JobLoad> jobs(Random random, int count, double spread) {
        List<JobLoad> jobs = new ArrayList<>();
        for (int id = 0; id < count; id++) {
            long tasks = 1 + (long) Math.exp(Math.min(8, spread * Math.abs(random.nextGaussian())));
            double seconds = Math.exp(spread * random.nextGaussian());
            double cores = 0.1 + random.nextInt(8);
            double gib = 0.5 + random.nextInt(30);
            double[] amounts = new double[Measure.values().length];
            amounts[Measure.CORE_SECONDS.place()] = tasks * cores * seconds;
            amounts[Measure.GIB_SECONDS.place()] = tasks * gib * seconds;
            amounts[Measure.CORES.place()] = tasks * cores;
            amounts[Measure.TASKS.place()] = tasks;
            jobs.add(new JobLoad(id, random.nextInt(100_000), amounts));
        }
        return jobs;
    }

    private static double share(List<JobLoad> jobs, TaskChoice choice, Measure measure) {
        double kept = 0;
        for (JobLoad job : jobs) {
            double tasks = job.of(Measure.TASKS);
            kept += job.of(measure) * keeps(job, choice) / tasks;
        }
        return kept / JobLoads.total(jobs, measure);
    }

    /** Chooses of jobs whose tasks come by in turns, as those of jobs that run at once do. */
    private static TaskChoice choose(SampleBy by, List<JobLoad> jobs, double share) {
        TaskChoice choice = by.choose(jobs, share);
        double most = JobLoads.largest(jobs, Measure.TASKS);
        for (int task = 0; task < most; task++) {
            for (JobLoad job : jobs) {
                if (task < job.of(Measure.TASKS)) {
                    choice.see(job.id(), task);
                }
            }
        }
        return choice;
    }

    private static long keeps(JobLoad job, TaskChoice choice) {
        return IntStream.range(0, (int) job.of(Measure.TASKS))
                .filter(index -> choice.keeps(job.id(), index))
                .count();
    }

    @ParameterizedTest
    @EnumSource(SampleBy.class)
    void theLoadIsKept(SampleBy by) {
        for (int seed = 0; seed < DRAWS; seed++) {
            List<JobLoad> jobs = jobs(new Random(seed), 2_000, 1);
            TaskChoice tenth = choose(by, jobs, 0.1);
            for (Measure each : KEPT.get(by)) {
                assertThat(share(jobs, tenth, each))
                        .as("seed %d, %s", seed, each)
                        .isCloseTo(0.1, within(by == SampleBy.LOAD ? 0.002 : 0.003));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(SampleBy.class)
    void theOrderInWhichJobsAreReadDoesNotMatter(SampleBy by) {
        List<JobLoad> jobs = jobs(new Random(1), 500, 2);
        List<JobLoad> shuffled = new ArrayList<>(jobs);
        Collections.shuffle(shuffled, new Random(2));
        TaskChoice one = choose(by, jobs, 0.3);
        TaskChoice other = choose(by, shuffled, 0.3);
        for (JobLoad job : jobs) {
            for (int task = 0; task < job.of(Measure.TASKS); task++) {
                assertThat(one.keeps(job.id(), task)).isEqualTo(other.keeps(job.id(), task));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(SampleBy.class)
    void allIsAll(SampleBy by) {
        List<JobLoad> jobs = jobs(new Random(3), 100, 2);
        TaskChoice all = choose(by, jobs, 1);
        assertThat(jobs).allMatch(job -> keeps(job, all) == job.of(Measure.TASKS));
    }

    @ParameterizedTest
    @EnumSource(SampleBy.class)
    void jobsAreWholeByLoadAndHaveTheirShareByTasks(SampleBy by) {
        List<JobLoad> jobs = jobs(new Random(4), 1_000, 2);
        TaskChoice tenth = choose(by, jobs, 0.1);
        for (JobLoad job : jobs) {
            double tasks = job.of(Measure.TASKS);
            long kept = keeps(job, tenth);
            if (by == SampleBy.LOAD) {
                assertThat(kept).isIn(0L, (long) tasks);
            } else {
                assertThat(Math.abs(kept - 0.1 * tasks)).isLessThan(1);
            }
        }
    }
}
