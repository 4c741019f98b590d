package dev.stowage.similarity;

import dev.stowage.model.Workload;
import dev.stowage.workload.fit.ParameterSamples;
import java.util.function.LongPredicate;

/**
 * One side of a comparison: what was seen of a trace or a workload.
 *
 * @param name what reports call it
 * @param samples its parameters
 * @param arrivals of all its jobs
 * @param jobs a sample of its jobs that have tasks
 * @param tasks how much of it can be replayed
 */
public record ObservedWorkload(
        String name, ParameterSamples samples, ArrivalCounts arrivals, JobTable jobs, Tasks tasks) {
    /**
     * The same, but with the tasks of another one that was drawn with a share of the jobs, as the
     * tasks of a trace are known of a share of its jobs only.
     *
     * @param share in (0, 1]
     */
    public ObservedWorkload withTasksOf(ObservedWorkload thinned, double share) {
        Tasks own = thinned.tasks;
        return new ObservedWorkload(
                name,
                samples.withTasksOf(thinned.samples),
                arrivals,
                thinned.jobs,
                new Tasks(
                        own.workload,
                        own.isChosen,
                        own.fromMicros,
                        own.toMicros,
                        own.jobs,
                        Math.round(own.jobs / share),
                        share));
    }

    /**
     * The tasks of the jobs that were submitted inside the window of the task table.
     *
     * @param workload all tasks, others included
     * @param isChosen true for the number of a job that was submitted inside the window
     * @param fromMicros start of the window
     * @param toMicros its end
     * @param jobs jobs that have tasks
     * @param jobsSubmitted jobs that were submitted inside the window, whether their tasks are
     *     known or not
     * @param drawnShare share of the jobs that was drawn with tasks, in (0, 1]; 1 unless a model
     *     follows a trace whose tasks are known of a share only
     */
    public record Tasks(
            Workload workload,
            LongPredicate isChosen,
            long fromMicros,
            long toMicros,
            long jobs,
            long jobsSubmitted,
            double drawnShare) {
        /** Share of the jobs whose tasks are known, in [0, 1]; 1 without jobs. */
        public double coverage() {
            return jobsSubmitted == 0 ? 1 : Math.min(1, (double) jobs / jobsSubmitted);
        }
    }
}
