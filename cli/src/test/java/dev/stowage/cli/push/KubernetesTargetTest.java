package dev.stowage.cli.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.Json;
import dev.stowage.model.InputException;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.PlacementPlan;
import dev.stowage.packing.ResourceVector;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Push to a real kube-apiserver; skipped where KUBEBUILDER_ASSETS names none. */
class KubernetesTargetTest {
    private static final DyingTarget.Step ALIVE = what -> {};
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

    @TempDir private static Path shared;
    private static @Nullable KubeServer server;
    private static @Nullable KubernetesApi admin;
    private static int namespaces;

    @TempDir private Path folder;
    private String namespace = "";

    /** Stands for the end of the process: nothing in the product catches it. */
    private static final class Death extends Error {
        private static final long serialVersionUID = 1L;
    }

    @BeforeAll
    static void start() throws IOException, InterruptedException, GeneralSecurityException {
        assumeThat(KubeServer.assets())
                .as("etcd and kube-apiserver in the folder KUBEBUILDER_ASSETS")
                .isPresent();
        server = KubeServer.start(KubeServer.assets().orElseThrow(), shared);
        admin = KubernetesApi.connect(server.kubeconfig("admin", null), null);
    }

    @AfterAll
    static void stop() {
        if (admin != null) {
            admin.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private static JsonNode create(String path, String manager, String document)
            throws IOException {
        return admin.send(
                KubernetesApi.Method.CREATE,
                path + "?fieldManager=" + manager,
                Json.mapper().readTree(document));
    }

    /** A new namespace with Deployment {@code web}, made by {@code helm}. */
    private void workload() throws IOException {
        namespace = "shop" + ++namespaces;
        create("api/v1/namespaces", "test", "{\"metadata\": {\"name\": \"" + namespace + "\"}}");
        create(
                "apis/apps/v1/namespaces/" + namespace + "/deployments",
                "helm",
                DEPLOYMENT.formatted("web"));
    }

    private JsonNode live() {
        return admin.get("apis/apps/v1/namespaces/" + namespace + "/deployments/web").orElseThrow();
    }

    /** All of the workload but what counts its changes. */
    private ObjectNode state() {
        ObjectNode live = live().deepCopy();
        ((ObjectNode) live.get("metadata")).remove(List.of("resourceVersion", "generation"));
        return live;
    }

    private PlacementPlan.Service service(
            long milliCores, @Nullable Long before, @Nullable Long limit, int priority) {
        return new PlacementPlan.Service(
                namespace + "/Deployment/web",
                2,
                amounts(milliCores),
                before == null ? null : amounts(before),
                limit == null ? null : amounts(limit),
                priority,
                null);
    }

    private static ResourceVector amounts(long milliCores) {
        return ResourceVector.of(milliCores * 1_000, 1L << 30);
    }

    private PlacementPlan plan(PlacementPlan.Service service, PlacementPlan.Server... servers) {
        return new PlacementPlan(
                PlacementPlan.FORMAT_VERSION,
                "shop",
                List.of(PackingResource.CPU, PackingResource.MEMORY),
                servers.length == 0 ? List.of(node("n1", true)) : List.of(servers),
                List.of(service),
                List.of(
                        new PlacementPlan.Item(
                                "web-1", service.name(), amounts(1), "n1", null, false, 0, "")),
                List.of(),
                List.of(),
                new PlacementPlan.Result(
                        1,
                        null,
                        BigDecimal.ONE,
                        null,
                        "servers",
                        new PlacementPlan.Bound(BigDecimal.ONE, "total", true),
                        0,
                        BigDecimal.ONE,
                        "bfd",
                        0,
                        0,
                        0,
                        0,
                        0,
                        1),
                List.of(),
                Map.of());
    }

    private static PlacementPlan.Server node(String name, boolean isUsed) {
        ResourceVector size = amounts(8_000);
        return new PlacementPlan.Server(
                name,
                "t",
                name,
                size,
                size,
                BigDecimal.ONE,
                null,
                null,
                new TreeMap<>(),
                true,
                isUsed);
    }

    private Push push(PlacementPlan plan, String user, DyingTarget.Step step, String... options)
            throws IOException {
        return push(plan, server.kubeconfig(user, null), step, options);
    }

    private Push push(
            PlacementPlan plan, Path kubeconfig, DyingTarget.Step step, String... options) {
        Map<String, String> settings = new TreeMap<>(Map.of("kubeconfig", kubeconfig.toString()));
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

    private static String cpu(JsonNode live) {
        return live.at("/spec/template/spec/containers/0/resources/requests/cpu").asText();
    }

    @Test
    void showsWhatWouldChangeAndChangesNothing() throws IOException {
        workload();
        JsonNode before = live();
        PushReport report = push(plan(service(2_100, null, null, 7)), "admin", ALIVE).compare();

        assertThat(report.outcome()).isEqualTo(PushReport.Outcome.DRY_RUN);
        Difference workload = report.differences().get(1);
        assertThat(workload.fields().get("app.requests.cpu"))
                .isEqualTo(new Difference.Field("app.requests.cpu", "1", "2"));
        assertThat(workload.fields()).doesNotContainKey("app.requests.memory");
        assertThat(report.notices())
                .anySatisfy(each -> assertThat(each).contains("409", "\"helm\"", "requests.cpu"));
        assertThat(live()).isEqualTo(before);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void refusesFieldsThatSomebodyElseOwnsUnlessTold() throws IOException {
        workload();
        ObjectNode before = state();
        PlacementPlan plan = plan(service(2_100, 1_100L, 4_000L, 11));
        assertThatThrownBy(() -> push(plan, "admin", ALIVE).carryOut("d"))
                .isInstanceOf(PushFailure.class)
                .hasMessageContainingAll("conflict with \"helm\"", "--force-conflicts");
        assertThat(state()).isEqualTo(before);
        assertThat(folder).isEmptyDirectory();

        push(plan, "admin", ALIVE, "force-conflicts").carryOut("d");
        assertThat(cpu(live())).isEqualTo("2");
        assertThat(live().at("/spec/template/spec/containers/0/resources/limits/cpu").asText())
                .isEqualTo("4");
        assertThat(live().at("/spec/template/spec/priorityClassName").asText())
                .isEqualTo("stowage-priority-11");
        assertThat(live().at("/spec/template/spec/affinity").toString()).contains("n1");
        assertThat(push(plan, "admin", ALIVE, "force-conflicts").carryOut("d").outcome())
                .isEqualTo(PushReport.Outcome.UNCHANGED);
        String journal = Files.readString(folder.resolve("shop.push/kubernetes-0001.journal"));
        assertThat(journal).contains("helm").doesNotContain("s3cret", "admin-token");

        push(plan, "admin", ALIVE).rollBack();
        assertThat(state()).isEqualTo(before);
        assertThat(admin.get("apis/scheduling.k8s.io/v1/priorityclasses/stowage-priority-11"))
                .isEmpty();
    }

    @Test
    void takesBackWhatALaterPlanDoesNotWant() throws IOException {
        workload();
        push(plan(service(1_100, null, 4_000L, 0)), "admin", ALIVE).carryOut("d");
        assertThat(live().at("/spec/template/spec/containers/0/resources").has("limits")).isTrue();
        ObjectNode first = state();

        push(plan(service(1_100, null, null, 0)), "admin", ALIVE).carryOut("d");
        assertThat(live().at("/spec/template/spec/containers/0/resources").has("limits")).isFalse();
        push(plan(service(1_100, null, null, 0)), "admin", ALIVE).rollBack();
        assertThat(state()).isEqualTo(first);
    }

    @Test
    void isFinishedOrUndoneWhereverItDied() throws IOException {
        List<String> steps = List.of("before Pri", "after Pri", "before shop", "after shop");
        for (String step : steps) {
            for (boolean isContinued : new boolean[] {true, false}) {
                workload();
                folder = Files.createDirectory(folder.resolve(namespace));
                ObjectNode before = state();
                PlacementPlan plan = plan(service(3_100, null, null, 100 + namespaces));
                DyingTarget.Step death =
                        what -> {
                            if (what.startsWith(step)) {
                                throw new Death();
                            }
                        };
                assertThatThrownBy(
                                () -> push(plan, "admin", death, "force-conflicts").carryOut("d"))
                        .isInstanceOf(Death.class);
                Push push = push(plan, "admin", ALIVE, "force-conflicts");
                assertThatThrownBy(() -> push.carryOut("d"))
                        .isInstanceOf(InputException.class)
                        .hasMessageContaining("--continue");
                if (isContinued) {
                    push.resume();
                    assertThat(cpu(live())).isEqualTo("3");
                }
                push.rollBack();
                assertThat(state()).as(step).isEqualTo(before);
            }
        }
    }

    @Test
    void survivesALostConnection() throws IOException {
        for (CuttingProxy.Mode mode :
                List.of(CuttingProxy.Mode.CUT, CuttingProxy.Mode.ANSWERS_LOST)) {
            workload();
            folder = Files.createDirectory(folder.resolve(namespace));
            ObjectNode before = state();
            PlacementPlan plan = plan(service(3_100, null, null, 200 + namespaces));
            try (CuttingProxy proxy = new CuttingProxy(server.port())) {
                Path kubeconfig = server.kubeconfig("admin", proxy.port());
                DyingTarget.Step loss =
                        what -> {
                            if (what.startsWith("before shop")) {
                                proxy.set(mode);
                            }
                        };
                Push push = push(plan, kubeconfig, loss, "force-conflicts");
                assertThatThrownBy(() -> push.carryOut("d"))
                        .isInstanceOf(PushFailure.class)
                        .hasMessageContainingAll("no answer", "1 of 2", "--continue", "--rollback");
                assertThat(cpu(live())).isEqualTo(mode == CuttingProxy.Mode.CUT ? "1" : "3");
                proxy.set(CuttingProxy.Mode.OPEN);
                push(plan, kubeconfig, ALIVE, "force-conflicts").resume();
                assertThat(cpu(live())).isEqualTo("3");
                push(plan, kubeconfig, ALIVE).rollBack();
                assertThat(state()).isEqualTo(before);
            }
        }
    }

    @Test
    void saysWhichRightIsMissingAndTheRoleThatWouldGiveIt() throws IOException {
        workload();
        PlacementPlan plan = plan(service(1_100, null, null, 5));
        assertThatThrownBy(() -> push(plan, "dev", ALIVE).compare())
                .hasMessageContainingAll(
                        "403", "Role in namespace " + namespace, "[\"apps\"]", "[\"get\"]");
        String rules =
                """
                "rules": [{"apiGroups": ["apps"], "resources": ["deployments"], "verbs": ["get", "patch"]}]
                """;
        String rbac = "apis/rbac.authorization.k8s.io/v1/namespaces/" + namespace;
        create(rbac + "/roles", "test", "{\"metadata\": {\"name\": \"push\"}, " + rules + "}");
        create(
                rbac + "/rolebindings",
                "test",
                """
                {"metadata": {"name": "push"},
                 "subjects": [{"kind": "User", "name": "dev", "apiGroup": "rbac.authorization.k8s.io"}],
                 "roleRef": {"kind": "Role", "name": "push", "apiGroup": "rbac.authorization.k8s.io"}}
                """);
        assertThatThrownBy(() -> push(plan, "dev", ALIVE).carryOut("d"))
                .hasMessageContainingAll("403", "ClusterRole", "[\"priorityclasses\"]");
        PlacementPlan without = plan(service(1_100, null, null, 0), node("n1", true));
        push(without, "dev", ALIVE).carryOut("d");
        push(without, "dev", ALIVE).rollBack();
    }

    @Test
    void refusesAClusterThatChangedMeanwhile() throws IOException {
        workload();
        ObjectNode before = state();
        assertThatThrownBy(
                        () ->
                                push(plan(service(2_100, 600L, null, 0)), "admin", ALIVE)
                                        .carryOut("d"))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll(
                        "app.requests.cpu = 1", "app.requests.cpu = 500m", "the time of the plan");
        assertThat(state()).isEqualTo(before);

        PlacementPlan plan = plan(service(2_100, null, null, 0));
        push(plan, "admin", ALIVE, "force-conflicts").carryOut("d");
        admin.send(
                KubernetesApi.Method.PATCH,
                "apis/apps/v1/namespaces/" + namespace + "/deployments/web?fieldManager=edit",
                Json.mapper()
                        .readTree(
                                "[{\"op\": \"replace\", \"path\":"
                                        + " \"/spec/template/spec/containers/0/resources/requests/cpu\","
                                        + " \"value\": \"1700m\"}]"));
        assertThatThrownBy(() -> push(plan, "admin", ALIVE, "force-conflicts").carryOut("d"))
                .hasMessageContainingAll("1700m", "the time of the push", "Somebody else");
        assertThatThrownBy(() -> push(plan, "admin", ALIVE).rollBack())
                .hasMessageContainingAll("1700m", "Somebody else");
        assertThat(cpu(live())).isEqualTo("1700m");
    }

    @Test
    void leavesWhatOthersChangeElsewhereInTheWorkload() throws IOException {
        workload();
        ObjectNode before = state();
        PlacementPlan plan = plan(service(2_100, null, null, 0));
        push(plan, "admin", ALIVE, "force-conflicts").carryOut("d");
        admin.send(
                KubernetesApi.Method.PATCH,
                "apis/apps/v1/namespaces/" + namespace + "/deployments/web?fieldManager=hpa",
                Json.mapper()
                        .readTree(
                                "[{\"op\":\"replace\",\"path\":\"/spec/replicas\",\"value\":9}]"));
        push(plan, "admin", ALIVE).rollBack();
        assertThat(live().at("/spec/replicas").asInt()).isEqualTo(9);
        assertThat(live().at("/spec/template")).isEqualTo(before.at("/spec/template"));
        assertThat(live().at("/metadata/managedFields").toString())
                .contains("hpa", "helm")
                .doesNotContain("stowage");
    }

    @Test
    void showsWhatTheServerRefusesBeforeAnythingIsChanged() throws IOException {
        workload();
        ObjectNode before = state();
        PlacementPlan plan = plan(service(2_100, null, 500L, 0));
        assertThatThrownBy(() -> push(plan, "admin", ALIVE, "force-conflicts").carryOut("d"))
                .isInstanceOf(PushFailure.class)
                .hasMessageContainingAll("422", "must be less than or equal to cpu limit");
        assertThat(state()).isEqualTo(before);
        assertThat(folder).isEmptyDirectory();
        namespace = "nowhere";
        PlacementPlan other = plan(service(2_100, null, null, 0));
        assertThatThrownBy(() -> push(other, "admin", ALIVE).compare())
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll("no such workload", "--context");
    }

    @Test
    void drainsOnlyWhenToldAndAsBudgetsAllow() throws IOException {
        workload();
        String node = "empty" + namespaces;
        create("api/v1/nodes", "test", "{\"metadata\": {\"name\": \"" + node + "\"}}");
        create(
                "api/v1/namespaces/" + namespace + "/pods",
                "test",
                """
                {"metadata": {"name": "p", "labels": {"app": "web"}},
                 "spec": {"nodeName": "%s", "containers": [{"name": "c", "image": "i"}],
                  "automountServiceAccountToken": false}, "status": {"phase": "Running"}}
                """
                        .formatted(node));
        String policies = "apis/policy/v1/namespaces/" + namespace + "/poddisruptionbudgets";
        create(
                policies,
                "test",
                """
                {"metadata": {"name": "budget"}, "spec": {"minAvailable": 1,
                 "selector": {"matchLabels": {"app": "web"}}}}
                """);
        String pod = "api/v1/namespaces/" + namespace + "/pods/p";
        admin.send(
                KubernetesApi.Method.PATCH,
                pod + "/status",
                Json.mapper()
                        .readTree(
                                "[{\"op\":\"add\",\"path\":\"/status/phase\",\"value\":\"Running\"}]"));
        PlacementPlan plan =
                plan(service(1_100, null, null, 0), node("n1", true), node(node, false));

        PushReport shown = push(plan, "admin", ALIVE).compare();
        assertThat(shown.notices())
                .anySatisfy(n -> assertThat(n).contains("--drain", namespace + "/p"));
        push(plan, "admin", ALIVE).carryOut("d");
        assertThat(admin.get("api/v1/nodes/" + node).orElseThrow().at("/spec").has("unschedulable"))
                .isFalse();

        assertThatThrownBy(() -> push(plan, "admin", ALIVE, "drain").carryOut("d"))
                .isInstanceOf(PushFailure.class)
                .hasMessageContainingAll("429", "disruption budget", "1 of 2", "--continue");
        assertThat(
                        admin.get("api/v1/nodes/" + node)
                                .orElseThrow()
                                .at("/spec/unschedulable")
                                .asText())
                .isEqualTo("true");
        assertThat(admin.get(pod).orElseThrow().path("metadata").has("deletionTimestamp"))
                .isFalse();
        admin.send(KubernetesApi.Method.DELETE, policies + "/budget", null);
        push(plan, "admin", ALIVE, "drain").resume();
        assertThat(
                        admin.get(pod)
                                .map(each -> each.path("metadata").has("deletionTimestamp"))
                                .orElse(true))
                .isTrue();
        assertThat(push(plan, "admin", ALIVE, "drain").rollBack().notices())
                .contains("Node/" + node + "/pods: this can't be undone, and was left");
        assertThat(admin.get("api/v1/nodes/" + node).orElseThrow().at("/spec").has("unschedulable"))
                .isFalse();
    }
}
