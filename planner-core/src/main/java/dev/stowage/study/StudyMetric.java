package dev.stowage.study;

import dev.stowage.run.Metric;
import dev.stowage.run.Quantity.Unit;
import dev.stowage.run.RunSummary;
import java.util.Arrays;
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

    /** The metric that decides if nobody says: {@code pendingSeconds.mean}. */
    public static final String DEFAULT = "pendingSeconds.mean";

    /** Mean bounded slowdown of tasks; only where single tasks are compared. */
    static final StudyMetric SLOWDOWN =
            new StudyMetric("slowdown.mean", Unit.RATIO, true, run -> Double.NaN);

    private static final List<StudyMetric> ALL =
            Metric.all().stream()
                    .filter(metric -> !metric.quantity().isContended()) // not every run has those
                    .filter(metric -> !metric.quantity().isImplied())
                    .filter(each -> !each.quantity().isOfSomeServers())
                    .map(StudyMetric::of)
                    .toList();

    /** All of them, in the order of reports. */
    public static List<StudyMetric> list() {
        return ALL;
    }

    /** The metric of that name. */
    public static Optional<StudyMetric> named(String name) {
        return ALL.stream().filter(metric -> metric.name.equals(name)).findFirst();
    }

    private static StudyMetric of(Metric metric) {
        return new StudyMetric(
                metric.name(),
                metric.quantity().unit(),
                metric.quantity().isLessBetter(),
                run -> metric.of(run).orElse(Double.NaN));
    }

    /** Those that each of the runs has: one without a started task has no steady state. */
    static List<StudyMetric> of(List<RunSummary> runs) {
        return ALL.stream()
                .filter(metric -> Arrays.stream(metric.values(runs)).noneMatch(Double::isNaN))
                .toList();
    }

    /** Its value in each of the runs. */
    double[] values(List<RunSummary> runs) {
        return runs.stream().mapToDouble(of).toArray();
    }
}
