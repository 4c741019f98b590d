package dev.stowage.cli.push;

import dev.stowage.packing.PackingResource;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.placement.PlacementPlan;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Small placements of CPU and memory, for whoever pushes or reads one. */
public final class SamplePlacements {
    private static final long MICRO_CORES_PER_MILLI = 1_000;
    private static final long MIB = 1L << 20;

    private SamplePlacements() {}

    /** A placement without rules and moves. */
    public static PlacementPlan plan(
            List<PlacementPlan.Server> servers,
            List<PlacementPlan.Service> services,
            List<PlacementPlan.Item> items) {
        return new PlacementPlan(
                PlacementPlan.FORMAT_VERSION,
                "sample",
                List.of(PackingResource.CPU, PackingResource.MEMORY),
                servers,
                services,
                items,
                List.of(),
                List.of(),
                new PlacementPlan.Result(
                        1,
                        null,
                        BigDecimal.ONE,
                        null,
                        "servers",
                        new PlacementPlan.Bound(BigDecimal.ONE, "total", true),
                        0.0,
                        BigDecimal.ONE,
                        "best-fit-decreasing",
                        0,
                        0,
                        null,
                        0,
                        0,
                        0,
                        0,
                        PlacementPlan.ENDED_BY_BOUND,
                        List.of(),
                        1),
                List.of(),
                Map.of());
    }

    /** A server of one's own. */
    public static PlacementPlan.Server server(String name, ResourceVector size, boolean isUsed) {
        return server(name, "t", size, null, null, isUsed);
    }

    /** A VM, or a server of one's own if there is no provider. */
    public static PlacementPlan.Server server(
            String name,
            String type,
            ResourceVector size,
            @Nullable String provider,
            @Nullable String region,
            boolean isUsed) {
        return new PlacementPlan.Server(
                name,
                type,
                name,
                size,
                size,
                BigDecimal.ONE,
                provider,
                region,
                new TreeMap<>(),
                provider == null,
                isUsed);
    }

    /** An item that runs nowhere yet. */
    public static PlacementPlan.Item item(
            String name, @Nullable String service, ResourceVector demand, @Nullable String server) {
        return new PlacementPlan.Item(name, service, demand, server, null, false, 0, "", null);
    }

    /** Amounts of thousandths of a core and MiB. */
    public static ResourceVector vector(long milliCores, long mib) {
        return ResourceVector.of(milliCores * MICRO_CORES_PER_MILLI, mib * MIB);
    }
}
