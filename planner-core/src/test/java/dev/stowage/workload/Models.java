package dev.stowage.workload;

import dev.stowage.basis.Progress;
import dev.stowage.model.Resources;
import dev.stowage.model.TaskClass;
import dev.stowage.workload.fit.FitOptions;
import dev.stowage.workload.fit.ModelFitter;
import dev.stowage.workload.fit.ParameterSamples;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** A made-up trace and its model, small enough to fit in every test. */
public final class Models {
    public static final double WINDOW_SECONDS = 86_400;
    public static final int MAX_TASKS = 40;

    private static final WorkloadModel MODEL = fit(samples());

    private Models() {}

    /** Fitted once. */
    public static WorkloadModel model() {
        return MODEL;
    }

    public static WorkloadModel fit(ParameterSamples samples) {
        return ModelFitter.fit(
                samples, FitOptions.defaults("made-up", "0.0.0-test"), Progress.NONE);
    }

    public static ParameterSamples samples() {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(12);
        ParameterSamples.Builder builder = ParameterSamples.builder();
        for (int job = 0; job < 3000; job++) {
            add(builder, random, job % 4 == 0 ? TaskClass.USER_FACING : TaskClass.BATCH);
        }
        builder.add(TaskClass.BATCH, Parameter.TASK_DURATION, Double.NaN);
        builder.add(TaskClass.BATCH, Parameter.TASK_DURATION, -1);
        builder.countCensored(TaskClass.BATCH, Parameter.TASK_DURATION);
        return builder.build(provenance());
    }

    private static void add(
            ParameterSamples.Builder builder, RandomGenerator random, TaskClass taskClass) {
        builder.countJob(taskClass);
        builder.add(taskClass, Parameter.JOB_ARRIVAL, WINDOW_SECONDS * random.nextDouble());
        double task = 20 * Math.exp(random.nextGaussian());
        builder.add(taskClass, Parameter.JOB_DURATION, 60 * Math.exp(1.5 * random.nextGaussian()));
        builder.add(taskClass, Parameter.TASKS_PER_JOB, 1 + random.nextInt(MAX_TASKS));
        builder.add(taskClass, Parameter.TASK_ARRIVAL, 3 * random.nextDouble());
        builder.add(taskClass, Parameter.TASK_DURATION, task);
        builder.add(taskClass, Parameter.CPU, 0.125 * (1 + random.nextInt(4)));
        builder.add(taskClass, Parameter.MEMORY, 0.5 + random.nextDouble());
        builder.add(taskClass, Parameter.PRIORITY, random.nextInt(3) * 4);
    }

    public static TraceProvenance provenance() {
        Map<String, TraceProvenance.Table> tables = new LinkedHashMap<>();
        tables.put(TraceProvenance.JOBS, new TraceProvenance.Table(3000, 0, WINDOW_SECONDS));
        tables.put(TraceProvenance.TASKS, new TraceProvenance.Table(9000, 0, 3600));
        return new TraceProvenance(
                "made-up",
                "none",
                "made up by a test",
                "every fourth",
                Resources.ofCoresAndGib(1, 1),
                tables,
                List.of("a.csv", "b.csv"),
                List.of("not a real trace"));
    }
}
