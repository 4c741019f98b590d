package dev.stowage.workflow.forecast;

import dev.stowage.basis.InputException;
import dev.stowage.model.MachineEvents;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.option.OptionException;
import dev.stowage.option.ServersSpec;
import dev.stowage.words.Figures;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What servers have together.
 *
 * @param servers in words
 * @param total CPU and memory of all
 * @param largest the size of which there are most; empty if no servers were named
 */
public record PresentCapacity(String servers, Resources total, Optional<Resources> largest) {
    /**
     * The capacity that was named.
     *
     * @throws InputException if it is that of a trace without machines
     */
    public static PresentCapacity of(SupplyChoice choice, ForecastHistory history) {
        String servers = choice.servers().orElseThrow();
        if (choice.capacity().isPresent()) {
            return new PresentCapacity(servers, choice.capacity().get(), Optional.empty());
        }
        if (!servers.equals(ServersSpec.TRACE)) {
            return ofGroups(ServersSpec.read(servers).fleet());
        }
        MachineEvents events =
                history.trace()
                        .orElseThrow(
                                () ->
                                        new OptionException(
                                                "--servers: found trace with an input that is"
                                                        + " none, expected "
                                                        + ServersSpec.EXPECTED))
                        .machineEvents()
                        .orElseThrow(
                                () ->
                                        InputException.at(
                                                "--servers",
                                                "trace, which has no machine table",
                                                ServersSpec.EXPECTED,
                                                null));
        return ofMachines(events, history.raw().endMicros());
    }

    private static PresentCapacity ofGroups(ServerFleet.Static fleet) {
        Map<Resources, Integer> counts = new LinkedHashMap<>();
        fleet.groups()
                .forEach(
                        group ->
                                counts.merge(group.type().capacity(), group.count(), Integer::sum));
        return of(fleet.describe(), counts);
    }

    /** Machines that are there at a time. */
    private static PresentCapacity ofMachines(MachineEvents events, long atMicros) {
        Resources[] present = new Resources[events.machines()];
        for (int i = 0; i < events.size() && events.timeMicros(i) <= atMicros; i++) {
            present[events.machine(i)] =
                    new Resources(events.cpuMicroCores(i), events.memoryBytes(i));
        }
        Map<Resources, Integer> counts = new LinkedHashMap<>();
        int machines = 0;
        for (Resources size : present) {
            if (size != null && !size.equals(Resources.NONE)) {
                counts.merge(size, 1, Integer::sum);
                machines++;
            }
        }
        if (machines == 0) {
            throw InputException.at(
                    "--servers",
                    "trace, without a machine at the end of the history",
                    ServersSpec.EXPECTED,
                    null);
        }
        return of("the " + Figures.count(machines) + " machines of the trace", counts);
    }

    private static PresentCapacity of(String name, Map<Resources, Integer> counts) {
        Resources total = Resources.NONE;
        for (Map.Entry<Resources, Integer> each : counts.entrySet()) {
            total =
                    total.plus(
                            new Resources(
                                    Math.multiplyExact(
                                            each.getKey().cpuMicroCores(), each.getValue()),
                                    Math.multiplyExact(
                                            each.getKey().memoryBytes(), each.getValue())));
        }
        Optional<Resources> largest =
                counts.entrySet().stream()
                        .max(Comparator.comparingInt(Map.Entry::getValue))
                        .map(Map.Entry::getKey);
        return new PresentCapacity(name, total, largest);
    }
}
