package dev.stowage.report.simulate;

import dev.stowage.json.Json;
import dev.stowage.report.ReportPage;
import dev.stowage.study.ComparisonStudy;
import dev.stowage.study.ReplicationStudy;
import dev.stowage.workflow.simulate.ComparisonView;
import dev.stowage.workflow.simulate.ReplicationsView;
import dev.stowage.workflow.simulate.SchedulersView;
import dev.stowage.workflow.simulate.StudyRun;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The files of a study: its answer, the summary of each run, and the report. */
public final class StudyFiles {
    private StudyFiles() {}

    /**
     * Writes replications.
     *
     * @param halfWidth the width that was wanted, as typed; null if any is good enough
     */
    public static ReplicationsView write(
            ReplicationStudy study, @Nullable String halfWidth, List<String> notes, Path folder) {
        ReplicationsView result = ReplicationsView.of(study, halfWidth, notes);
        StudyRun.writeSummaries(study.runs(), folder);
        Json.write(result, folder.resolve(ReplicationsView.FILE));
        ReportPage.write(StudyPage.html(study, notes), folder);
        return result;
    }

    /** Writes schedulers of profiled tasks. */
    public static void write(SchedulersView study, Path folder) {
        Json.write(study, folder.resolve(SchedulersView.FILE));
        ReportPage.write(SchedulersPage.html(study), folder);
    }

    /** Writes alternatives with these names, compared. */
    public static ComparisonView write(
            ComparisonStudy study,
            List<String> names,
            @Nullable String halfWidth,
            List<String> notes,
            Path folder) {
        ComparisonView result = ComparisonView.of(study, names, halfWidth, notes);
        for (int i = 0; i < names.size(); i++) {
            StudyRun.writeSummaries(study.runs().get(i), folder.resolve("alternative-" + (i + 1)));
        }
        Json.write(result, folder.resolve(ComparisonView.FILE));
        ReportPage.write(StudyPage.html(study, names, notes), folder);
        return result;
    }
}
