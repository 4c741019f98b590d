package dev.stowage.cli.trace;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.OutputOptions;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.output.InputNames;
import dev.stowage.output.OutputTarget;
import dev.stowage.output.TextFiles;
import dev.stowage.report.fit.FitPage;
import dev.stowage.report.fit.ModelText;
import dev.stowage.words.Version;
import dev.stowage.workflow.Fit;
import dev.stowage.workload.WorkloadModel;
import dev.stowage.workload.fit.FitOptions;
import dev.stowage.workload.fit.FitReport;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage fit}: a trace to a workload model. */
@Command(
        name = "fit",
        customSynopsis = "stowage fit TRACE [-o MODEL.json] [OPTIONS]",
        description = "Fit a workload model to a trace.",
        footer = {
            "  stowage fit google.trace -o google.json",
            "  stowage fit google.trace --criterion bic --report fit.html"
        })
public final class FitCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "TRACE",
            description = "A trace that `stowage ingest` or `stowage synth` wrote.")
    private Path trace = Path.of("");

    @Mixin private FitFlags flags = new FitFlags();

    @Option(
            names = "--report",
            order = 5,
            paramLabel = "FILE.html",
            description =
                    "Also draw the histogram of each parameter against its densities, as one HTML"
                            + " file.")
    private @Nullable Path report;

    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        flags.check(common);
        CanonicalTrace opened = CanonicalTrace.open(trace);
        opened.manifest().sampled().ifPresent(common::warn);
        opened.manifest()
                .reservations("fit")
                .forEach(answer -> common.note("Of this trace: " + answer.sentence()));
        Fit fit = new Fit(opened, options());
        try (OutputTarget target = output.file(InputNames.base(trace) + ".json");
                OutputTarget page = report == null ? null : page(report)) {
            Fit.Fitted fitted = fit.run(common.progress());
            TextFiles.write(target.temporary(), fitted.model().toJson());
            if (page != null) {
                draw(fitted.report(), page);
            }
            target.commit();
            print(fitted.model(), target.path());
        }
        return ExitCode.DONE.code();
    }

    private OutputTarget page(Path path) {
        return OutputTarget.file(path, output.isForced());
    }

    private void draw(FitReport fit, OutputTarget page) {
        page.commitText(FitPage.html(fit));
        common.note("Wrote " + page.path());
    }

    private FitOptions options() {
        return new FitOptions(
                InputNames.base(trace), flags.settings(), flags.censoring(), Version.text());
    }

    private void print(WorkloadModel model, Path written) {
        if (common.isJson()) {
            common.out().print(model.toJson());
        } else {
            new ModelText(model, common.style()).print(common.out());
        }
        common.note("Wrote " + written);
    }
}
