package dev.stowage.cli.trace;

import dev.stowage.applications.Application;
import dev.stowage.applications.ApplicationSelection;
import dev.stowage.applications.FeatureObservations;
import dev.stowage.basis.InputException;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.ingest.csv.MeasurementCsv;
import dev.stowage.ingest.snapshot.UsageFeatures;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.Resources;
import dev.stowage.output.InputNames;
import dev.stowage.output.OutputTarget;
import dev.stowage.report.trace.ApplicationsPage;
import dev.stowage.report.trace.ApplicationsText;
import dev.stowage.scenario.ApplicationPoolFile;
import dev.stowage.words.Figures;
import dev.stowage.words.Version;
import dev.stowage.workflow.applications.ApplicationsAnswer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
            "  stowage applications measurements.csv --share 0.9 --json",
            "  stowage applications google.trace --report applications.html"
        })
public final class ApplicationsCommand implements Callable<Integer> {
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

    @Option(
            names = "--report",
            order = 4,
            paramLabel = "FILE.html",
            description =
                    "Also draw the importance of the features and the ranking, as one HTML file.")
    private @Nullable Path report;

    @Option(
            names = "--force",
            order = 5,
            description = "Replace an existing report once the new one is complete.")
    private boolean force;

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
        try (OutputTarget page = report == null ? null : OutputTarget.file(report, force)) {
            choose(page);
        }
        return ExitCode.DONE.code();
    }

    private void choose(@Nullable OutputTarget page) {
        List<Application> applications =
                pool == null ? ApplicationPoolFile.shipped() : ApplicationPoolFile.read(pool);
        List<String> notes = new ArrayList<>();
        FeatureObservations observations = observations(notes);
        check(observations);
        ApplicationSelection selection =
                ApplicationSelection.of(observations, applications, share, top);
        String poolName = pool == null ? "" : pool.toString();
        if (page != null) {
            draw(selection, notes, poolName, page);
        }
        ApplicationsAnswer answer =
                ApplicationsAnswer.of(
                        selection, InputNames.base(trace), poolName, share, top, notes);
        common.print(answer, new ApplicationsText(answer, common.style())::print);
    }

    private void draw(
            ApplicationSelection selection,
            List<String> notes,
            String poolName,
            OutputTarget page) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Trace", String.valueOf(trace.getFileName()));
        facts.put("Pool", poolName.isEmpty() ? "shipped" : poolName);
        facts.put("Importance that the selected features reach", Figures.share(share));
        facts.put("Applications selected of each class", "at most " + top);
        facts.put("Made by", "stowage " + Version.text());
        String html = ApplicationsPage.html(selection, InputNames.base(trace), notes, facts);
        try {
            Files.writeString(page.temporary(), html);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        page.commit();
        common.note("Wrote " + page.path());
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
                    ApplicationsAnswer.reasons(observations));
        }
    }
}
