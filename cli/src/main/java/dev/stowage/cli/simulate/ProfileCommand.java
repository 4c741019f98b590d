package dev.stowage.cli.simulate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.Seeds;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.OutputOptions;
import dev.stowage.output.OutputTarget;
import dev.stowage.output.TextFiles;
import dev.stowage.profile.ProfileLibrary;
import dev.stowage.profile.ProfileWriter;
import dev.stowage.profile.Sandbox;
import dev.stowage.report.fit.ProfilesPage;
import dev.stowage.scenario.ProfilesFile;
import dev.stowage.workflow.profile.MeasuredProfiles;
import dev.stowage.workflow.profile.ProfileRows;
import dev.stowage.workflow.profile.ProfilesText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage profile}: how the performance of applications depends on their slices. */
@Command(
        name = "profile",
        customSynopsis =
                "stowage profile RUNS.csv | --sandbox LIBRARY [-o profiles.yaml] [OPTIONS]",
        description = "Fit how the performance of applications depends on their slice of a server.",
        footer = {
            "  stowage profile runs.csv --step 2,2,8",
            "  stowage profile --sandbox thesis --noise 0.05 -o thesis.yaml"
        })
public final class ProfileCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            paramLabel = "RUNS.csv",
            description =
                    "Runs on slices, with the header app,cpu,memory_gib,ssd_gib,metric,value and,"
                            + " if you like, input,cpu_util. A metric is rate or time.")
    private @Nullable Path runs;

    @Option(
            names = "--sandbox",
            order = 1,
            paramLabel = "LIBRARY",
            description =
                    "Measure the applications of a file of profiles on an idle server instead, ten"
                            + " slices each; thesis = those that come with stowage.")
    private @Nullable String sandbox;

    @Option(
            names = "--noise",
            order = 2,
            paramLabel = "CV",
            defaultValue = "0.05",
            description =
                    "Coefficient of variation of the sandbox' times (default: ${DEFAULT-VALUE}).")
    private double noise;

    @Option(
            names = "--cut-long",
            order = 3,
            description =
                    "In the sandbox, run tasks of more than 100 s once only; their performance is"
                            + " then taken to be their scarcest share.")
    private boolean cutsLong;

    @Option(
            names = "--seed",
            order = 4,
            paramLabel = "N",
            defaultValue = "42",
            description = "Root of all random numbers (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--step",
            order = 5,
            paramLabel = "CORES,GIB,SSD",
            split = ",",
            hideParamSyntax = true,
            description = "Steps of the slices that the server offers (default: 1,1,1).")
    private List<Double> steps = List.of();

    @Option(
            names = "--target",
            order = 6,
            paramLabel = "PI",
            defaultValue = "0.8",
            description =
                    "Performance for which the least slices are shown (default: ${DEFAULT-VALUE}).")
    private double target;

    @Option(
            names = "--report",
            order = 7,
            paramLabel = "FILE.html",
            description =
                    "Also draw the curves of each resource and a map of slices, as one HTML file.")
    private @Nullable Path report;

    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        check();
        try (OutputTarget file = output.file("profiles.yaml");
                OutputTarget page =
                        report == null ? null : OutputTarget.file(report, output.isForced())) {
            List<String> notes = new ArrayList<>();
            ProfileLibrary library = library(notes);
            TextFiles.write(file.temporary(), ProfilesFile.yaml(library));
            file.commit();
            ObjectNode document = ProfileWriter.document(library);
            document.set("leastSlices", ProfileRows.leastSlices(library, target));
            common.print(document, new ProfilesText(library, target, common.style())::print);
            notes.forEach(common::warn);
            common.note("Wrote " + file.path());
            if (page != null) {
                page.commitText(ProfilesPage.html(library, target, notes));
                common.note("Wrote " + page.path());
            }
        }
        return ExitCode.DONE.code();
    }

    private void check() {
        if ((runs == null) == (sandbox == null)) {
            throw common.usage(
                    "RUNS.csv and --sandbox: found "
                            + (runs == null ? "neither" : "both")
                            + ", expected one of them");
        }
        if (!(noise >= 0 && noise <= 1)) {
            throw common.usage("--noise: found " + noise + ", expected a number from 0 to 1");
        }
        if (!(target > 0 && target <= 1)) {
            throw common.usage(
                    "--target: found " + target + ", expected a number above 0 and at most 1");
        }
        boolean arePositive = steps.stream().allMatch(each -> each > 0 && each < 1e9);
        if (!steps.isEmpty() && (steps.size() != 3 || !arePositive)) {
            throw common.usage("--step: found " + steps + ", expected three numbers above 0");
        }
        if (sandbox != null && !steps.isEmpty()) {
            throw common.usage("--step: found with --sandbox, expected the steps of its library");
        }
    }

    private ProfileLibrary library(List<String> notes) {
        if (sandbox != null) {
            ProfileLibrary truth = ProfilesFile.read(sandbox);
            return new Sandbox(truth, noise, cutsLong, Seeds.stream(seed, "sandbox", 0)).profile();
        }
        if (runs == null) {
            throw new IllegalStateException("checked before");
        }
        MeasuredProfiles measured =
                MeasuredProfiles.of(runs, steps.isEmpty() ? List.of(1.0, 1.0, 1.0) : steps);
        notes.addAll(measured.notes());
        return measured.library();
    }
}
