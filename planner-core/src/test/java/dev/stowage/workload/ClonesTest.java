package dev.stowage.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.Resources;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.workload.fit.JobChoice;
import dev.stowage.workload.fit.JobSamples;
import dev.stowage.workload.fit.ParameterSamples;
import dev.stowage.workload.synthesis.Generators;
import dev.stowage.workload.synthesis.SynthOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/** Of a trace with more jobs than a model holds, copies of one job must not stand side by side. */
class ClonesTest {
    private static final int JOBS = 3 * JobChoice.MOST;
    private static final int OF_PARAMETERS = 400;
    private static final int NEXT = 20;
    private static final double WINDOW_SECONDS = 10.0 * JOBS;

    private final double[] recorded = new double[JOBS];

    /** Jobs of one task at even times, in sessions of nine of one user; durations of all sizes. */
    private WorkloadModel model() {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
        ParameterSamples.Builder builder = ParameterSamples.builder();
        long[] tasks = new long[JOBS];
        double[] work = new double[JOBS];
        for (int job = 0; job < JOBS; job++) {
            recorded[job] = 100 * Math.exp(1.5 * random.nextGaussian());
            tasks[job] = 1;
            work[job] = recorded[job];
        }
        double[] weights = JobChoice.weights(tasks, work, JobChoice.MOST);
        JobSamples jobs = new JobSamples();
        for (int job = 0; job < JOBS; job++) {
            double at = 10.0 * job;
            builder.countJob(TaskClass.BATCH);
            jobs.addArrival(TaskClass.BATCH, at);
            if (job < OF_PARAMETERS) {
                builder.add(TaskClass.BATCH, Parameter.JOB_ARRIVAL, at);
                builder.add(TaskClass.BATCH, Parameter.JOB_DURATION, recorded[job]);
                builder.add(TaskClass.BATCH, Parameter.TASKS_PER_JOB, 1);
                builder.add(TaskClass.BATCH, Parameter.TASK_DURATION, recorded[job]);
            }
            if (weights[job] > 0) {
                int session = job % 90 < 9 ? job / 90 : JobSamples.NO_SESSION;
                jobs.addJob(TaskClass.BATCH, at, false, weights[job], session)
                        .add(
                                new JobSamples.Shape(
                                        TaskOutcome.FINISHED, 1, 1, 1, TaskDemands.NONE),
                                recorded[job],
                                0);
            }
        }
        return Models.fit(builder.jobs(jobs).build(provenance()));
    }

    private static TraceProvenance provenance() {
        Map<String, TraceProvenance.Table> tables = new LinkedHashMap<>();
        tables.put(TraceProvenance.JOBS, new TraceProvenance.Table(JOBS, 0, WINDOW_SECONDS));
        tables.put(TraceProvenance.TASKS, new TraceProvenance.Table(JOBS, 0, WINDOW_SECONDS));
        return new TraceProvenance(
                "made-up",
                "none",
                "",
                "all",
                Resources.ofCoresAndGib(1, 1),
                tables,
                List.of(),
                List.of());
    }

    /** How many of the next jobs last as long within 2 %, on average. */
    private static double nearEqual(double[] durations) {
        long near = 0;
        for (int i = 0; i + NEXT < durations.length; i++) {
            for (int j = i + 1; j <= i + NEXT; j++) {
                near += Math.abs(durations[j] - durations[i]) <= 0.02 * durations[i] ? 1 : 0;
            }
        }
        return (double) near / (durations.length - NEXT);
    }

    @Test
    void areNoMoreAlikeThanTheJobsOfTheTrace() {
        WorkloadModel model = model();
        double asRecorded = nearEqual(recorded);
        for (int seed = 1; seed <= 2; seed++) {
            SynthOptions options =
                    new SynthOptions(
                            JOBS,
                            1,
                            1,
                            1,
                            SynthOptions.ScaleBy.COUNT,
                            Generators.FAITHFUL,
                            seed,
                            0);
            double drawn = nearEqual(durations(Generators.generate(model, options)));
            assertThat(drawn / asRecorded).isBetween(0.8, 1.2);
        }
    }

    private static double[] durations(Workload workload) {
        double[] durations = new double[JOBS];
        int size = 0;
        TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        try (TaskSource source = workload.open()) {
            while (source.read(batch)) {
                for (int i = 0; i < batch.size; i++) {
                    durations[size++] = batch.durationMicros[i] / 1e6;
                }
            }
        }
        assertThat(size).isEqualTo(JOBS);
        return durations;
    }
}
