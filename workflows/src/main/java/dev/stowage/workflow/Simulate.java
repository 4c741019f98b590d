package dev.stowage.workflow;

import dev.stowage.basis.InputException;
import dev.stowage.json.Json;
import dev.stowage.model.Workload;
import dev.stowage.option.ServersSpec;
import dev.stowage.report.ReportPage;
import dev.stowage.report.simulate.RunPage;
import dev.stowage.run.ServerLoads;
import dev.stowage.scenario.ServersFile;
import dev.stowage.sim.RunResult;
import dev.stowage.sim.Simulation;
import dev.stowage.sim.SimulationSpec;
import dev.stowage.workflow.simulate.RunView;
import dev.stowage.workflow.simulate.WorkloadInput;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A workload on servers.
 *
 * @param spec the workload, the servers, the policies and the seed
 */
public record Simulate(SimulationSpec spec) {
    /**
     * A recorded workload, first-fit, everything at its default.
     *
     * @param workload a trace, or a CSV of tasks
     * @param servers as in {@code 100x48c256g}, or a YAML file of groups
     * @throws InputException if the workload can't be read
     */
    public static Simulate of(Path workload, String servers) {
        return of(WorkloadInput.open(workload, Optional.empty()).workload(), servers);
    }

    /** The same with a workload at hand, such as one that was drawn from a model. */
    public static Simulate of(Workload workload, String servers) {
        ServersFile group = ServersSpec.read(servers);
        return new Simulate(
                SimulationSpec.of(workload, group.fleet())
                        .with(draft -> draft.dynamics = group.dynamics()));
    }

    /** This with some of it changed. */
    public Simulate with(Consumer<SimulationSpec.Draft> change) {
        return new Simulate(spec.with(change));
    }

    /** Runs it. */
    public RunResult run() {
        return Simulation.run(spec);
    }

    /**
     * Writes the files that every run has into {@code folder}, which exists.
     *
     * @return what {@code summary.json} holds
     */
    public static RunView write(RunResult result, Path folder) {
        return write(result, Optional.empty(), folder);
    }

    /**
     * The same, with a picture of the servers in the report.
     *
     * @param loads what was allocated on each server
     */
    public static RunView write(RunResult result, Optional<ServerLoads> loads, Path folder) {
        RunView summary = RunView.of(result.summary());
        Json.write(summary, folder.resolve(RunView.FILE));
        Json.write(result.engine(), folder.resolve("engine.json"));
        ReportPage.write(RunPage.html(result, loads), folder);
        return summary;
    }
}
