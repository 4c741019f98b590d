package dev.stowage.workload.synthesis;

import dev.stowage.workload.WorkloadModel;

/**
 * What a workload asks of a cluster that never makes it wait.
 *
 * @param jobs number of jobs
 * @param tasks number of tasks
 * @param coreSeconds sum of duration times CPU request, core-seconds
 * @param gibSeconds sum of duration times memory request, GiB-seconds
 * @param windowSeconds length of the window that jobs arrive in, s
 */
public record OfferedLoad(
        long jobs, long tasks, double coreSeconds, double gibSeconds, double windowSeconds) {
    private static final long EXACT_UP_TO = 20_000;

    /** Mean cores in use if nothing waits; 0 for an empty window. */
    public double meanCores() {
        return windowSeconds > 0 ? coreSeconds / windowSeconds : 0;
    }

    /** Mean GiB in use if nothing waits; 0 for an empty window. */
    public double meanGib() {
        return windowSeconds > 0 ? gibSeconds / windowSeconds : 0;
    }

    static OfferedLoad expected(WorkloadModel model, SynthOptions options) {
        long jobs = Math.min(EXACT_UP_TO, options.jobs());
        SynthOptions fewer =
                new SynthOptions(
                        jobs,
                        options.arrivalScale(),
                        options.durationScaleBatch(),
                        options.durationScaleUserFacing(),
                        options.scaleBy(),
                        options.generator(),
                        options.seed(),
                        options.replication());
        OfferedLoad load = PaperGenerator.of(model, fewer).offeredLoad();
        double factor = jobs == 0 ? 1 : (double) options.jobs() / jobs;
        return new OfferedLoad(
                options.jobs(),
                Math.round(load.tasks() * factor),
                load.coreSeconds() * factor,
                load.gibSeconds() * factor,
                load.windowSeconds());
    }
}
