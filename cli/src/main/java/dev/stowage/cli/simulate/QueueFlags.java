package dev.stowage.cli.simulate;

import dev.stowage.basis.InputException;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.Names;
import dev.stowage.model.ServerDynamics;
import dev.stowage.policy.PolicySpec;
import dev.stowage.sim.SimulationSpec;
import dev.stowage.sim.queue.QueueDisciplines;
import dev.stowage.sim.queue.QueueOptions;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How tasks wait: {@code --queue}, {@code --max-queue}, {@code --gang}. */
final class QueueFlags {
    @Option(
            names = "--queue",
            order = 4,
            paramLabel = "ORDER",
            defaultValue = "fifo",
            completionCandidates = Names.Queue.class,
            description =
                    "Order of the waiting tasks: ${COMPLETION-CANDIDATES}"
                            + " (default: ${DEFAULT-VALUE}).")
    private String queue = "";

    @Option(
            names = "--max-queue",
            order = 4,
            paramLabel = "N",
            description =
                    "Drop a task that would have to wait while N tasks wait already; 0: nothing"
                            + " waits (default: no limit).")
    private @Nullable Long maxQueue;

    @Option(
            names = "--gang",
            order = 4,
            description =
                    "The tasks of a job that are submitted in one instant start together or not at"
                            + " all; with fifo and priority[preempt=0].")
    private boolean isGang;

    /** Refuses wrong usage before anything is opened. */
    void check(CommonOptions common) {
        common.argument(this::discipline);
        common.argument(() -> options(ServerDynamics.NONE));
    }

    /** The run with what was given; its servers' ups and downs are known. */
    SimulationSpec applyTo(SimulationSpec spec, CommonOptions common) {
        return spec.withQueue(common.argument(this::discipline))
                .withQueueing(common.argument(() -> options(spec.dynamics())));
    }

    private PolicySpec discipline() {
        return Names.Queue.parse(queue);
    }

    private QueueOptions options(ServerDynamics dynamics) {
        Long most = maxQueue;
        if (most != null && most < 0) {
            throw InputException.at(
                    "--max-queue",
                    "\"" + most + "\"",
                    "a whole number of at least 0",
                    "0 drops every task that can't start at once.");
        }
        QueueOptions options =
                new QueueOptions(
                        most == null ? OptionalLong.empty() : OptionalLong.of(most), isGang);
        if (isGang) {
            QueueDisciplines.checkGangs("--gang", discipline(), options, dynamics);
        }
        return options;
    }
}
