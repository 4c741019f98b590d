package dev.stowage.workflow.applications;

import dev.stowage.applications.Application;
import dev.stowage.applications.ApplicationSelection;
import dev.stowage.applications.FeatureObservations;
import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.csv.MeasurementCsv;
import dev.stowage.ingest.snapshot.UsageFeatures;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.Resources;
import dev.stowage.output.InputNames;
import dev.stowage.scenario.ApplicationPoolFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which applications stand for the tasks of a trace.
 *
 * @param measured a trace, or a CSV of measurements
 * @param pool a file of applications; null for those that are shipped
 * @param share importance that the selected features reach together, above 0, at most 1
 * @param top how many of each class are selected at most, at least 1
 */
public record ApplicationChoice(Path measured, @Nullable Path pool, double share, int top) {
    /**
     * What was chosen.
     *
     * @param selection with the observations behind it
     * @param answer for people and programs
     */
    public record Chosen(ApplicationSelection selection, ApplicationsAnswer answer) {}

    /**
     * Chooses.
     *
     * @throws InputException if there are too few measurements, or none that varies
     */
    public Chosen run(Progress progress) {
        List<Application> applications =
                pool == null ? ApplicationPoolFile.shipped() : ApplicationPoolFile.read(pool);
        List<String> notes = new ArrayList<>();
        FeatureObservations observations = observations(notes, progress);
        check(observations);
        ApplicationSelection selection =
                ApplicationSelection.of(observations, applications, share, top);
        return new Chosen(
                selection,
                ApplicationsAnswer.of(
                        selection,
                        InputNames.base(measured),
                        pool == null ? "" : pool.toString(),
                        share,
                        top,
                        notes));
    }

    private FeatureObservations observations(List<String> notes, Progress progress) {
        if (!CanonicalTrace.isTrace(measured)) {
            MeasurementCsv csv = MeasurementCsv.read(measured, progress);
            if (!csv.unused().isEmpty()) {
                notes.add("Columns that are no feature: " + String.join(", ", csv.unused()) + ".");
            }
            return csv.observations();
        }
        CanonicalTrace opened = CanonicalTrace.open(measured);
        Resources machine = opened.manifest().machine();
        if (machine != null && machine.equals(Resources.ofCoresAndGib(1, 1))) {
            notes.add(
                    "CPU and memory are fractions of the largest machine, because the trace was"
                            + " ingested without --machine; the applications' are in cores and GiB."
                            + " Ingest it with the size of that machine, as --machine 48c256g.");
        }
        return UsageFeatures.read(opened, progress);
    }

    private void check(FeatureObservations observations) {
        if (observations.measurements() < FeatureObservations.MIN_OBSERVATIONS) {
            throw InputException.of(
                    measured,
                    observations.measurements() + " measurements",
                    "at least " + FeatureObservations.MIN_OBSERVATIONS,
                    "Ingest more of the source's usage files.");
        }
        if (observations.features().isEmpty()) {
            throw InputException.of(
                    measured,
                    "no feature that varies and that half of the measurements have",
                    "at least one",
                    ApplicationsAnswer.reasons(observations));
        }
    }
}
