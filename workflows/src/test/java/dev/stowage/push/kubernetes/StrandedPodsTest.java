package dev.stowage.push.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.push.kubernetes.pace.Patience;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a push that died left before closed nodes, by a clock of its own. */
class StrandedPodsTest {
    private static final String WEB = "shop/Deployment/web";
    private static final String DB = "shop/StatefulSet/db";
    private static final int PODS = 4;
    private static final long LOOK_NANOS = 4_000_000_000L;

    private final List<String> paths = new ArrayList<>();
    private FakeCluster cluster;
    private KubernetesApi api;
    private NodeGate gate;

    /** Four pods that were evicted from n3, and wait before n1, which is closed and full. */
    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        cluster = new FakeCluster();
        api = KubernetesApi.connect(cluster.kubeconfig(folder), null);
        gate = new NodeGate(api);
        for (String node : List.of("n1", "n2", "n3", "n4")) {
            cluster.node(node, PODS);
        }
        gate.close(List.of("n1", "n2", "n4"));
        cluster.edit(
                "/api/v1/nodes/n3",
                node -> ((ObjectNode) node.get("spec")).put("unschedulable", true));
    }

    @AfterEach
    void stop() {
        api.close();
        cluster.close();
    }

    /** A pod that the scheduler finds no node for until the test says so. */
    private void waiting(String workload) {
        String path = "/api/v1/namespaces/shop/pods/" + cluster.pod(workload, "");
        paths.add(path);
        cluster.edit(
                path,
                pod ->
                        ((ObjectNode) pod.get("status"))
                                .putArray("conditions")
                                .addObject()
                                .put("type", "PodScheduled")
                                .put("status", "False")
                                .put("message", "0 nodes are available"));
        cluster.only.put(workload, "nowhere");
    }

    private void place(int pod, String node) {
        cluster.edit(paths.get(pod), live -> ((ObjectNode) live.get("spec")).put("nodeName", node));
    }

    private int looks(MovePlan plan, IntConsumer afterLook) {
        AtomicInteger looks = new AtomicInteger();
        new StrandedPods(
                        api,
                        new Patience(Duration.ofMinutes(2), said -> {}),
                        gate,
                        () -> {
                            afterLook.accept(looks.incrementAndGet());
                            return looks.get() * LOOK_NANOS;
                        })
                .takeUp(plan);
        return looks.get();
    }

    private static MovePlan plan(String workload, int pods) {
        List<String> moves = new ArrayList<>();
        for (int i = 0; i < pods; i++) {
            moves.add(workload + " n3 n1 1");
        }
        return MovePlan.of(MovePlans.of(List.of(), moves.toArray(String[]::new)), each -> true);
    }

    @Test
    void podsThatAreRefusedInTurnAreAllWaitedFor() {
        cluster.workload(WEB, PODS);
        for (int i = 0; i < PODS; i++) {
            waiting(WEB);
        }
        List<Long> closed = new ArrayList<>();
        int looks =
                looks(
                        plan(WEB, PODS),
                        look -> {
                            closed.add(cluster.closed());
                            int pod = look / 3;
                            if (look % 3 == 0) { // each has been told something else for 12 s
                                place(pod - 1, "n1");
                                for (int i = pod; i < PODS; i++) {
                                    isTriedAnew(i);
                                }
                            } else if (look > 3) {
                                for (int i = pod; i < PODS; i++) {
                                    isRefused(i);
                                }
                            }
                        });
        assertThat(looks).as("looks, 4 s each").isEqualTo(3 * PODS + 1);
        assertThat(closed).as("nodes closed until the last one is there").containsOnly(3L);
        assertThat(cluster.placement()).isEqualTo(Map.of("n1", List.of(WEB, WEB, WEB, WEB)));
        assertThat(cluster.closed()).isZero();
    }

    private void isTriedAnew(int pod) {
        cluster.edit(
                paths.get(pod), live -> ((ObjectNode) live.get("status")).putArray("conditions"));
    }

    private void isRefused(int pod) {
        cluster.edit(
                paths.get(pod),
                live ->
                        ((ObjectNode) live.get("status"))
                                .putArray("conditions")
                                .addObject()
                                .put("type", "PodScheduled")
                                .put("status", "False")
                                .put("message", "0 nodes are available"));
    }

    @Test
    void oneThatNoNodeSuitsIsNotWaitedForLongerThanTheSchedulerTakesToTryAgain() {
        cluster.workload(WEB, 1);
        waiting(WEB);
        assertThat(looks(plan(WEB, 1), look -> {})).isEqualTo(5); // refused for 16 s
        assertThat(cluster.closed()).isZero();
    }

    @Test
    void aPodThatIsMadeWhenTheOneBeforeItHasEndedIsLedToo() {
        cluster.workload(DB, 1);
        String old = "/api/v1/namespaces/shop/pods/" + cluster.pod(DB, "n3");
        cluster.edit(
                old,
                pod -> ((ObjectNode) pod.get("metadata")).put("deletionTimestamp", "2026-01-01"));
        int looks =
                looks(
                        plan(DB, 1),
                        look -> {
                            if (look == 9) {
                                cluster.end(old); // 36 s later
                            }
                        });
        assertThat(looks).isGreaterThan(9);
        assertThat(cluster.placement()).isEqualTo(Map.of("n1", List.of(DB)));
        assertThat(cluster.closed()).isZero();
    }
}
