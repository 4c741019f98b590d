package dev.stowage.push.kubernetes;

import static dev.stowage.push.kubernetes.KubernetesShop.ALIVE;
import static dev.stowage.push.kubernetes.KubernetesShop.cpu;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.json.Json;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.Difference;
import dev.stowage.push.PushReport;
import dev.stowage.push.object.PushFailure;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Push to a real kube-apiserver; skipped where KUBEBUILDER_ASSETS names none. */
class KubernetesTargetTest extends KubernetesShopTests {
    @Test
    void showsWhatWouldChangeAndChangesNothing() throws IOException {
        shop.workload();
        JsonNode before = shop.live();
        PushReport report =
                shop.push(shop.plan(shop.service(2_100, null, null, 7)), "admin", ALIVE).compare();

        assertThat(report.outcome()).isEqualTo(PushReport.Outcome.DRY_RUN);
        Difference workload = report.differences().get(1);
        assertThat(workload.fields().get("app.requests.cpu"))
                .isEqualTo(new Difference.Field("app.requests.cpu", "1", "2"));
        assertThat(workload.fields()).doesNotContainKey("app.requests.memory");
        assertThat(report.notices())
                .anySatisfy(each -> assertThat(each).contains("409", "\"helm\"", "requests.cpu"));
        assertThat(shop.live()).isEqualTo(before);
        assertThat(shop.folder).isEmptyDirectory();
    }

    @Test
    void refusesFieldsThatSomebodyElseOwnsUnlessTold() throws IOException {
        shop.workload();
        ObjectNode before = shop.state();
        PlacementPlan plan = shop.plan(shop.service(2_100, 1_100L, 4_000L, 11));
        assertThatThrownBy(() -> shop.push(plan, "admin", ALIVE).carryOut("d"))
                .isInstanceOf(PushFailure.class)
                .hasMessageContainingAll("conflict with \"helm\"", "--force-conflicts");
        assertThat(shop.state()).isEqualTo(before);
        assertThat(shop.folder).isEmptyDirectory();

        shop.push(plan, "admin", ALIVE, "force-conflicts").carryOut("d");
        assertThat(cpu(shop.live())).isEqualTo("2");
        assertThat(shop.live().at("/spec/template/spec/containers/0/resources/limits/cpu").asText())
                .isEqualTo("4");
        assertThat(shop.live().at("/spec/template/spec/priorityClassName").asText())
                .isEqualTo("stowage-priority-11");
        assertThat(shop.live().at("/spec/template/spec/affinity").toString()).contains("n1");
        assertThat(shop.push(plan, "admin", ALIVE, "force-conflicts").carryOut("d").outcome())
                .isEqualTo(PushReport.Outcome.UNCHANGED);
        String journal = Files.readString(shop.folder.resolve("shop.push/kubernetes-0001.journal"));
        assertThat(journal).contains("helm").doesNotContain("s3cret", "admin-token");

        shop.push(plan, "admin", ALIVE).rollBack();
        assertThat(shop.state()).isEqualTo(before);
        assertThat(
                        shop.admin()
                                .get(
                                        "apis/scheduling.k8s.io/v1/priorityclasses/stowage-priority-11"))
                .isEmpty();
    }

    @Test
    void takesBackWhatALaterPlanDoesNotWant() throws IOException {
        shop.workload();
        shop.push(shop.plan(shop.service(1_100, null, 4_000L, 0)), "admin", ALIVE).carryOut("d");
        assertThat(shop.live().at("/spec/template/spec/containers/0/resources").has("limits"))
                .isTrue();
        ObjectNode first = shop.state();

        shop.push(shop.plan(shop.service(1_100, null, null, 0)), "admin", ALIVE).carryOut("d");
        assertThat(shop.live().at("/spec/template/spec/containers/0/resources").has("limits"))
                .isFalse();
        shop.push(shop.plan(shop.service(1_100, null, null, 0)), "admin", ALIVE).rollBack();
        assertThat(shop.state()).isEqualTo(first);
    }

    @Test
    void refusesAClusterThatChangedMeanwhile() throws IOException {
        shop.workload();
        ObjectNode before = shop.state();
        assertThatThrownBy(
                        () ->
                                shop.push(
                                                shop.plan(shop.service(2_100, 600L, null, 0)),
                                                "admin",
                                                ALIVE)
                                        .carryOut("d"))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll(
                        "app.requests.cpu = 1", "app.requests.cpu = 500m", "the time of the plan");
        assertThat(shop.state()).isEqualTo(before);

        PlacementPlan plan = shop.plan(shop.service(2_100, null, null, 0));
        shop.push(plan, "admin", ALIVE, "force-conflicts").carryOut("d");
        shop.admin()
                .send(
                        KubernetesApi.Method.PATCH,
                        "apis/apps/v1/namespaces/"
                                + shop.namespace
                                + "/deployments/web?fieldManager=edit",
                        Json.mapper()
                                .readTree(
                                        "[{\"op\": \"replace\", \"path\":"
                                                + " \"/spec/template/spec/containers/0/resources/requests/cpu\","
                                                + " \"value\": \"1700m\"}]"));
        assertThatThrownBy(() -> shop.push(plan, "admin", ALIVE, "force-conflicts").carryOut("d"))
                .hasMessageContainingAll("1700m", "the time of the push", "Somebody else");
        assertThatThrownBy(() -> shop.push(plan, "admin", ALIVE).rollBack())
                .hasMessageContainingAll("1700m", "Somebody else");
        assertThat(cpu(shop.live())).isEqualTo("1700m");
    }

    @Test
    void leavesWhatOthersChangeElsewhereInTheWorkload() throws IOException {
        shop.workload();
        ObjectNode before = shop.state();
        PlacementPlan plan = shop.plan(shop.service(2_100, null, null, 0));
        shop.push(plan, "admin", ALIVE, "force-conflicts").carryOut("d");
        shop.admin()
                .send(
                        KubernetesApi.Method.PATCH,
                        "apis/apps/v1/namespaces/"
                                + shop.namespace
                                + "/deployments/web?fieldManager=hpa",
                        Json.mapper()
                                .readTree(
                                        "[{\"op\":\"replace\",\"path\":\"/spec/replicas\",\"value\":9}]"));
        shop.push(plan, "admin", ALIVE).rollBack();
        assertThat(shop.live().at("/spec/replicas").asInt()).isEqualTo(9);
        assertThat(shop.live().at("/spec/template")).isEqualTo(before.at("/spec/template"));
        assertThat(shop.live().at("/metadata/managedFields").toString())
                .contains("hpa", "helm")
                .doesNotContain("stowage");
    }
}
