package dev.stowage.cli.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.ingest.inspection.TraceInspection;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.json.Json;
import dev.stowage.json.RecordReader;
import dev.stowage.output.OutputTarget;
import dev.stowage.report.cloud.CloudResult;
import dev.stowage.report.cloud.CloudText;
import dev.stowage.report.cloud.PortfolioResult;
import dev.stowage.report.cloud.PortfolioText;
import dev.stowage.report.fit.ModelText;
import dev.stowage.report.plan.PlanDocument;
import dev.stowage.report.plan.PlanText;
import dev.stowage.report.simulate.ComparisonText;
import dev.stowage.report.simulate.ReplicationsText;
import dev.stowage.report.simulate.RunText;
import dev.stowage.report.trace.TracePage;
import dev.stowage.report.trace.TraceText;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.Wrapped;
import dev.stowage.workflow.plan.PlanAnswer;
import dev.stowage.workflow.simulate.ComparisonView;
import dev.stowage.workflow.simulate.ReplicationsView;
import dev.stowage.workflow.simulate.RunView;
import dev.stowage.workload.WorkloadModel;
import dev.stowage.workload.WorkloadModels;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage inspect}: says what any of our files holds. */
@Command(
        name = "inspect",
        customSynopsis = "stowage inspect PATH [OPTIONS]",
        description =
                "Say what a trace, a model, a run, a plan of servers, a comparison of clouds or a"
                        + " portfolio holds. Placements of pack: see report.",
        footer = {
            "  stowage inspect google.trace",
            "  stowage inspect google.trace --report trace.html",
            "  stowage inspect google.json --json | jq .classes",
            "  stowage inspect w.run",
            "  stowage inspect oscillating.cloud"
        })
public final class InspectCommand implements Callable<Integer> {
    private static final String EXPECTED =
            "a trace, a model, a run, a plan of servers, a comparison of clouds or a portfolio that stowage"
                    + " wrote, or a built-in model";
    private static final String REMEDY = "Make it again with this version of stowage.";

    private static final String OTHERS =
            "`stowage report` names other results and their verdicts, `stowage init` looks at data of"
                    + " your own.";

    @Parameters(
            paramLabel = "PATH",
            description =
                    "A trace, run, plan or cloud directory, a model file, or the name of a"
                            + " built-in model.")
    private String name = "";

    /** Results that are JSON files, with a key that tells each from those below it. */
    private final List<Kind<?>> kinds =
            List.of(
                    new Kind<>(
                            "pairedOver",
                            ComparisonView.FILE,
                            ComparisonView.class,
                            view -> new ComparisonText(view, style())::print),
                    new Kind<>(
                            "metrics",
                            ReplicationsView.FILE,
                            ReplicationsView.class,
                            view -> new ReplicationsText(view, style())::print),
                    new Kind<>(
                            "pendingSeconds",
                            RunView.FILE,
                            RunView.class,
                            view -> new RunText(view, style())::print),
                    new Kind<>(
                            "priceSensitivity",
                            CloudResult.FILE,
                            CloudResult.class,
                            view ->
                                    out ->
                                            Wrapped.narrow(
                                                    out, new CloudText(view, style())::print)),
                    new Kind<>(
                            "falls",
                            PortfolioResult.FILE,
                            PortfolioResult.class,
                            view ->
                                    out ->
                                            Wrapped.narrow(
                                                    out, new PortfolioText(view, style())::print)),
                    new Kind<>(
                            "objective",
                            PlanAnswer.FILE,
                            PlanDocument.class,
                            plan -> new PlanText(plan, style())::print));

    /** A kind of result, the file it is in, and how it is shown. */
    private record Kind<T>(
            String key, String file, Class<T> type, Function<T, Consumer<PrintWriter>> text) {
        Consumer<PrintWriter> text(Path path) {
            return text.apply(new RecordReader(EXPECTED, REMEDY).read(path, type));
        }
    }

    @Option(
            names = "--report",
            order = 1,
            paramLabel = "FILE.html",
            description = "Of a trace: also draw what it holds, as one HTML file.")
    private @Nullable Path report;

    @Option(
            names = "--force",
            order = 2,
            description = "Replace an existing report once the new one is complete.")
    private boolean force;

    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        Path path = Path.of(name);
        if (report != null && !CanonicalTrace.isTrace(path)) {
            throw common.usage("--report: found " + name + ", expected a trace to draw");
        }
        if (!Files.exists(path)) {
            if (WorkloadModels.builtIn().contains(name)) {
                return model(WorkloadModels.load(name));
            }
            throw InputException.of(path, "no such file or folder", EXPECTED, "Check the path.");
        }
        return Files.isDirectory(path) ? directory(path) : file(path);
    }

    private int directory(Path path) {
        if (CanonicalTrace.isTrace(path)) {
            return trace(CanonicalTrace.open(path));
        }
        for (Kind<?> kind : kinds) {
            if (Files.exists(path.resolve(kind.file()))) {
                return file(path.resolve(kind.file()));
            }
        }
        throw InputException.of(
                path,
                "a folder without manifest.json, "
                        + String.join(", ", kinds.stream().map(Kind::file).toList()),
                EXPECTED,
                OTHERS);
    }

    private int file(Path path) {
        JsonNode json = json(path);
        if (json.has("classes")) {
            return model(WorkloadModels.read(path));
        }
        for (Kind<?> kind : kinds) {
            if (kind.file().equals(CloudResult.FILE) && json.has(kind.key())) {
                requireVersion(path, json);
            }
            if (json.has(kind.key())) {
                common.print(json, kind.text(path));
                return ExitCode.DONE.code();
            }
        }
        throw InputException.of(path, "a JSON file of another kind", EXPECTED, OTHERS);
    }

    private static void requireVersion(Path path, JsonNode json) {
        if (json.path("formatVersion").asInt() != CloudResult.FORMAT_VERSION) {
            throw InputException.of(
                    path,
                    "formatVersion " + json.path("formatVersion"),
                    "formatVersion " + CloudResult.FORMAT_VERSION,
                    "Compare anew with `stowage cloud`.");
        }
    }

    private int trace(CanonicalTrace trace) {
        TraceInspection inspection = TraceInspection.of(trace);
        if (report != null) {
            draw(TracePage.html(trace.name(), inspection), report);
        }
        common.print(inspection, new TraceText(inspection, style(), common.chart())::print);
        return ExitCode.DONE.code();
    }

    private void draw(String page, Path path) {
        try (OutputTarget target = OutputTarget.file(path, force)) {
            target.commitText(page);
        }
        common.note("Wrote " + path);
    }

    private int model(WorkloadModel model) {
        if (common.isJson()) {
            common.out().print(model.toJson());
        } else {
            new ModelText(model, common.style()).print(common.out());
        }
        return ExitCode.DONE.code();
    }

    private Style style() {
        return common.style();
    }

    private static JsonNode json(Path path) {
        try {
            JsonNode json = Json.mapper().readTree(Files.readAllBytes(path));
            if (json.isObject()) {
                return json;
            }
        } catch (JsonProcessingException e) {
            throw InputException.of(path, "a file that is not JSON", EXPECTED, OTHERS).causedBy(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw InputException.of(path, "a JSON value that is no object", EXPECTED, OTHERS);
    }
}
