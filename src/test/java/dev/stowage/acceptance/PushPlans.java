package dev.stowage.acceptance;

import dev.stowage.json.Json;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.PlacementPlan;
import dev.stowage.packing.ResourceVector;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Small placements to be pushed. */
final class PushPlans {
    private static final long GIB = 1L << 30;

    private PushPlans() {}

    /** Writes a plan folder. */
    static Path write(Path folder, PlacementPlan plan) throws IOException {
        Files.createDirectories(folder);
        Json.write(plan, folder.resolve("placement.json"));
        return folder;
    }

    /** Two services on server a, a Kubernetes workload, and VMs of three providers. */
    static PlacementPlan mixed() {
        return plan(
                List.of(
                        server("a", null, null, "rack", true),
                        server("b", null, null, "rack", false),
                        server("v1", "aws", "us-east-1", "m7g.xlarge", true),
                        server("v2", "aws", "us-east-1", "m7g.xlarge", true),
                        server("v3", "gcp", "us-central1", "e2-standard-4", true),
                        server("v4", "azure", "eastus", "Standard_D4s_v5", true)),
                List.of(
                        service("web", vector(250, 512), vector(500, 1024), 0),
                        service("batch-jobs", vector(100, 256), null, -5),
                        service("shop/Deployment/front", vector(1500, 1024), null, 100)),
                List.of(
                        item("web-1", "web", "a"),
                        item("web-2", "web", "a"),
                        item("batch-1", "batch-jobs", "a"),
                        item("front-1", "shop/Deployment/front", "v1")));
    }

    /** Servers of one's own only. */
    static PlacementPlan own() {
        return plan(
                List.of(server("a", null, null, "rack", true)),
                List.of(service("web", vector(250, 512), vector(500, 1024), 0)),
                List.of(item("web-1", "web", "a")));
    }

    static PlacementPlan plan(
            List<PlacementPlan.Server> servers,
            List<PlacementPlan.Service> services,
            List<PlacementPlan.Item> items) {
        PlacementPlan.Bound bound = new PlacementPlan.Bound(BigDecimal.ONE, "total", true);
        PlacementPlan.Result result =
                new PlacementPlan.Result(
                        1,
                        null,
                        BigDecimal.ONE,
                        null,
                        "servers",
                        bound,
                        0,
                        BigDecimal.ONE,
                        "best-fit-decreasing",
                        0,
                        0,
                        0,
                        0,
                        0,
                        1);
        return new PlacementPlan(
                PlacementPlan.FORMAT_VERSION,
                "web",
                List.of(PackingResource.CPU, PackingResource.MEMORY),
                servers,
                services,
                items,
                List.of(),
                List.of(),
                result,
                List.of(),
                Map.of());
    }

    static PlacementPlan.Server server(
            String name,
            @Nullable String provider,
            @Nullable String region,
            String type,
            boolean isUsed) {
        return new PlacementPlan.Server(
                name,
                type,
                name,
                vector(4_000, 16 << 10),
                vector(4_000, 16 << 10),
                BigDecimal.ONE,
                provider,
                region,
                new TreeMap<>(),
                provider == null,
                isUsed);
    }

    static PlacementPlan.Service service(
            String name, ResourceVector request, @Nullable ResourceVector limit, int priority) {
        return new PlacementPlan.Service(name, 1, request, null, limit, priority, null);
    }

    static PlacementPlan.Item item(String name, String service, String server) {
        return new PlacementPlan.Item(name, service, vector(250, 512), server, null, false, 0, "");
    }

    /** Amounts of thousandths of a core and MiB. */
    static ResourceVector vector(long milliCores, long mib) {
        return ResourceVector.of(milliCores * 1_000, mib * GIB / 1024);
    }
}
