package dev.stowage.report.simulate;

import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import dev.stowage.workflow.simulate.SchedulersView;
import dev.stowage.workflow.simulate.SchedulersView.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What terminal and report say alike of schedulers of profiled tasks. */
final class SchedulerRows {
    private SchedulerRows() {}

    /** Mean and least performance, CPU used, mean wait, tasks that ended, refused and left. */
    static String[] cells(Outcome each) {
        return new String[] {
            name(each.scheduler()),
            index(each.meanPerformance()),
            index(each.leastPerformance()),
            Math.round(100 * each.cpuUsed()) + " %",
            Amounts.seconds(each.meanWaitSeconds()).replace('\u00a0', ' '),
            Figures.count(each.ended()),
            Figures.count(each.refused()),
            Figures.count(each.unfinished())
        };
    }

    /** Without its parameters. */
    static String name(String scheduler) {
        return scheduler.replaceFirst("\\[.*", "");
    }

    private static String index(@Nullable Double value) {
        return value == null ? "–" : String.format(Locale.ROOT, "%.2f", value);
    }

    /** How to read the rows, and what a person should know. */
    static List<String> sentences(SchedulersView study) {
        List<String> sentences = new ArrayList<>();
        sentences.add(
                Figures.count(study.tasks())
                        + " tasks on "
                        + study.servers()
                        + ". Mean and least: performance over that on the whole server of the"
                        + " profiles. Mean and CPU are over the time of the recording. Left: tasks"
                        + " that had not ended after ten times that time.");
        study.leftOut()
                .forEach(
                        (reason, count) ->
                                sentences.add(
                                        Figures.count(count)
                                                + " tasks "
                                                + SchedulersView.spaced(reason)
                                                + " are left out."));
        study.schedulers()
                .forEach(each -> sentences.add(each.scheduler() + " on " + each.isolation() + "."));
        sentences.addAll(study.notes());
        return sentences;
    }
}
