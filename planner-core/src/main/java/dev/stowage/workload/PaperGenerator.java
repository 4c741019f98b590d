package dev.stowage.workload;

import dev.stowage.model.InputException;
import dev.stowage.model.Resources;
import dev.stowage.model.Seeds;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

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
    /** Without these there is nothing to generate. */
    static final List<Parameter> NEEDED =
            List.of(
                    Parameter.JOB_ARRIVAL,
                    Parameter.TASKS_PER_JOB,
                    Parameter.TASK_DURATION,
                    Parameter.JOB_DURATION);

    private static final double MICROS = 1e6;
    private static final long MAX_JOBS = 200_000_000;

    private final String name;
    private final double windowSeconds;
    private final JobColumns jobs;
    private final Map<TaskClass, Draw> taskArrivals = new EnumMap<>(TaskClass.class);
    private final long taskSeed;
    private long cappedJobs;

    private PaperGenerator(WorkloadModel model, SynthOptions options) {
        this.name = model.name();
        this.windowSeconds = model.windowSeconds() * options.arrivalScale();
        this.jobs = new JobColumns((int) options.jobs(), asksForGpus(model));
        this.taskSeed = Seeds.mix(options.seed(), "taskArrival", options.replication());
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
        if (options.jobs() > MAX_JOBS) {
            throw InputException.at(
                    "--jobs", Long.toString(options.jobs()), "at most " + MAX_JOBS, null);
        }
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
            double seconds = arrivals.next(taskClass) - start;
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

    private void drawJobs(WorkloadModel model, SynthOptions options) {
        Column taskDuration = Column.of(model, options, Parameter.TASK_DURATION, "taskDuration");
        Column jobDuration = Column.of(model, options, Parameter.JOB_DURATION, "jobDuration");
        Column cpu = Column.of(model, options, Parameter.CPU, "cpu");
        Column memory = Column.of(model, options, Parameter.MEMORY, "memory");
        Column priority = Column.of(model, options, Parameter.PRIORITY, "priority");
        Map<TaskClass, Double> largest = largestJobs(model);
        boolean isByCount = options.scaleBy() == SynthOptions.ScaleBy.COUNT;
        for (int i = 0; i < jobs.size(); i++) {
            TaskClass taskClass = jobs.taskClass(i);
            double factor = options.durationScale(taskClass);
            double onCount = isByCount ? factor : 1;
            double task = taskDuration.next(taskClass);
            double quotient = jobDuration.next(taskClass) / task;
            double most = largest.getOrDefault(taskClass, 1.0);
            jobs.tasks[i] = tasks(quotient * onCount, most * onCount);
            jobs.durationMicros[i] = micros(isByCount ? task : task * factor);
            jobs.cpuMicroCores[i] =
                    Math.round(cpu.next(taskClass) * Resources.MICRO_CORES_PER_CORE);
            jobs.memoryBytes[i] = Math.round(memory.next(taskClass) * Resources.BYTES_PER_GIB);
            jobs.priority[i] = (int) priority.next(taskClass);
        }
    }

    private static boolean asksForGpus(WorkloadModel model) {
        return model.classes().values().stream()
                .flatMap(ofClass -> ofClass.parameter(Parameter.GPU).stream())
                .anyMatch(parameter -> parameter.high() > 0);
    }

    private void drawGpus(WorkloadModel model, SynthOptions options) {
        Column gpus = Column.of(model, options, Parameter.GPU, "gpu");
        for (int i = 0; i < jobs.gpuMicros.length; i++) {
            jobs.gpuMicros[i] =
                    Math.round(gpus.next(jobs.taskClass(i)) * ServerExtras.MICROS_PER_GPU);
        }
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

    private static Map<TaskClass, Double> largestJobs(WorkloadModel model) {
        Map<TaskClass, Double> largest = new EnumMap<>(TaskClass.class);
        model.classes()
                .forEach(
                        (taskClass, ofClass) ->
                                ofClass.parameter(Parameter.TASKS_PER_JOB)
                                        .ifPresent(p -> largest.put(taskClass, p.high())));
        return largest;
    }

    /** One parameter with its random stream. */
    private record Column(Map<TaskClass, Draw> draws, RandomGenerator random) {
        static Column of(
                WorkloadModel model, SynthOptions options, Parameter parameter, String stream) {
            Map<TaskClass, Draw> draws = new EnumMap<>(TaskClass.class);
            model.classes()
                    .forEach(
                            (taskClass, ofClass) ->
                                    ofClass.parameter(parameter)
                                            .map(p -> Draw.of(parameter, p))
                                            .ifPresent(draw -> draws.put(taskClass, draw)));
            return new Column(draws, stream(options, stream));
        }

        /** Takes a number in any case; 0 where the trace has no such data. */
        double next(TaskClass taskClass) {
            double u = random.nextDouble();
            Draw draw = draws.get(taskClass);
            return draw == null ? 0 : draw.at(u);
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
        return jobs.hasGpus() ? Set.of(TaskColumn.GPU) : Set.of();
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
