package dev.stowage.workflow;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.catalog.Catalogues;
import dev.stowage.json.Json;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.output.OutputTarget;
import dev.stowage.output.TextFiles;
import dev.stowage.packing.placement.PlacementFile;
import dev.stowage.report.ReportPage;
import dev.stowage.report.placement.PlacementReport;
import dev.stowage.report.plan.PlanFigures;
import dev.stowage.report.plan.PlanMetrics;
import dev.stowage.report.plan.PlanReport;
import dev.stowage.scenario.KnownNames;
import dev.stowage.scenario.Scenario;
import dev.stowage.scenario.ScenarioFile;
import dev.stowage.scenario.ScenarioReader;
import dev.stowage.scenario.ScenarioWriter;
import dev.stowage.workflow.plan.PlanAnswer;
import dev.stowage.workflow.plan.ScenarioRun;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * A scenario to the smallest capacity that meets its objective.
 *
 * @param file the scenario as written
 * @param scenario the scenario as it is planned for
 * @param catalogue the prices
 */
public record Plan(ScenarioFile file, Scenario scenario, VmCatalogue catalogue) {
    /**
     * A scenario file, at the prices of the shipped catalogue; docs/scenario.md says what stands in
     * it.
     *
     * @throws InputException with every issue of the file
     */
    public static Plan of(Path file) {
        return of(file, Catalogues.reference());
    }

    /** The same at other prices. */
    public static Plan of(Path file, VmCatalogue catalogue) {
        ScenarioFile read = new ScenarioReader(KnownNames.installed(catalogue)).read(file);
        return new Plan(read, read.scenario(), catalogue);
    }

    /** The same with another root of all random numbers; empty = that of the file. */
    public Plan withSeed(OptionalLong seed) {
        return seed.isEmpty()
                ? this
                : new Plan(file, scenario.withSeed(seed.getAsLong()), catalogue);
    }

    /** This plan made ready; {@code threads} never change the answer. */
    public ScenarioRun prepare(int threads, Progress progress) {
        return new ScenarioRun(file, scenario, catalogue, threads, progress);
    }

    /**
     * Plans.
     *
     * @param threads at least 1; never change the answer
     * @throws InputException if the workload is damaged, or no task fits into a server
     */
    public PlanFigures run(int threads, Progress progress) {
        return prepare(threads, progress).plan();
    }

    /** Writes the answer, its report, and the scenario with every default filled in. */
    public void write(PlanFigures figures, OutputTarget target) {
        Path folder = target.temporary();
        TextFiles.write(folder.resolve(PlanAnswer.FILE), figures.planJson());
        TextFiles.write(folder.resolve(PlanMetrics.FILE), PlanMetrics.text(figures.plan()));
        ReportPage.write(PlanReport.html(figures), folder);
        figures.placement()
                .ifPresent(
                        placement -> {
                            Json.write(placement, folder.resolve(PlacementFile.NAME));
                            TextFiles.write(
                                    folder.resolve("placement.html"),
                                    PlacementReport.html(placement));
                        });
        TextFiles.write(
                folder.resolve("scenario.yaml"), ScenarioWriter.yaml(scenario, target.path()));
    }
}
