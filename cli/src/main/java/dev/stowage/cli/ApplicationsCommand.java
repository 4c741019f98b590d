package dev.stowage.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.applications.Application;
import dev.stowage.applications.ApplicationSelection;
import dev.stowage.applications.FeatureObservations;
import dev.stowage.cli.scenario.ApplicationPoolFile;
import dev.stowage.ingest.CanonicalTrace;
import dev.stowage.ingest.UsageFeatures;
import dev.stowage.ingest.csv.MeasurementCsv;
import dev.stowage.json.Json;
import dev.stowage.model.InputException;
import dev.stowage.model.Resources;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage applications}: which applications can stand for the tasks of a trace. */
@Command(
        name = "applications",
        customSynopsis = "stowage applications TRACE [OPTIONS]",
        description = "Choose applications that behave like the tasks of a trace.",
        footer = {
            "  stowage applications google.trace",
            "  stowage applications google.trace --pool ours.yaml --top 5",
            "  stowage applications measurements.csv --share 0.9 --json"
        })
final class ApplicationsCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "TRACE",
            description =
                    "A trace with a usage table, or a CSV of measurements whose header names"
                            + " features.")
    private Path trace = Path.of("");

    @Option(
            names = "--pool",
            order = 1,
            paramLabel = "FILE",
            description = "Applications to choose from, in YAML (default: the pool of stowage).")
    private @Nullable Path pool;

    @Option(
            names = "--share",
            order = 2,
            paramLabel = "SHARE",
            defaultValue = "0.75",
            description =
                    "Importance that the selected features reach together, above 0 and at most 1"
                            + " (default: ${DEFAULT-VALUE}).")
    private double share;

    @Option(
            names = "--top",
            order = 3,
            paramLabel = "N",
            defaultValue = "3",
            description = "Applications to select of each class (default: ${DEFAULT-VALUE}).")
    private int top;

    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        if (!(share > 0 && share <= 1)) {
            throw common.usage(
                    "--share: found " + share + ", expected a number above 0 and at most 1");
        }
        if (top < 1) {
            throw common.usage("--top: found " + top + ", expected a whole number of at least 1");
        }
        List<Application> applications =
                pool == null ? ApplicationPoolFile.shipped() : ApplicationPoolFile.read(pool);
        List<String> notes = new ArrayList<>();
        FeatureObservations observations = observations(notes);
        check(observations);
        ApplicationSelection selection =
                ApplicationSelection.of(observations, applications, share, top);
        String poolName = pool == null ? "" : pool.toString();
        ObjectNode result =
                new ApplicationsJson(InputNames.base(trace), poolName, share, top)
                        .of(selection, notes);
        if (common.isJson()) {
            common.out().print(Json.text(result));
        } else {
            new ApplicationsText(result, common.style()).print(common.out());
        }
        return ExitCode.DONE.code();
    }

    private FeatureObservations observations(List<String> notes) {
        if (!CanonicalTrace.isTrace(trace)) {
            MeasurementCsv csv = MeasurementCsv.read(trace, common.progress());
            if (!csv.unused().isEmpty()) {
                notes.add("Columns that are no feature: " + String.join(", ", csv.unused()) + ".");
            }
            return csv.observations();
        }
        CanonicalTrace opened = CanonicalTrace.open(trace);
        Resources machine = opened.manifest().machine();
        if (machine != null && machine.equals(Resources.ofCoresAndGib(1, 1))) {
            notes.add(
                    "CPU and memory are fractions of the largest machine, because the trace was"
                            + " ingested without --machine; the applications' are in cores and GiB."
                            + " Ingest it with the size of that machine, as --machine 48c256g.");
        }
        return UsageFeatures.read(opened, common.progress());
    }

    private void check(FeatureObservations observations) {
        if (observations.measurements() < FeatureObservations.MIN_OBSERVATIONS) {
            throw InputException.of(
                    trace,
                    observations.measurements() + " measurements",
                    "at least " + FeatureObservations.MIN_OBSERVATIONS,
                    "Ingest more of the source's usage files.");
        }
        if (observations.features().isEmpty()) {
            throw InputException.of(
                    trace,
                    "no feature that varies and that half of the measurements have",
                    "at least one",
                    ApplicationsJson.reasons(observations));
        }
    }
}
