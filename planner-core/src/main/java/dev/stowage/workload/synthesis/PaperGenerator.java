package dev.stowage.workload.synthesis;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Seeds;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.workload.Draw;
import dev.stowage.workload.Parameter;
import dev.stowage.workload.ParameterModel;
import dev.stowage.workload.WorkloadModel;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A synthetic workload with independently drawn parameters. The jobs are drawn at once, in memory
 * O(jobs); tasks are drawn while they are read. Safe for use by several threads; a pass is not.
 *
 * <p>Per job, in order of arrival: T_D, J_D, requests and priority, one uniform number each from
 * the stream of that name, whatever the class; {@code J_N = J_D / T_D}, rounded, at least 1 and at
 * most the largest J_N of the trace. All tasks of a job are identical but for their arrival.
 *
 * <p>Source: thesis (Sfakianakis 2023), Algorithm 1. Deviations, with reasons, in {@code
 * docs/models.md}.
 */
public final class PaperGenerator implements Workload {
    private static final double MICROS = 1e6;

    private final String name;
    private final double windowSeconds;
    private final JobColumns jobs;
    private final Map<TaskClass, Draw> taskArrivals = new EnumMap<>(TaskClass.class);
    private final long taskSeed;
    private final List<String> notes;
    private long cappedJobs;

    private PaperGenerator(WorkloadModel model, SynthOptions options) {
        this.name = model.name();
        this.windowSeconds = model.windowSeconds() * options.arrivalScale();
        this.jobs = new JobColumns((int) options.jobs(), asksForGpus(model));
        this.taskSeed = Seeds.mix(options.seed(), "taskArrival", options.replication());
        this.notes = model.undrawn(jobs.columns());
        drawArrivals(model, options);
        drawJobs(model, options);
        drawGpus(model, options);
        model.classes()
                .forEach(
                        (taskClass, ofClass) ->
                                ofClass.parameter(Parameter.TASK_ARRIVAL)
                                        .map(p -> Draw.of(Parameter.TASK_ARRIVAL, p).complete())
                                        .ifPresent(draw -> taskArrivals.put(taskClass, draw)));
    }

    /**
     * Draws the jobs.
     *
     * @throws InputException if more jobs are asked for than fit into memory's arrays
     */
    public static PaperGenerator of(WorkloadModel model, SynthOptions options) {
        SynthOptions.checkJobs((double) options.jobs());
        return new PaperGenerator(model, options);
    }

    /** Classes and time stamps, sorted by time and then by number of the draw. */
    private void drawArrivals(WorkloadModel model, SynthOptions options) {
        RandomGenerator classes = stream(options, "class");
        Column arrivals = Column.of(model, options, Parameter.JOB_ARRIVAL, "arrival");
        double batchShare = batchShare(model);
        double start = model.windowStartSeconds();
        for (int i = 0; i < jobs.size(); i++) {
            boolean isBatch = classes.nextDouble() < batchShare;
            TaskClass taskClass = isBatch ? TaskClass.BATCH : TaskClass.USER_FACING;
            double seconds = arrivals.next(isBatch) - start;
            jobs.setArrival(i, micros(seconds * options.arrivalScale()), taskClass);
        }
        jobs.sortByArrival();
    }

    private static double batchShare(WorkloadModel model) {
        WorkloadModel.ClassModel batch = model.classes().get(TaskClass.BATCH);
        if (batch == null) {
            return 0;
        }
        return model.classes().size() == 1 ? 1 : batch.share();
    }

    /** Parameter by parameter: each has a stream of its own, and small loops are compiled well. */
    private void drawJobs(WorkloadModel model, SynthOptions options) {
        drawTasks(model, options);
        Column.of(model, options, Parameter.CPU, "cpu")
                .drawAll(jobs.isBatch, Resources.MICRO_CORES_PER_CORE, jobs.cpuMicroCores);
        Column.of(model, options, Parameter.MEMORY, "memory")
                .drawAll(jobs.isBatch, Resources.BYTES_PER_GIB, jobs.memoryBytes);
        Column priority = Column.of(model, options, Parameter.PRIORITY, "priority");
        for (int i = 0; i < jobs.size(); i++) {
            jobs.priority[i] = (int) priority.next(jobs.isBatch[i]);
        }
    }

    /** How many tasks a job has and how long they run. */
    private void drawTasks(WorkloadModel model, SynthOptions options) {
        Column taskDuration = Column.of(model, options, Parameter.TASK_DURATION, "taskDuration");
        Column jobDuration = Column.of(model, options, Parameter.JOB_DURATION, "jobDuration");
        double mostOfBatch = largestJob(model, TaskClass.BATCH);
        double mostOfUserFacing = largestJob(model, TaskClass.USER_FACING);
        boolean isByCount = options.scaleBy() == SynthOptions.ScaleBy.COUNT;
        for (int i = 0; i < jobs.size(); i++) {
            boolean isBatch = jobs.isBatch[i];
            double factor = options.durationScale(jobs.taskClass(i));
            double onCount = isByCount ? factor : 1;
            double task = taskDuration.next(isBatch);
            double quotient = jobDuration.next(isBatch) / task;
            double most = isBatch ? mostOfBatch : mostOfUserFacing;
            jobs.tasks[i] = tasks(quotient * onCount, most * onCount);
            jobs.durationMicros[i] = micros(isByCount ? task : task * factor);
        }
    }

    private static boolean asksForGpus(WorkloadModel model) {
        return model.classes().values().stream()
                .flatMap(ofClass -> ofClass.parameter(Parameter.GPU).stream())
                .anyMatch(parameter -> parameter.high() > 0);
    }

    private void drawGpus(WorkloadModel model, SynthOptions options) {
        Column.of(model, options, Parameter.GPU, "gpu")
                .drawAll(jobs.isBatch, ServerExtras.MICROS_PER_GPU, jobs.gpuMicros);
    }

    private int tasks(double wanted, double most) {
        double rounded = Math.max(1, Math.floor(wanted + 0.5));
        double cap = Math.max(1, Math.floor(most + 0.5));
        if (!(rounded <= cap)) { // 0 / 0 too
            cappedJobs++;
            return (int) Math.min(Integer.MAX_VALUE, cap);
        }
        return (int) rounded;
    }

    private static double largestJob(WorkloadModel model, TaskClass taskClass) {
        return Optional.ofNullable(model.classes().get(taskClass))
                .flatMap(ofClass -> ofClass.parameter(Parameter.TASKS_PER_JOB))
                .map(ParameterModel::high)
                .orElse(1.0);
    }

    /**
     * One parameter with its random stream; null of a class for which the trace has no such data.
     */
    private record Column(@Nullable Draw batch, @Nullable Draw userFacing, RandomGenerator random) {
        static Column of(
                WorkloadModel model, SynthOptions options, Parameter parameter, String stream) {
            return new Column(
                    draw(model, TaskClass.BATCH, parameter),
                    draw(model, TaskClass.USER_FACING, parameter),
                    stream(options, stream));
        }

        private static @Nullable Draw draw(
                WorkloadModel model, TaskClass taskClass, Parameter parameter) {
            WorkloadModel.ClassModel ofClass = model.classes().get(taskClass);
            return ofClass == null
                    ? null
                    : ofClass.parameter(parameter).map(p -> Draw.of(parameter, p)).orElse(null);
        }

        /** Takes a number in any case; 0 where the trace has no such data. */
        double next(boolean isBatch) {
            double u = random.nextDouble();
            Draw draw = isBatch ? batch : userFacing;
            return draw == null ? 0 : draw.at(u);
        }

        /** Fills {@code target} with the parameter of the first jobs in a unit. */
        void drawAll(boolean[] isBatch, double unitsPerOne, long[] target) {
            for (int i = 0; i < target.length; i++) {
                target[i] = Math.round(next(isBatch[i]) * unitsPerOne);
            }
        }
    }

    private static RandomGenerator stream(SynthOptions options, String streamName) {
        return Seeds.stream(options.seed(), streamName, options.replication());
    }

    private static long micros(double seconds) {
        return Math.max(0, Math.round(seconds * MICROS));
    }

    @Override
    public String name() {
        return name;
    }

    /** GPUs, if the model has them. */
    @Override
    public Set<TaskColumn> columns() {
        return jobs.columns();
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    @Override
    public TaskSource open() {
        return new GeneratedTasks(
                jobs,
                taskArrivals.get(TaskClass.BATCH),
                taskArrivals.get(TaskClass.USER_FACING),
                taskSeed);
    }

    /** What the workload asks of a cluster, exactly. O(jobs). */
    public OfferedLoad offeredLoad() {
        long tasks = 0;
        double coreSeconds = 0;
        double gibSeconds = 0;
        for (int i = 0; i < jobs.size(); i++) {
            tasks += jobs.tasks[i];
            double seconds = jobs.tasks[i] * (jobs.durationMicros[i] / MICROS);
            coreSeconds += seconds * jobs.cpuMicroCores[i] / Resources.MICRO_CORES_PER_CORE;
            gibSeconds += seconds * jobs.memoryBytes[i] / Resources.BYTES_PER_GIB;
        }
        return new OfferedLoad(jobs.size(), tasks, coreSeconds, gibSeconds, windowSeconds);
    }

    /** Jobs whose number of tasks was cut down to the largest that the trace has. */
    public long cappedJobs() {
        return cappedJobs;
    }
}
