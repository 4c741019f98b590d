package dev.stowage.study;

import dev.stowage.plan.objective.Objective;
import dev.stowage.run.RunSummary;
import dev.stowage.run.RunSummary.SteadyState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * One figure of a run that studies report.
 *
 * @param name as on the command line: {@code pendingSeconds.mean}
 * @param unit what it is measured in
 * @param isLessBetter true if of two alternatives the one with less of it is better; false if that
 *     is a matter of taste
 * @param of its value in a run; may be infinite
 */
public record StudyMetric(
        String name, Unit unit, boolean isLessBetter, ToDoubleFunction<RunSummary> of) {

    /** What a metric is measured in. */
    public enum Unit {
        SECONDS,
        SHARE,
        KILOWATT_HOURS,
        NUMBER
    }

    /** The metric that decides if nobody says: {@code pendingSeconds.mean}. */
    public static final String DEFAULT = "pendingSeconds.mean";

    /** Mean bounded slowdown of tasks; only where single tasks are compared. */
    static final StudyMetric SLOWDOWN =
            new StudyMetric("slowdown.mean", Unit.NUMBER, true, run -> Double.NaN);

    private static final List<StudyMetric> ALL = all();

    /** All of them, in the order of reports. */
    public static List<StudyMetric> list() {
        return ALL;
    }

    /** The metric of that name. */
    public static Optional<StudyMetric> named(String name) {
        return ALL.stream().filter(metric -> metric.name.equals(name)).findFirst();
    }

    private static List<StudyMetric> all() {
        List<StudyMetric> metrics = new ArrayList<>();
        for (String name : Objective.metrics()) {
            if (!Objective.contendedMetrics().contains(name)) { // not every run has those
                metrics.add(ofObjective(name));
            }
        }
        metrics.add(of("steadyState.pendingSeconds", Unit.SECONDS, run -> steady(run, true)));
        metrics.add(of("steadyState.responseSeconds", Unit.SECONDS, run -> steady(run, false)));
        metrics.add(
                of(
                        "fragmentation.medianTask",
                        Unit.SHARE,
                        run -> run.fragmentation().medianTask()));
        metrics.add(of("fragmentation.p90Task", Unit.SHARE, run -> run.fragmentation().p90Task()));
        metrics.add(of("serversInUse.mean", Unit.NUMBER, run -> run.serversInUse().mean()));
        metrics.add(of("serversInUse.peak", Unit.NUMBER, run -> run.serversInUse().peak()));
        metrics.add(of("energyKWh", Unit.KILOWATT_HOURS, run -> run.energy().kWh()));
        metrics.add(of("makespanSeconds", Unit.SECONDS, RunSummary::makespanSeconds));
        metrics.add(of("evicted", Unit.NUMBER, run -> run.tasks().evicted()));
        return List.copyOf(metrics);
    }

    private static StudyMetric ofObjective(String name) {
        boolean isShare = name.startsWith("cpu") || name.startsWith("memory");
        Unit unit = name.contains("Seconds") ? Unit.SECONDS : isShare ? Unit.SHARE : Unit.NUMBER;
        return new StudyMetric(name, unit, !isShare, run -> run.metric(name).orElseThrow());
    }

    private static StudyMetric of(String name, Unit unit, ToDoubleFunction<RunSummary> value) {
        return new StudyMetric(name, unit, true, value);
    }

    private static double steady(RunSummary run, boolean isPending) {
        SteadyState steady = run.steadyState();
        if (steady == null) {
            return 0; // no task at all
        }
        return (isPending ? steady.pendingSeconds() : steady.responseSeconds()).mean();
    }

    /** Its value in each of the runs. */
    double[] values(List<RunSummary> runs) {
        return runs.stream().mapToDouble(of).toArray();
    }
}
