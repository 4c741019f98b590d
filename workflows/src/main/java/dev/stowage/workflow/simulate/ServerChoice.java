package dev.stowage.workflow.simulate;

import dev.stowage.basis.InputException;
import dev.stowage.model.MachineEvents;
import dev.stowage.model.PowerModel;
import dev.stowage.model.ServerDynamics;
import dev.stowage.model.ServerFleet;
import dev.stowage.option.ServersSpec;
import dev.stowage.scenario.ServersFile;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The servers that a user named.
 *
 * @param named groups, or a file of them; empty for the machines of the trace
 */
public record ServerChoice(Optional<ServersFile> named) {
    /** What a text names: groups, a file of them, or {@link ServersSpec#TRACE}. */
    public static ServerChoice of(String text) {
        return new ServerChoice(
                text.equals(ServersSpec.TRACE)
                        ? Optional.empty()
                        : Optional.of(ServersSpec.read(text)));
    }

    /** Their cores, as far as they are known before a workload is opened. */
    public OptionalDouble cores() {
        return named.stream().mapToDouble(ServersFile::cores).findFirst();
    }

    /** How they go down and come back, as their file says. */
    public ServerDynamics dynamics() {
        return named.map(ServersFile::dynamics).orElse(ServerDynamics.NONE);
    }

    /**
     * The servers for a workload.
     *
     * @throws InputException if they are the machines of a trace that has no table of these
     */
    public ServerFleet fleet(WorkloadInput input, Path workload) {
        return named.<ServerFleet>map(ServersFile::fleet)
                .orElseGet(
                        () ->
                                new ServerFleet.Recorded(
                                        input.workload().name(),
                                        machines(input, workload),
                                        PowerModel.DEFAULT));
    }

    /**
     * The machine table of a trace.
     *
     * @throws InputException if it has none
     */
    public static MachineEvents machines(WorkloadInput input, Path workload) {
        return input.machines()
                .orElseThrow(
                        () ->
                                InputException.of(
                                        workload,
                                        "no machine table",
                                        "a trace with machines, as --servers trace asks for",
                                        "Name the servers instead, as in --servers 100x48c256g."));
    }
}
