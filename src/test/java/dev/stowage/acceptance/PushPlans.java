package dev.stowage.acceptance;

import static dev.stowage.push.SamplePlacements.vector;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.json.Json;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.SamplePlacements;
import dev.stowage.push.kubernetes.ControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Small placements to be pushed. */
final class PushPlans {
    private PushPlans() {}

    /** Writes a plan folder. */
    static Path write(Path folder, PlacementPlan plan) throws IOException {
        Files.createDirectories(folder);
        Json.write(plan, folder.resolve("placement.json"));
        return folder;
    }

    /** A plan for a live cluster, as the commands make it from a snapshot. */
    static Path ofSnapshot(ControlPlane plane, Path folder) throws IOException {
        Path snapshot = plane.snapshot(folder.resolve("snap.json"));
        Path trace = folder.resolve("snap.trace");
        Path plan = folder.resolve("shop.plan");
        Stowage.run("ingest", "kubernetes", snapshot, "-o", trace).exits(0);
        Stowage.Result packed = Stowage.run("pack", trace, "-o", plan);
        assertThat(packed.exit()).as(packed.err()).isIn(0, 1);
        assertThat(Files.exists(plan.resolve("placement.json"))).isTrue();
        return plan;
    }

    /** Nodes that a plan empties. */
    static List<String> freed(PlacementPlan plan) {
        return plan.servers().stream()
                .filter(server -> server.exists() && !server.isUsed())
                .map(PlacementPlan.Server::name)
                .toList();
    }

    /** Two services on server a, a Kubernetes workload, and VMs of three providers. */
    static PlacementPlan mixed() {
        return SamplePlacements.plan(
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
        return SamplePlacements.plan(
                List.of(server("a", null, null, "rack", true)),
                List.of(service("web", vector(250, 512), vector(500, 1024), 0)),
                List.of(item("web-1", "web", "a")));
    }

    private static PlacementPlan.Server server(
            String name,
            @Nullable String provider,
            @Nullable String region,
            String type,
            boolean isUsed) {
        return SamplePlacements.server(
                name, type, vector(4_000, 16 << 10), provider, region, isUsed);
    }

    private static PlacementPlan.Service service(
            String name, ResourceVector request, @Nullable ResourceVector limit, int priority) {
        return new PlacementPlan.Service(name, 1, request, null, limit, priority, null);
    }

    private static PlacementPlan.Item item(String name, String service, String server) {
        return SamplePlacements.item(name, service, vector(250, 512), server);
    }
}
