package dev.stowage.push.kubernetes;

import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.Json;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.DyingTarget;
import dev.stowage.push.Push;
import dev.stowage.push.SamplePlacements;
import dev.stowage.push.object.PushPlan;
import dev.stowage.push.object.PushSettings;
import dev.stowage.push.object.PushTarget;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A real kube-apiserver with a namespace in which Deployment {@code web} was made by {@code helm},
 * a new one for each test, and pushes to it.
 */
final class KubernetesShop implements AutoCloseable {
    static final DyingTarget.Step ALIVE = what -> {};

    private static final String DEPLOYMENT =
            """
            {"metadata": {"name": "%s"}, "spec": {"replicas": 2,
              "selector": {"matchLabels": {"app": "web"}},
              "template": {"metadata": {"labels": {"app": "web"}}, "spec": {"containers": [
                {"name": "app", "image": "a", "env": [{"name": "TOKEN", "value": "s3cret"}],
                 "resources": {"requests": {"cpu": "1.0", "memory": "1024Mi"}}},
                {"name": "proxy", "image": "p",
                 "resources": {"requests": {"cpu": "100m"}}}]}}}}
            """;

    /** Where plans and their journals lie. */
    Path folder;

    /** The namespace of {@code web}. */
    String namespace = "";

    private final KubeServer server;
    private final KubernetesApi admin;
    private int number;

    private KubernetesShop(Path folder, KubeServer server, KubernetesApi admin) {
        this.folder = folder;
        this.server = server;
        this.admin = admin;
    }

    /** Starts a server; the tests are skipped where there is none. */
    static KubernetesShop open(Path folder)
            throws IOException, InterruptedException, GeneralSecurityException {
        assumeThat(KubeServer.assets())
                .as("etcd and kube-apiserver in the folder KUBEBUILDER_ASSETS")
                .isPresent();
        KubeServer server = KubeServer.start(KubeServer.assets().orElseThrow(), folder);
        return new KubernetesShop(
                folder, server, KubernetesApi.connect(server.kubeconfig("admin", null), null));
    }

    @Override
    public void close() {
        admin.close();
        server.close();
    }

    KubeServer server() {
        return server;
    }

    KubernetesApi admin() {
        return admin;
    }

    /** Number of the namespace. */
    int number() {
        return number;
    }

    JsonNode create(String path, String manager, String document) throws IOException {
        return admin.send(
                KubernetesApi.Method.CREATE,
                path + "?fieldManager=" + manager,
                Json.mapper().readTree(document));
    }

    /** A new namespace with Deployment {@code web}, made by {@code helm}. */
    void workload() throws IOException {
        namespace = "shop" + ++number;
        create("api/v1/namespaces", "test", "{\"metadata\": {\"name\": \"" + namespace + "\"}}");
        create(
                "apis/apps/v1/namespaces/" + namespace + "/deployments",
                "helm",
                DEPLOYMENT.formatted("web"));
    }

    JsonNode live() {
        return admin.get("apis/apps/v1/namespaces/" + namespace + "/deployments/web").orElseThrow();
    }

    /** All of the workload but what counts its changes. */
    ObjectNode state() {
        ObjectNode live = live().deepCopy();
        ((ObjectNode) live.get("metadata")).remove(List.of("resourceVersion", "generation"));
        return live;
    }

    PlacementPlan.Service service(
            long milliCores, @Nullable Long before, @Nullable Long limit, int priority) {
        return new PlacementPlan.Service(
                namespace + "/Deployment/web",
                2,
                amounts(milliCores),
                amounts(before == null ? 1_100 : before),
                limit == null ? null : amounts(limit),
                priority,
                null);
    }

    private static ResourceVector amounts(long milliCores) {
        return SamplePlacements.vector(milliCores, 1024);
    }

    PlacementPlan plan(PlacementPlan.Service service, PlacementPlan.Server... servers) {
        return SamplePlacements.plan(
                servers.length == 0 ? List.of(node("n1", true)) : List.of(servers),
                List.of(service),
                List.of(SamplePlacements.item("web-1", service.name(), amounts(1), "n1")));
    }

    static PlacementPlan.Server node(String name, boolean isUsed) {
        return SamplePlacements.server(name, amounts(8_000), isUsed);
    }

    Push push(PlacementPlan plan, String user, DyingTarget.Step step, String... options)
            throws IOException {
        return push(plan, server.kubeconfig(user, null), step, options);
    }

    Push push(PlacementPlan plan, Path kubeconfig, DyingTarget.Step step, String... options) {
        Map<String, String> settings =
                new TreeMap<>(
                        Map.of(
                                "kubeconfig", kubeconfig.toString(),
                                "timeout", "0", // there are no controllers that would roll it out
                                "placement", "preferred",
                                "priorities", "true"));
        for (String option : options) {
            settings.put(option, "true");
        }
        PushPlan read =
                new PushPlan(folder.resolve("placement.json"), "shop", "d", plan, List.of());
        PushTarget target = KubernetesTarget.of(() -> read, PushSettings.of(settings));
        return new Push(
                "kubernetes",
                new DyingTarget(target, step),
                folder.resolve("shop"),
                folder.resolve("shop.push"),
                settings.containsKey("force"));
    }

    static String cpu(JsonNode live) {
        return live.at("/spec/template/spec/containers/0/resources/requests/cpu").asText();
    }
}
