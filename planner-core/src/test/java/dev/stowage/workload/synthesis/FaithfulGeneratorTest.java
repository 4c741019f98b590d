package dev.stowage.workload.synthesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.InputException;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.workload.FaithfulModels;
import dev.stowage.workload.JointModel;
import dev.stowage.workload.ModelReader;
import dev.stowage.workload.Models;
import dev.stowage.workload.TaskDemands;
import dev.stowage.workload.WorkloadModel;
import dev.stowage.workload.fit.JobSamples;
import dev.stowage.workload.synthesis.SynthOptions.ScaleBy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FaithfulGeneratorTest {
    private record Task(long submit, long duration, long cpu, long job, int index) {}

    private static List<Task> tasks(Workload workload, int batchSize) {
        List<Task> tasks = new ArrayList<>();
        TaskBatch batch = new TaskBatch(batchSize);
        try (TaskSource source = workload.open()) {
            while (source.read(batch)) {
                for (int i = 0; i < batch.size; i++) {
                    tasks.add(
                            new Task(
                                    batch.submitMicros[i],
                                    batch.durationMicros[i],
                                    batch.cpuMicroCores[i],
                                    batch.jobId[i],
                                    batch.taskIndex[i]));
                }
            }
        }
        return tasks;
    }

    private static SynthOptions options(long jobs, double arrivalScale, double longer, ScaleBy by) {
        return new SynthOptions(jobs, arrivalScale, longer, longer, by, Generators.FAITHFUL, 11, 0);
    }

    private static FaithfulGenerator generator(SynthOptions options) {
        return FaithfulGenerator.of(FaithfulModels.model(), options);
    }

    private static double coreSeconds(List<Task> tasks) {
        return tasks.stream()
                .filter(task -> task.duration() != TaskBatch.NONE)
                .mapToDouble(task -> task.duration() / 1e6 * task.cpu() / 1e6)
                .sum();
    }

    private static double expectedCoreSeconds() {
        JointModel joint = FaithfulModels.model().joint();
        assertThat(joint).isNotNull();
        return joint.jobs().stream()
                .filter(job -> !job.isStanding())
                .flatMap(job -> job.groups().stream())
                .mapToDouble(g -> g.tasks() * g.cpuCores() * g.durationSeconds().mean())
                .sum();
    }

    @Test
    void isTheDefaultOfModelsThatCanDoIt() {
        assertThat(Generators.sameWindowFor(FaithfulModels.model())).isEqualTo("faithful");
        assertThat(Generators.defaultFor(Models.model())).isEqualTo("paper");
    }

    @Test
    void deliversTheTasksOfEveryJobInOrderOfSubmit() {
        FaithfulGenerator generator = generator(options(FaithfulModels.JOBS, 1, 1, ScaleBy.COUNT));
        List<Task> tasks = tasks(generator, 100);
        long before = 0;
        Map<Long, Integer> ofJob = new HashMap<>();
        for (Task task : tasks) {
            assertThat(task.submit()).isGreaterThanOrEqualTo(before);
            before = task.submit();
            ofJob.merge(task.job(), 1, Integer::sum);
        }
        assertThat(ofJob).hasSize(FaithfulModels.JOBS + FaithfulModels.STANDING);
        assertThat(tasks.stream().filter(t -> t.job() <= generator.standingJobs()))
                .hasSize(FaithfulModels.STANDING)
                .allMatch(t -> t.submit() == 0 && t.duration() == TaskBatch.NONE);
        assertThat(tasks(generator, 7)).isEqualTo(tasks);
        assertThat(tasks(generator(options(FaithfulModels.JOBS, 1, 1, ScaleBy.COUNT)), 4096))
                .isEqualTo(tasks);
    }

    @Test
    void asManyJobsAsTheTraceHasAskForWhatTheTraceAsks() {
        List<Task> tasks =
                tasks(generator(options(FaithfulModels.JOBS, 1, 1, ScaleBy.COUNT)), 4096);
        assertThat(coreSeconds(tasks))
                .isCloseTo(expectedCoreSeconds(), within(0.01 * expectedCoreSeconds()));
    }

    @Test
    void largeJobsStayLong() {
        List<Task> tasks =
                tasks(generator(options(FaithfulModels.JOBS, 1, 1, ScaleBy.COUNT)), 4096);
        // of jobs of more than five tasks, each asks for 2 cores and runs for 60 s or more
        assertThat(tasks.stream().filter(t -> t.cpu() == 2_000_000 && t.duration() > 0))
                .isNotEmpty()
                .allMatch(t -> t.duration() > 55_000_000L);
    }

    @Test
    void scalesAsAsked() {
        double once = expectedCoreSeconds();
        List<Task> stretched = tasks(generator(options(2000, 2, 1, ScaleBy.COUNT)), 4096);
        assertThat(stretched.get(stretched.size() - 1).submit() / 1e6)
                .isBetween(
                        1.9 * FaithfulModels.WINDOW_SECONDS, 2.01 * FaithfulModels.WINDOW_SECONDS);
        assertThat(coreSeconds(stretched)).isCloseTo(once, within(0.01 * once));
        for (ScaleBy by : ScaleBy.values()) {
            assertThat(coreSeconds(tasks(generator(options(2000, 1, 1.5, by)), 4096)))
                    .isCloseTo(1.5 * once, within(0.02 * 1.5 * once));
        }
        assertThat(coreSeconds(tasks(generator(options(6000, 1, 1, ScaleBy.COUNT)), 4096)))
                .isCloseTo(3 * once, within(0.02 * 3 * once));
    }

    @Test
    void asManyStandingJobsAsTheRateOfArrivalsKeeps() {
        assertThat(generator(options(6000, 1, 1, ScaleBy.COUNT)).standingJobs()).isEqualTo(30);
        assertThat(generator(options(2000, 2, 1, ScaleBy.COUNT)).standingJobs()).isEqualTo(5);
        assertThat(generator(options(2000, 1, 3, ScaleBy.DURATION)).standingJobs()).isEqualTo(30);
        assertThat(generator(options(0, 1, 1, ScaleBy.COUNT)).standingJobs()).isZero();
    }

    @Test
    void replicationsDiffer() {
        SynthOptions options = options(500, 1, 1, ScaleBy.COUNT);
        assertThat(tasks(generator(options.withReplication(1)), 4096))
                .isNotEqualTo(tasks(generator(options), 4096));
    }

    @Test
    void refusesAModelOfMarginals() {
        assertThatThrownBy(
                        () ->
                                FaithfulGenerator.of(
                                        Models.model(), options(10, 1, 1, ScaleBy.COUNT)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("without arrivals and joint");
    }

    @Test
    void readsBackWhatItWrites() {
        WorkloadModel model = FaithfulModels.model();
        WorkloadModel read = ModelReader.read("m.json", model.toJson());
        assertThat(read.toJson()).isEqualTo(model.toJson());
        SynthOptions options = options(800, 1, 1, ScaleBy.COUNT);
        assertThat(tasks(FaithfulGenerator.of(read, options), 4096))
                .isEqualTo(tasks(generator(options), 4096));
    }

    /** Eight tasks, each of which runs for another time. */
    @Test
    void halfTheTasksOfAJobAreHalfHoweverManyGroupsItHas() {
        JobSamples samples = new JobSamples();
        JobSamples.Job job = samples.addJob(TaskClass.BATCH, 0, false, 1, JobSamples.NO_SESSION);
        for (int i = 0; i < 8; i++) {
            job.add(
                    new JobSamples.Shape(TaskOutcome.FINISHED, 0, 1, 1, TaskDemands.NONE),
                    10 + i,
                    0);
        }
        FaithfulJobs jobs =
                new FaithfulJobs(1, samples.prototypes(), options(1, 1, 0.5, ScaleBy.COUNT));
        for (double chance : new double[] {0, 0.3, 0.7, 0.99}) {
            assertThat(IntStream.range(0, 8).map(g -> jobs.tasks(0, g, chance)).sum()).isEqualTo(4);
        }
        FaithfulJobs few =
                new FaithfulJobs(1, samples.prototypes(), options(1, 1, 0.01, ScaleBy.COUNT));
        assertThat(IntStream.range(0, 8).map(g -> few.tasks(0, g, 0.5)).sum()).isEqualTo(1);
        assertThat(IntStream.range(0, 8).map(g -> few.tasks(0, g, 0.99)).sum()).isEqualTo(1);
    }
}
