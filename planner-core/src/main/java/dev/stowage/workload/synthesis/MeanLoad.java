package dev.stowage.workload.synthesis;

import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.workload.Arrivals;
import dev.stowage.workload.JobPrototype;
import dev.stowage.workload.JointModel;
import dev.stowage.workload.TaskGroup;
import dev.stowage.workload.WorkloadModel;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What tasks keep busy inside a window on average if none of them waits; what runs on after its end
 * does not count.
 *
 * @param cores mean cores
 * @param gib mean memory, GiB
 * @param gpus mean GPUs
 */
public record MeanLoad(double cores, double gib, double gpus) {
    /** No task. */
    public static final MeanLoad NONE = new MeanLoad(0, 0, 0);

    /** Of the first {@code windowSeconds} of a workload. One pass. */
    public static MeanLoad of(Workload workload, double windowSeconds) {
        double cores = 0;
        double gib = 0;
        double gpus = 0;
        TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        try (TaskSource source = workload.open()) {
            while (source.read(batch)) {
                for (int i = 0; i < batch.size; i++) {
                    double left = Math.max(0, windowSeconds - batch.submitMicros[i] / 1e6);
                    boolean isEndless = batch.durationMicros[i] == TaskBatch.NONE;
                    double runs = isEndless ? left : batch.durationMicros[i] / 1e6;
                    double busy = Math.min(left, runs);
                    cores += busy * (batch.cpuMicroCores[i] / 1e6);
                    gib += busy * batch.memoryBytes[i];
                    gpus += batch.isPlain ? 0 : busy * batch.gpuMicros[i];
                }
            }
        }
        return windowSeconds > 0
                ? new MeanLoad(
                        cores / windowSeconds,
                        gib / Resources.BYTES_PER_GIB / windowSeconds,
                        gpus / ServerExtras.MICROS_PER_GPU / windowSeconds)
                : NONE;
    }

    /**
     * What the trace behind a model kept busy while its tasks were recorded, from the jobs that the
     * model holds; jobs whose tasks were not recorded count as those of their class that were.
     * Empty for a model that holds no jobs.
     */
    public static Optional<MeanLoad> recorded(WorkloadModel model) {
        JointModel joint = model.joint();
        Arrivals arrivals = model.arrivals();
        if (joint == null || arrivals == null) {
            return Optional.empty();
        }
        double window = recordedSeconds(model);
        Map<TaskClass, Double> unknown = jobsForEachKnown(joint, arrivals, window);
        double[] sums = new double[3];
        for (JobPrototype job : joint.jobs()) {
            double jobs =
                    job.isStanding()
                            ? job.weight()
                            : job.weight() * factor(unknown, job.taskClass());
            for (TaskGroup group : job.groups()) {
                double busy = jobs * group.tasks() * busy(group, window - job.atSeconds());
                sums[0] += busy * group.cpuCores();
                sums[1] += busy * group.memoryGib();
                sums[2] += busy * group.gpus();
            }
        }
        return Optional.of(new MeanLoad(sums[0] / window, sums[1] / window, sums[2] / window));
    }

    /** How long the trace recorded tasks and jobs, s; the window of its jobs if it has no more. */
    public static double recordedSeconds(WorkloadModel model) {
        JointModel joint = model.joint();
        double window = model.windowSeconds();
        return joint == null ? window : Math.min(joint.windowSeconds(), window);
    }

    private static double factor(Map<TaskClass, Double> factors, TaskClass taskClass) {
        Double factor = factors.get(taskClass);
        if (factor == null) {
            throw new IllegalStateException("no job of " + taskClass);
        }
        return factor;
    }

    /** How many jobs of the window of the tasks there are for each whose tasks are known. */
    private static Map<TaskClass, Double> jobsForEachKnown(
            JointModel joint, Arrivals arrivals, double window) {
        int segments = (int) Math.max(1, Math.round(window / arrivals.segmentSeconds()));
        Map<TaskClass, Double> factors = new EnumMap<>(TaskClass.class);
        for (TaskClass taskClass : TaskClass.values()) {
            double known =
                    joint.jobs().stream()
                            .filter(job -> !job.isStanding() && job.taskClass() == taskClass)
                            .mapToDouble(JobPrototype::weight)
                            .sum();
            List<Long> jobs = arrivals.jobs().getOrDefault(taskClass, List.of());
            double all = 0;
            for (int s = 0; s < Math.min(segments, jobs.size()); s++) {
                all += jobs.get(s);
            }
            factors.put(taskClass, known > 0 ? Math.max(1, all / known) : 1);
        }
        return factors;
    }

    /** Mean time that a task of a group runs within the next {@code seconds}, s. */
    private static double busy(TaskGroup group, double seconds) {
        if (group.isPending()) {
            return 0;
        }
        double sum = 0;
        double[] arrivals = group.arrivalSeconds().values();
        double[] durations = group.durationSeconds().values();
        for (int a = 0; a < arrivals.length; a++) {
            double left = Math.max(0, seconds - arrivals[a]);
            double runs = 0;
            for (int d = 0; d < durations.length; d++) {
                runs += Math.min(left, durations[d]) * group.durationSeconds().shareOf(d);
            }
            sum += (group.isEndless() ? left : runs) * group.arrivalSeconds().shareOf(a);
        }
        return sum;
    }

    /** The mean of several, at least one. */
    public static MeanLoad mean(List<MeanLoad> loads) {
        return new MeanLoad(
                loads.stream().mapToDouble(MeanLoad::cores).average().orElseThrow(),
                loads.stream().mapToDouble(MeanLoad::gib).average().orElseThrow(),
                loads.stream().mapToDouble(MeanLoad::gpus).average().orElseThrow());
    }

    /** This over another, by the name of each resource that the other has. */
    public Map<String, Double> ratios(MeanLoad other) {
        Map<String, Double> ratios = new LinkedHashMap<>();
        ratio(ratios, "CPU", cores, other.cores);
        ratio(ratios, "memory", gib, other.gib);
        ratio(ratios, "GPUs", gpus, other.gpus);
        return ratios;
    }

    private static void ratio(Map<String, Double> ratios, String name, double one, double other) {
        if (other > 0) {
            ratios.put(name, one / other);
        }
    }

    /** Of the {@link #ratios} the one that is furthest from 1; 1 if there is none. */
    public double over(MeanLoad other) {
        double furthest = 1;
        for (double ratio : ratios(other).values()) {
            if (Math.abs(Math.log(ratio)) > Math.abs(Math.log(furthest))) {
                furthest = ratio;
            }
        }
        return furthest;
    }
}
