package dev.stowage.cli.plan;

import dev.stowage.cli.session.CatalogFlags;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.OutputOptions;
import dev.stowage.output.InputNames;
import dev.stowage.output.OutputTarget;
import dev.stowage.report.ReportPage;
import dev.stowage.report.plan.PlanFigures;
import dev.stowage.report.plan.PlanWords;
import dev.stowage.terminal.Wrapped;
import dev.stowage.workflow.Plan;
import dev.stowage.workflow.plan.PlanAnswer;
import dev.stowage.workflow.plan.PlanOutlook;
import dev.stowage.workflow.plan.ScenarioRun;
import java.nio.file.Path;
import java.util.OptionalLong;
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
            "Writes plan.json, plan.prom (the figures for Prometheus), report.html (opens from disk)"
                    + " and scenario.yaml, with every default filled in. Exits with 1 if no number of servers meets the objective."
        },
        subcommands = PlanDiffCommand.class,
        footer = {
            "  stowage plan examples/quickstart.yaml",
            "  stowage plan june.yaml --dry-run",
            "  stowage plan june.yaml -o june-seed-7.plan --seed 7",
            "  stowage plan june.yaml --force --json",
            "  stowage plan june.yaml --catalog aws@2026-07 --catalog reference",
            "  stowage plan diff june.plan july.plan"
        })
public final class PlanCommand implements Callable<Integer> {
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

    @Option(
            names = "--dry-run",
            order = 2,
            description =
                    "Read and check everything, time one run, say what would be searched, and write"
                            + " nothing.")
    private boolean isDryRun;

    @Mixin private CatalogFlags catalogs = new CatalogFlags();
    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        if (given == null) {
            throw common.usage(
                    "found no SCENARIO, expected stowage plan SCENARIO.yaml [-o NAME.plan] [OPTIONS]");
        }
        Path scenario = given;
        return InputNames.naming(scenario, () -> plan(scenario));
    }

    private int plan(Path scenarioPath) {
        if (seed != null && seed < 0) {
            throw common.usage("--seed: found " + seed + ", expected a whole number of at least 0");
        }
        Plan plan =
                Plan.of(scenarioPath, catalogs.catalogue(common))
                        .withSeed(seed == null ? OptionalLong.empty() : OptionalLong.of(seed));
        if (isDryRun) {
            ScenarioRun run = plan.prepare(common.threads(), common.progress());
            run.longWork().ifPresent(common::warn);
            PlanOutlook outlook = run.outlook();
            common.print(
                    outlook,
                    out ->
                            PlanOutlookText.lines(
                                            outlook, common.threads(), common.width(Wrapped.WIDTH))
                                    .forEach(out::println));
            return ExitCode.DONE.code();
        }
        String defaultName = InputNames.base(scenarioPath) + ".plan";
        try (OutputTarget target = output.directory(defaultName, PlanAnswer.FILE)) {
            ScenarioRun run = plan.prepare(common.threads(), common.progress());
            run.longWork().ifPresent(common::warn);
            PlanFigures figures = run.plan();
            plan.write(figures, target);
            target.commit();
            print(figures, target.path().resolve(ReportPage.FILE));
            return (figures.plan().met() ? ExitCode.DONE : ExitCode.NO).code();
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
