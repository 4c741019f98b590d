package dev.stowage.report.simulate;

import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import dev.stowage.workflow.simulate.SchedulersView;
import dev.stowage.workflow.simulate.SchedulersView.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What terminal and report say alike of schedulers of profiled tasks. */
final class SchedulerRows {
    private SchedulerRows() {}

    /** Mean and least performance, CPU used, mean wait, tasks that ended, refused and left. */
    static String[] cells(SchedulersView study, Outcome each) {
        return new String[] {
            study.name(each),
            each.meanPerformance() == null
                    ? "–"
                    : String.format(Locale.ROOT, "%.2f", each.meanPerformance()),
            index(each.leastPerformance()),
            Math.round(100 * each.cpuUsed()) + " %",
            Amounts.seconds(each.meanWaitSeconds()).replace('\u00a0', ' '),
            Figures.count(each.ended()),
            Figures.count(each.refused()),
            Figures.count(each.unfinished())
        };
    }

    private static String index(@Nullable Double value) {
        return value == null ? "–" : Figures.hundredths(value);
    }

    /** How to read the rows, and what a person should know. */
    static List<String> sentences(SchedulersView study) {
        List<String> sentences = new ArrayList<>();
        sentences.add(
                Figures.count(study.tasks())
                        + " tasks on "
                        + study.servers()
                        + ". Mean and least: performance over that on the whole server of the"
                        + " profiles. Mean and CPU are over the time of the recording. Wait: of tasks"
                        + " that started, and of those that still waited after ten times that time,"
                        + " when the run is cut. Left: tasks that had not ended then.");
        sentences.addAll(leftOut(study.leftOut()));
        study.schedulers()
                .forEach(each -> sentences.add(each.scheduler() + " on " + each.isolation() + "."));
        sentences.addAll(study.notes());
        return sentences;
    }

    /** Tasks that no scheduler got; those without a profile stand in the notes. */
    static List<String> leftOut(Map<String, Long> byReason) {
        return byReason.entrySet().stream()
                .filter(each -> !each.getKey().equals(SchedulersView.WITHOUT_PROFILE))
                .map(
                        each ->
                                Figures.count(each.getValue())
                                        + " tasks "
                                        + SchedulersView.spaced(each.getKey())
                                        + " are left out.")
                .toList();
    }
}
