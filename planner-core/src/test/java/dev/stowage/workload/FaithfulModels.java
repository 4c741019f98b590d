package dev.stowage.workload;

import dev.stowage.model.Resources;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import dev.stowage.workload.fit.JobSamples;
import dev.stowage.workload.fit.ParameterSamples;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** A made-up trace with bursts, a busy afternoon, and large jobs that are long, and its model. */
public final class FaithfulModels {
    public static final double WINDOW_SECONDS = 200_000;
    public static final int JOBS = 2000;
    public static final int STANDING = 10;

    private static final WorkloadModel MODEL = Models.fit(samples());
    private static final WorkloadModel WITH_GPUS = Models.fit(samples(true));

    private FaithfulModels() {}

    public static WorkloadModel model() {
        return MODEL;
    }

    /** The same, but tasks of large batch jobs ask for two GPUs, those of tiny ones for a half. */
    static WorkloadModel withGpus() {
        return WITH_GPUS;
    }

    static double gpus(boolean isBatch, int tasks) {
        return !isBatch || (tasks > 2 && tasks <= 5) ? 0 : tasks > 5 ? 2 : 0.5;
    }

    static ParameterSamples samples() {
        return samples(false);
    }

    private static ParameterSamples samples(boolean hasGpus) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);
        ParameterSamples.Builder builder = ParameterSamples.builder();
        JobSamples jobs = new JobSamples();
        for (int job = 0; job < STANDING; job++) {
            jobs.addJob(TaskClass.USER_FACING, 0, true, 1, JobSamples.NO_SESSION)
                    .add(
                            new JobSamples.Shape(TaskOutcome.RUNNING, 9, 2, 4, TaskDemands.NONE),
                            0,
                            0);
        }
        double time = 0;
        for (int job = 0; job < JOBS; job++) {
            boolean isBurst = job % 20 != 0;
            time += isBurst ? random.nextDouble() : 1900 * random.nextDouble() + 900;
            add(builder, jobs, random, Math.min(time, WINDOW_SECONDS - 1), hasGpus);
        }
        return builder.jobs(jobs).build(provenance());
    }

    private static void add(
            ParameterSamples.Builder builder,
            JobSamples jobs,
            RandomGenerator random,
            double time,
            boolean hasGpus) {
        TaskClass taskClass = random.nextInt(4) == 0 ? TaskClass.USER_FACING : TaskClass.BATCH;
        int tasks = 1 + (int) Math.exp(3 * random.nextDouble());
        double seconds = 10 * tasks * (1 + random.nextDouble());
        double cpu = tasks > 5 ? 2 : 0.5;
        double gpus = hasGpus ? gpus(taskClass == TaskClass.BATCH, tasks) : 0;
        JobSamples.Shape shape =
                new JobSamples.Shape(
                        TaskOutcome.FINISHED, 1, cpu, 2 * cpu, TaskDemands.ofGpus(gpus));
        builder.countJob(taskClass);
        builder.add(taskClass, Parameter.JOB_ARRIVAL, time);
        builder.add(taskClass, Parameter.JOB_DURATION, seconds);
        builder.add(taskClass, Parameter.TASKS_PER_JOB, tasks);
        jobs.addArrival(taskClass, time);
        JobSamples.Job whole = jobs.addJob(taskClass, time, false, 1, JobSamples.NO_SESSION);
        for (int i = 0; i < tasks; i++) {
            builder.add(taskClass, Parameter.TASK_ARRIVAL, i);
            builder.add(taskClass, Parameter.TASK_DURATION, seconds + i);
            builder.add(taskClass, Parameter.CPU, cpu);
            builder.add(taskClass, Parameter.MEMORY, 2 * cpu);
            builder.add(taskClass, Parameter.PRIORITY, 1);
            builder.add(taskClass, Parameter.GPU, gpus);
            whole.add(shape, seconds + i, i);
        }
    }

    private static TraceProvenance provenance() {
        Map<String, TraceProvenance.Table> tables = new LinkedHashMap<>();
        tables.put(TraceProvenance.JOBS, new TraceProvenance.Table(JOBS, 0, WINDOW_SECONDS));
        tables.put(TraceProvenance.TASKS, new TraceProvenance.Table(9000, 0, WINDOW_SECONDS));
        return new TraceProvenance(
                "made-up bursts",
                "none",
                "made up by a test",
                "every fourth",
                Resources.ofCoresAndGib(1, 1),
                tables,
                List.of(),
                List.of());
    }
}
