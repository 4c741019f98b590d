package dev.stowage.workflow.forecast;

import dev.stowage.basis.InputException;
import dev.stowage.model.MachineEvents;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.option.OptionException;
import dev.stowage.option.ServersSpec;
import dev.stowage.scenario.ServersFile;
import dev.stowage.words.Figures;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What servers have together, and which ones can be bought.
 *
 * @param servers in words
 * @param total CPU and memory of all
 * @param offers kinds that can be bought; none if nobody said
 */
public record PresentCapacity(String servers, Resources total, List<ServerOffer> offers) {
    public PresentCapacity {
        offers = List.copyOf(offers);
    }

    /**
     * The capacity that was named.
     *
     * @throws InputException if it is that of a trace without machines
     */
    public static PresentCapacity of(SupplyChoice choice, ForecastHistory history) {
        String servers = choice.servers().orElseThrow();
        if (choice.capacity().isPresent()) {
            return new PresentCapacity(
                    servers,
                    choice.capacity().get(),
                    ServerOffer.of(choice, Optional.empty(), Optional.empty()));
        }
        if (ServersSpec.isFile(servers) && ServersFile.hasKinds(Path.of(servers))) {
            return ofKinds(choice, Path.of(servers));
        }
        if (!servers.equals(ServersSpec.TRACE)) {
            return ofGroups(choice, ServersSpec.read(servers).fleet(), Optional.empty());
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
        return ofMachines(choice, events, history.raw().endMicros());
    }

    private static PresentCapacity ofKinds(SupplyChoice choice, Path file) {
        ServersFile.Kinds kinds = ServersFile.kindsWithExisting(file);
        return ofGroups(choice, kinds.existing().orElseThrow(), Optional.of(kinds));
    }

    private static PresentCapacity ofGroups(
            SupplyChoice choice, ServerFleet.Static fleet, Optional<ServersFile.Kinds> kinds) {
        Map<Resources, Integer> counts = new LinkedHashMap<>();
        fleet.groups()
                .forEach(
                        group ->
                                counts.merge(group.type().capacity(), group.count(), Integer::sum));
        return of(choice, fleet.describe(), counts, kinds);
    }

    /** Machines that are there at a time. */
    private static PresentCapacity ofMachines(
            SupplyChoice choice, MachineEvents events, long atMicros) {
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
        return of(
                choice,
                "the " + Figures.count(machines) + " machines of the trace",
                counts,
                Optional.empty());
    }

    private static PresentCapacity of(
            SupplyChoice choice,
            String name,
            Map<Resources, Integer> counts,
            Optional<ServersFile.Kinds> kinds) {
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
        Optional<Resources> usual =
                counts.entrySet().stream()
                        .max(Comparator.comparingInt(Map.Entry::getValue))
                        .map(Map.Entry::getKey);
        return new PresentCapacity(name, total, ServerOffer.of(choice, usual, kinds));
    }
}
