package dev.stowage.workload.prototype;

import dev.stowage.basis.Seeds;
import dev.stowage.model.TaskClass;
import dev.stowage.workload.Draw;
import dev.stowage.workload.JobPrototype;
import dev.stowage.workload.JointModel;
import dev.stowage.workload.Parameter;
import dev.stowage.workload.ParameterModel;
import dev.stowage.workload.WorkloadModel;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Durations of jobs that arrive when the trace no longer saw tasks: the prototypes are of a shorter
 * window than the job table, so a job that finishes keeps its rank among them, and takes from the
 * density of J_D what has that rank there. A Gaussian or other copula is not needed: the ranks are
 * those of the prototypes.
 */
public final class Stretch {
    private final double[] from;
    private final double[] to;
    private final double[] spanSeconds;
    private final Map<TaskClass, Draw> durations = new EnumMap<>(TaskClass.class);
    private final List<JobPrototype> jobs;
    private final long seed;

    private Stretch(WorkloadModel model, List<JobPrototype> jobs, long seed) {
        this.jobs = jobs;
        this.seed = seed;
        from = new double[jobs.size()];
        to = new double[jobs.size()];
        spanSeconds = new double[jobs.size()];
        model.classes().forEach(this::rank);
    }

    /** Null if the model has whole jobs of all of its window. */
    public static @Nullable Stretch of(WorkloadModel model, JointModel joint, long seed) {
        return joint.isOfWholeWindow(model.windowSeconds())
                ? null
                : new Stretch(model, joint.jobs(), seed);
    }

    private void rank(TaskClass taskClass, WorkloadModel.ClassModel ofClass) {
        Optional<ParameterModel> duration = ofClass.parameter(Parameter.JOB_DURATION);
        if (duration.isEmpty()) {
            return;
        }
        durations.put(taskClass, Draw.of(Parameter.JOB_DURATION, duration.get()).complete());
        int[] order =
                IntStream.range(0, jobs.size())
                        .filter(i -> jobs.get(i).taskClass() == taskClass)
                        .filter(i -> !jobs.get(i).isStanding() && jobs.get(i).isFinished())
                        .filter(i -> jobs.get(i).spanSeconds() > 0)
                        .boxed()
                        .sorted(Comparator.comparingDouble(i -> jobs.get(i).spanSeconds()))
                        .mapToInt(Integer::intValue)
                        .toArray();
        double all = IntStream.of(order).mapToDouble(i -> jobs.get(i).weight()).sum();
        double sum = 0;
        for (int i : order) {
            from[i] = sum / all;
            sum += jobs.get(i).weight();
            to[i] = sum / all;
            spanSeconds[i] = jobs.get(i).spanSeconds();
        }
    }

    /** True if jobs like this prototype are stretched. */
    public boolean holds(int prototype) {
        return to[prototype] > 0;
    }

    /** The factor on the durations of a job. */
    public double factor(int prototype, long job) {
        Draw duration = durations.get(jobs.get(prototype).taskClass());
        if (duration == null) {
            throw new IllegalStateException("prototype " + prototype + " has no rank");
        }
        double u = Seeds.uniform(seed, job, 1);
        double rank = from[prototype] + u * (to[prototype] - from[prototype]);
        return duration.at(rank) / spanSeconds[prototype];
    }
}
