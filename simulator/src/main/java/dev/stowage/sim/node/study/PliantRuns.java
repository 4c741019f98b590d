package dev.stowage.sim.node.study;

import dev.stowage.model.node.ApproximateProfile;
import dev.stowage.model.node.LoadCurve;
import dev.stowage.model.node.NodeLibrary;
import dev.stowage.policy.node.NodeManagers;
import dev.stowage.sim.node.NodeRun;
import dev.stowage.sim.node.NodeSimulation;
import dev.stowage.sim.node.NodeSpec;
import java.util.Arrays;
import java.util.List;

/** Runs of one service beside approximate jobs, as Pliant's experiments have them. */
final class PliantRuns {
    static final double USUAL_LOAD = 0.775; // of saturation; section V has 75 to 80 %
    private static final double LARGEST = 0.9; // of saturation: the service's own largest load
    private static final double WARM_UP_SECONDS = 10;

    private final NodeLibrary library;
    private final long seed;

    PliantRuns(NodeLibrary library, long seed) {
        this.library = library;
        this.seed = seed;
    }

    /**
     * What came of a run.
     *
     * @param latency median over target after the warm-up, while a job runs
     * @param violationShare share of those intervals above target
     * @param inaccuracy mean over the jobs
     * @param timeRatio mean over the jobs; infinite if one is not done
     * @param coresTaken most that a job had less
     * @param run itself
     */
    record Outcome(
            double latency,
            double violationShare,
            double inaccuracy,
            double timeRatio,
            int coresTaken,
            NodeRun run) {
        boolean isMet() {
            return latency <= 1;
        }
    }

    List<ApproximateProfile> applications() {
        return List.copyOf(library.approximate().values());
    }

    /** A service at a share of its saturation. */
    Outcome run(String service, double load, String manager, List<ApproximateProfile> jobs) {
        NodeSpec spec =
                new NodeSpec(
                        library.node("reproduce", "pliant"),
                        List.of(
                                new NodeSpec.Tenant(
                                        library.service("reproduce", service),
                                        new LoadCurve.Constant(Math.min(1, load / LARGEST)))),
                        List.of(),
                        jobs,
                        120,
                        NodeSpec.Fidelity.ANALYTIC);
        NodeRun run =
                new NodeSimulation(spec)
                        .run(NodeManagers.registry().parse("reproduce", manager), seed, 0);
        return outcome(run);
    }

    private static Outcome outcome(NodeRun run) {
        double end = 120;
        for (NodeRun.Interval each : run.intervals()) {
            boolean areAllGone = true;
            for (int owner = 1; owner <= run.jobs().size(); owner++) {
                areAllGone &=
                        each.allocation().units(dev.stowage.policy.node.NodeResource.CORES, owner)
                                == 0;
            }
            if (areAllGone) {
                end = each.endSeconds() - 1;
                break;
            }
        }
        double last = Math.min(end, done(run));
        double[] readings =
                run.intervals().stream()
                        .filter(
                                each ->
                                        each.endSeconds() > WARM_UP_SECONDS
                                                && each.endSeconds() <= last)
                        .mapToDouble(each -> each.latencyOverTarget()[0])
                        .sorted()
                        .toArray();
        return new Outcome(
                readings[readings.length / 2],
                Arrays.stream(readings).filter(each -> each > 1).count() / (double) readings.length,
                mean(run, NodeRun.JobOutcome::inaccuracy),
                mean(run, PliantRuns::time),
                run.jobs().stream()
                        .mapToInt(NodeRun.JobOutcome::mostCoresTaken)
                        .max()
                        .orElseThrow(),
                run);
    }

    /** When the last job was done, as far as jobs of 60 s tell. */
    private static double done(NodeRun run) {
        double most = run.jobs().stream().mapToDouble(PliantRuns::time).max().orElseThrow();
        return Double.isFinite(most) ? 60 * most : Double.POSITIVE_INFINITY;
    }

    static double time(NodeRun.JobOutcome job) {
        Double ratio = job.timeRatio();
        return ratio == null ? Double.POSITIVE_INFINITY : ratio;
    }

    private static double mean(
            NodeRun run, java.util.function.ToDoubleFunction<NodeRun.JobOutcome> value) {
        return run.jobs().stream().mapToDouble(value).average().orElseThrow();
    }
}
