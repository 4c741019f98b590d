package dev.stowage.cli.simulate;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.Names;
import dev.stowage.option.FidelityText;
import dev.stowage.sim.SimulationSpec;
import dev.stowage.sim.execution.Fidelity;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What tasks do on their servers, and how much of the servers is given away. */
final class FidelityFlags {
    @Option(
            names = "--fidelity",
            order = 5,
            paramLabel = "MODE",
            defaultValue = "replay",
            completionCandidates = Names.Fidelities.class,
            description =
                    "How a placed task behaves: ${COMPLETION-CANDIDATES}: it takes longer while its"
                            + " server has less CPU than its tasks use, and is killed where memory"
                            + " runs out (default: ${DEFAULT-VALUE}).")
    private String fidelity = "";

    @Option(
            names = "--cpu-overcommit",
            order = 5,
            paramLabel = "FACTOR",
            description =
                    "Let tasks reserve so many times the CPU of a server, as in 1.5 (default: 1).")
    private @Nullable String cpuOvercommit;

    @Option(
            names = "--memory-overcommit",
            order = 5,
            paramLabel = "FACTOR",
            description = "The same for memory (default: 1).")
    private @Nullable String memoryOvercommit;

    @Option(
            names = "--reserve",
            order = 5,
            paramLabel = "WHAT",
            defaultValue = "request",
            completionCandidates = Names.Reserves.class,
            description =
                    "What is set aside for a task: its request; usage: what it was measured to use;"
                            + " usage-p95: its request times the 95th percentile of used /"
                            + " requested in its class (default: ${DEFAULT-VALUE}).")
    private String reserve = "";

    @Option(
            names = "--usage-model",
            order = 5,
            paramLabel = "MODEL",
            completionCandidates = Names.Usage.class,
            description =
                    "With contended: what a task uses that nobody measured:"
                            + " ${COMPLETION-CANDIDATES} (default: request).")
    private @Nullable String usageModel;

    @Option(
            names = "--oom",
            order = 5,
            paramLabel = "RULE",
            completionCandidates = Names.Oom.class,
            description =
                    "With contended: what becomes of the task that is chosen where memory runs"
                            + " out: ${COMPLETION-CANDIDATES} (default: kill).")
    private @Nullable String oom;

    /** Refuses wrong usage before anything is opened. */
    void check(CommonOptions common) {
        common.argument(this::parse);
    }

    /** The run with what was given. */
    SimulationSpec applyTo(SimulationSpec spec, CommonOptions common) {
        return spec.withFidelity(common.argument(this::parse));
    }

    private Fidelity parse() {
        return new FidelityText(fidelity, cpuOvercommit, memoryOvercommit, reserve, usageModel, oom)
                .parse();
    }
}
