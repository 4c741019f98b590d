package dev.stowage.push.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.Json;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.SamplePlacements;
import dev.stowage.push.kubernetes.KubernetesPatch.Steering;
import dev.stowage.push.kubernetes.KubernetesPatch.Wish;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Affinity to the nodes of a plan is by their names: on AWS their host names are others. */
class NodeNamesTest {
    private static final String SERVICE = "shop/Deployment/web";

    private static JsonNode pod(Steering steering) {
        PlacementPlan.Service service =
                new PlacementPlan.Service(
                        SERVICE, 1, SamplePlacements.vector(100, 64), null, null, 0, null);
        PlacementPlan plan =
                SamplePlacements.plan(
                        List.of(SamplePlacements.server("b", service.request(), true)),
                        List.of(service),
                        List.of(SamplePlacements.item("web-1", SERVICE, service.request(), "b")));
        ObjectNode pod = Json.mapper().createObjectNode();
        new KubernetesPatch(plan, new Wish(steering, false)).steer(pod, service, Map.of());
        return pod;
    }

    @Test
    void namesANodeByItsFieldAndNotByALabel() {
        String name =
                "{\"matchFields\":[{\"key\":\"metadata.name\",\"operator\":\"In\",\"values\":[\"b\"]}]}";
        assertThat(
                        pod(Steering.REQUIRED)
                                .at(
                                        "/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms")
                                .toString())
                .isEqualTo("[" + name + "]");
        assertThat(
                        pod(Steering.PREFERRED)
                                .at(
                                        "/affinity/nodeAffinity/preferredDuringSchedulingIgnoredDuringExecution/0/preference")
                                .toString())
                .isEqualTo(name);
        assertThat(pod(Steering.NONE)).isEmpty();
    }

    @Test
    void isWhatTheSchedulerGoesByWhereHostNamesAreOthers(@TempDir Path folder) throws Exception {
        assumeThat(ControlPlane.assets())
                .as("etcd, kube-apiserver, scheduler, controllers and kwok in KUBEBUILDER_ASSETS")
                .isPresent();
        try (ControlPlane plane = ControlPlane.start(ControlPlane.assets().orElseThrow(), folder)) {
            for (String node : List.of("a", "b", "c")) {
                plane.create(
                        "api/v1/nodes",
                        """
                        {"metadata": {"name": "%s", "labels": {"kubernetes.io/hostname": "ip-%s"}},
                         "status": {"allocatable": {"cpu": "8", "memory": "8Gi", "pods": "110"}}}
                        """
                                .formatted(node, node));
            }
            for (int i = 1; i <= 3; i++) {
                ObjectNode spec = pod(Steering.REQUIRED).deepCopy();
                spec.putArray("containers").addObject().put("name", "app").put("image", "a");
                plane.create(
                        "api/v1/namespaces/default/pods",
                        Json.mapper()
                                .createObjectNode()
                                .<ObjectNode>set(
                                        "metadata",
                                        Json.mapper().createObjectNode().put("name", "web-" + i))
                                .set("spec", spec)
                                .toString());
            }
            for (int i = 0; i < 300 && plane.pods().stream().anyMatch(LivePod::isWaiting); i++) {
                TimeUnit.MILLISECONDS.sleep(200);
            }
            assertThat(plane.pods()).hasSize(3).allMatch(pod -> pod.node().equals("b"));
        }
    }
}
