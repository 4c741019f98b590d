package dev.stowage.workflow.cloud;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.csv.demand.DemandCsv;
import dev.stowage.model.TaskClass;
import dev.stowage.workflow.simulate.WorkloadInput;
import dev.stowage.workload.demand.TaskDemand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A demand in a file: recorded as such, or what tasks ask for together. */
public final class DemandFile {
    private DemandFile() {}

    /** True if a file is a CSV of demand, and not of tasks. */
    public static boolean isDemand(Path path) {
        return Files.isRegularFile(path) && !DemandCsv.header(path).contains("submit_s");
    }

    /**
     * What the tasks of a trace or CSV ask for.
     *
     * @throws InputException if there is no such file, or no task in it that takes any time
     */
    public static TaskDemand.Result tasks(
            Path path, Optional<TaskClass> only, long intervalSeconds, Progress progress) {
        return TaskDemand.of(
                        WorkloadInput.open(path, Optional.empty()).workload(),
                        only,
                        intervalSeconds,
                        progress)
                .orElseThrow(
                        () ->
                                InputException.of(
                                        path,
                                        "no task that takes any time"
                                                + only.map(c -> " of class " + CloudAnswer.label(c))
                                                        .orElse(""),
                                        "at least one",
                                        null));
    }
}
