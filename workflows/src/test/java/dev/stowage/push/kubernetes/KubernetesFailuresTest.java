package dev.stowage.push.kubernetes;

import static dev.stowage.push.kubernetes.KubernetesShop.ALIVE;
import static dev.stowage.push.kubernetes.KubernetesShop.cpu;
import static dev.stowage.push.kubernetes.KubernetesShop.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.DyingTarget;
import dev.stowage.push.Push;
import dev.stowage.push.object.PushFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pushes to a real kube-apiserver that die, or are refused; skipped where there is none. */
class KubernetesFailuresTest extends KubernetesShopTests {
    /** Stands for the end of the process: nothing in the product catches it. */
    private static final class Death extends Error {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void isFinishedOrUndoneWhereverItDied() throws IOException {
        List<String> steps = List.of("before Pri", "after Pri", "before shop", "after shop");
        for (String step : steps) {
            for (boolean isContinued : new boolean[] {true, false}) {
                shop.workload();
                shop.folder = Files.createDirectory(shop.folder.resolve(shop.namespace));
                ObjectNode before = shop.state();
                PlacementPlan plan =
                        shop.plan(shop.service(3_100, null, null, 100 + shop.number()));
                DyingTarget.Step death =
                        what -> {
                            if (what.startsWith(step)) {
                                throw new Death();
                            }
                        };
                assertThatThrownBy(
                                () ->
                                        shop.push(plan, "admin", death, "force-conflicts")
                                                .carryOut("d"))
                        .isInstanceOf(Death.class);
                Push push = shop.push(plan, "admin", ALIVE, "force-conflicts");
                assertThatThrownBy(() -> push.carryOut("d"))
                        .isInstanceOf(InputException.class)
                        .hasMessageContaining("--continue");
                if (isContinued) {
                    push.resume();
                    assertThat(cpu(shop.live())).isEqualTo("3");
                }
                push.rollBack();
                assertThat(shop.state()).as(step).isEqualTo(before);
            }
        }
    }

    @Test
    void survivesALostConnection() throws IOException {
        for (CuttingProxy.Mode mode :
                List.of(CuttingProxy.Mode.CUT, CuttingProxy.Mode.ANSWERS_LOST)) {
            shop.workload();
            shop.folder = Files.createDirectory(shop.folder.resolve(shop.namespace));
            ObjectNode before = shop.state();
            PlacementPlan plan = shop.plan(shop.service(3_100, null, null, 200 + shop.number()));
            try (CuttingProxy proxy = new CuttingProxy(shop.server().port())) {
                Path kubeconfig = shop.server().kubeconfig("admin", proxy.port());
                DyingTarget.Step loss =
                        what -> {
                            if (what.startsWith("before shop")) {
                                proxy.set(mode);
                            }
                        };
                Push push = shop.push(plan, kubeconfig, loss, "force-conflicts");
                assertThatThrownBy(() -> push.carryOut("d"))
                        .isInstanceOf(PushFailure.class)
                        .hasMessageContainingAll("no answer", "1 of 2", "--continue", "--rollback");
                assertThat(cpu(shop.live())).isEqualTo(mode == CuttingProxy.Mode.CUT ? "1" : "3");
                proxy.set(CuttingProxy.Mode.OPEN);
                shop.push(plan, kubeconfig, ALIVE, "force-conflicts").resume();
                assertThat(cpu(shop.live())).isEqualTo("3");
                shop.push(plan, kubeconfig, ALIVE).rollBack();
                assertThat(shop.state()).isEqualTo(before);
            }
        }
    }

    @Test
    void saysWhichRightIsMissingAndTheRoleThatWouldGiveIt() throws IOException {
        shop.workload();
        PlacementPlan plan = shop.plan(shop.service(1_100, null, null, 5));
        assertThatThrownBy(() -> shop.push(plan, "dev", ALIVE).compare())
                .hasMessageContainingAll(
                        "403", "Role in namespace " + shop.namespace, "[\"apps\"]", "[\"get\"]");
        String rules =
                """
                "rules": [{"apiGroups": ["apps"], "resources": ["deployments"], "verbs": ["get", "patch"]}]
                """;
        String rbac = "apis/rbac.authorization.k8s.io/v1/namespaces/" + shop.namespace;
        shop.create(rbac + "/roles", "test", "{\"metadata\": {\"name\": \"push\"}, " + rules + "}");
        shop.create(
                rbac + "/rolebindings",
                "test",
                """
                {"metadata": {"name": "push"},
                 "subjects": [{"kind": "User", "name": "dev", "apiGroup": "rbac.authorization.k8s.io"}],
                 "roleRef": {"kind": "Role", "name": "push", "apiGroup": "rbac.authorization.k8s.io"}}
                """);
        assertThatThrownBy(() -> shop.push(plan, "dev", ALIVE).carryOut("d"))
                .hasMessageContainingAll("403", "ClusterRole", "[\"priorityclasses\"]");
        PlacementPlan without = shop.plan(shop.service(1_100, null, null, 0), node("n1", true));
        shop.push(without, "dev", ALIVE).carryOut("d");
        shop.push(without, "dev", ALIVE).rollBack();
    }

    @Test
    void showsWhatTheServerRefusesBeforeAnythingIsChanged() throws IOException {
        shop.workload();
        ObjectNode before = shop.state();
        PlacementPlan plan = shop.plan(shop.service(2_100, null, 500L, 0));
        assertThatThrownBy(() -> shop.push(plan, "admin", ALIVE, "force-conflicts").carryOut("d"))
                .isInstanceOf(PushFailure.class)
                .hasMessageContainingAll("422", "must be less than or equal to cpu limit");
        assertThat(shop.state()).isEqualTo(before);
        assertThat(shop.folder).isEmptyDirectory();
        shop.namespace = "nowhere";
        PlacementPlan other = shop.plan(shop.service(2_100, null, null, 0));
        assertThatThrownBy(() -> shop.push(other, "admin", ALIVE).compare())
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll("no such workload", "--context");
    }
}
