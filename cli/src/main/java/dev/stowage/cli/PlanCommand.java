package dev.stowage.cli;

import dev.stowage.json.Json;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.output.InputNames;
import dev.stowage.output.OutputTarget;
import dev.stowage.packing.placement.PlacementFile;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.report.placement.PlacementReport;
import dev.stowage.report.plan.PlanFigures;
import dev.stowage.report.plan.PlanReport;
import dev.stowage.report.plan.PlanWords;
import dev.stowage.scenario.KnownNames;
import dev.stowage.scenario.Scenario;
import dev.stowage.scenario.ScenarioFile;
import dev.stowage.scenario.ScenarioReader;
import dev.stowage.scenario.ScenarioWriter;
import dev.stowage.workflow.plan.PlanAnswer;
import dev.stowage.workflow.plan.ScenarioRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage plan}: the smallest capacity that meets an objective, its cost, and a report. */
@Command(
        name = "plan",
        customSynopsis = "stowage plan SCENARIO.yaml [-o NAME.plan] [OPTIONS]",
        description = {
            "Find the smallest number of servers that meets an objective, what it costs here and on"
                    + " the clouds, and how sure that is.",
            "",
            "Writes plan.json, report.html (opens from disk) and scenario.yaml, with every default"
                    + " filled in. Exits with 1 if no number of servers meets the objective."
        },
        subcommands = PlanDiffCommand.class,
        footer = {
            "  stowage plan examples/quickstart.yaml",
            "  stowage plan june.yaml -o june-seed-7.plan --seed 7",
            "  stowage plan june.yaml --force --json",
            "  stowage plan june.yaml --catalog aws@2026-07 --catalog reference",
            "  stowage plan diff june.plan july.plan"
        })
final class PlanCommand implements Callable<Integer> {
    private static final String REPORT = "report.html";
    private static final String PLACEMENT_REPORT = "placement.html";

    @Parameters(
            paramLabel = "SCENARIO",
            arity = "0..1",
            description = "What to plan for; see docs/scenario.md.")
    private @Nullable Path given;

    @Option(
            names = "--seed",
            order = 1,
            paramLabel = "N",
            description = "Root of all random numbers (default: the seed of the scenario).")
    private @Nullable Long seed;

    @Mixin private CatalogFlags catalogs = new CatalogFlags();
    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        if (given == null) {
            throw common.usage("missing required parameter: SCENARIO");
        }
        Path scenario = given;
        return InputNames.naming(scenario, () -> plan(scenario));
    }

    private int plan(Path scenarioPath) {
        if (seed != null && seed < 0) {
            throw common.usage("--seed: found " + seed + ", expected a whole number of at least 0");
        }
        VmCatalogue catalogue = catalogs.catalogue(common);
        ScenarioFile file = new ScenarioReader(KnownNames.installed(catalogue)).read(scenarioPath);
        Scenario scenario = seed == null ? file.scenario() : file.scenario().withSeed(seed);
        String defaultName = InputNames.base(scenarioPath) + ".plan";
        try (OutputTarget target = output.directory(defaultName, PlanAnswer.FILE)) {
            ScenarioRun run =
                    new ScenarioRun(file, scenario, catalogue, common.threads(), common.progress());
            run.longWork().ifPresent(common::warn);
            PlanFigures figures = run.plan();
            write(target.temporary().resolve(PlanAnswer.FILE), figures.planJson());
            write(target.temporary().resolve(REPORT), PlanReport.html(figures));
            figures.placement().ifPresent(placement -> write(target, placement));
            write(
                    target.temporary().resolve("scenario.yaml"),
                    ScenarioWriter.yaml(scenario, target.path()));
            target.commit();
            print(figures, target.path().resolve(REPORT));
            return (figures.plan().met() ? ExitCode.DONE : ExitCode.NO).code();
        }
    }

    private static void write(OutputTarget target, PlacementPlan placement) {
        Json.write(placement, target.temporary().resolve(PlacementFile.NAME));
        write(target.temporary().resolve(PLACEMENT_REPORT), PlacementReport.html(placement));
    }

    private static void write(Path file, String text) {
        try {
            Files.write(file, text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void print(PlanFigures figures, Path report) {
        if (common.isJson()) {
            common.out().print(figures.planJson());
            common.note("Report: " + report);
        } else {
            new PlanWords(figures, common.style()).print(common.out(), report);
        }
    }
}
