package dev.stowage.sim.fleet;

import dev.stowage.basis.Progress;
import dev.stowage.model.node.NodeParameter;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingOptions;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.placement.PackedResult;
import dev.stowage.packing.search.PackingSolver;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Replicas on servers by what they ask for, and by nothing else. */
final class RequestPacking {
    /** Looks after which the search ends: some seconds of one core. */
    private static final long WORK = 200_000_000;

    private RequestPacking() {}

    /**
     * A packing.
     *
     * @param bound no packing of these requests has fewer servers
     */
    record Packed(FleetPlacement placement, int bound) {}

    /**
     * The fewest servers that are found.
     *
     * @throws IllegalArgumentException if a service says no requests
     */
    static Packed of(FleetSpec spec) {
        List<PackItem> items = new ArrayList<>();
        List<Integer> serviceOf = new ArrayList<>();
        for (int service = 0; service < spec.services().size(); service++) {
            FleetSpec.Service each = spec.services().get(service);
            FleetSpec.Requests requests = each.requests();
            if (requests == null) {
                throw new IllegalArgumentException(each.name() + " says no requests");
            }
            ResourceVector demand =
                    ResourceVector.of(
                            millionths(requests.cores(), RoundingMode.UP),
                            millionths(requests.memoryGb(), RoundingMode.UP));
            for (int copy = 0; copy < each.replicas(); copy++) {
                items.add(PackItem.of(each.name() + "/" + copy, demand));
                serviceOf.add(service);
            }
        }
        ResourceVector capacity =
                ResourceVector.of(
                        millionths(spec.node().of(NodeParameter.CORES), RoundingMode.DOWN),
                        millionths(spec.node().of(NodeParameter.MEMORY_GB), RoundingMode.DOWN));
        List<PackServer> servers = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            servers.add(PackServer.of("server-" + i, "server", capacity));
        }
        PackingOptions options =
                new PackingOptions(
                        PackingOptions.Search.RECREATE,
                        OptionalLong.of(WORK),
                        OptionalLong.empty(),
                        Optional.empty(),
                        0,
                        OptionalInt.empty());
        PackedResult result =
                PackingSolver.solve(
                        new PackingProblem(
                                List.of(
                                        PackingResource.CPU,
                                        new PackingResource("memory", "millionths of a GB")),
                                servers,
                                items,
                                List.of()),
                        options,
                        Progress.NONE);
        if (!result.packing().unplaced().isEmpty()) {
            throw new IllegalArgumentException(
                    "requests of "
                            + items.get(result.packing().unplaced().get(0)).name()
                            + " are larger than a server");
        }
        TreeMap<Integer, int[]> used = new TreeMap<>();
        for (int item = 0; item < items.size(); item++) {
            used.computeIfAbsent(
                            result.packing().server(item), n -> new int[spec.services().size()])[
                    serviceOf.get(item)]++;
        }
        return new Packed(
                new FleetPlacement(List.copyOf(used.values())),
                result.bound().value().setScale(0, RoundingMode.CEILING).intValueExact());
    }

    private static long millionths(double amount, RoundingMode rounding) {
        return BigDecimal.valueOf(amount).movePointRight(6).setScale(0, rounding).longValueExact();
    }
}
