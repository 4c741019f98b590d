package dev.stowage.push.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.Push;
import dev.stowage.push.PushReport;
import dev.stowage.push.object.PushPlan;
import dev.stowage.push.object.PushSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which move waits for which: for those that make its room, whatever their steps are. */
class MoveOrderTest {
    private static final String WEB = "shop/Deployment/web";
    private static final String API = "shop/Deployment/api";
    private static final String OTHER = "shop/Deployment/other";

    @TempDir private Path folder;
    private FakeCluster cluster;

    @BeforeEach
    void start() throws IOException {
        cluster = new FakeCluster();
        for (String node : List.of("n1", "n2", "n3", "n4")) {
            cluster.node(node, 4);
        }
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private void pods(String workload, String... nodes) {
        cluster.workload(workload, nodes.length);
        for (String node : nodes) {
            cluster.pod(workload, node);
        }
    }

    private PushReport push(PlacementPlan plan) throws IOException {
        Map<String, String> settings =
                new TreeMap<>(
                        Map.of(
                                "timeout",
                                "2s",
                                "drain",
                                "true",
                                "kubeconfig",
                                cluster.kubeconfig(folder).toString()));
        PushPlan read = new PushPlan(folder.resolve("p.json"), "shop", "d", plan, List.of());
        try (var target = KubernetesTarget.of(() -> read, PushSettings.of(settings))) {
            return new Push(
                            "kubernetes",
                            target,
                            folder.resolve("shop"),
                            folder.resolve("shop.push"),
                            false)
                    .carryOut("d");
        }
    }

    private List<String> order() {
        return cluster.evicted.stream().map(pod -> pod.workload() + " " + pod.node()).toList();
    }

    @Test
    void aMoveOfALaterStepGoesAtOnceIfItsRoomIsThere() throws IOException {
        pods(WEB, "n1", "n3");
        pods(API, "n2", "n3");
        cluster.budgets.put(WEB, 3); // web has to wait for its budget
        push(MovePlans.of(List.of(WEB + " n1", API + " n2"), WEB + " n3 n1 1", API + " n3 n2 2"));
        assertThat(order()).containsExactly(API + " n3", WEB + " n3");
    }

    @Test
    void aMoveOfALaterStepTakesNoRoomThatAnEarlierOneNeeds() throws IOException {
        pods(OTHER, "n1", "n1", "n1", "n2"); // room for one more on n1
        pods(WEB, "n3");
        pods(API, "n4");
        cluster.budgets.put(WEB, 3);
        PlacementPlan plan =
                MovePlans.of(
                        List.of(OTHER + " n1", OTHER + " n1", OTHER + " n2"),
                        WEB + " n3 n1 1",
                        OTHER + " n1 n2 2",
                        API + " n4 n1 3");
        assertThat(push(plan).outcome()).isEqualTo(PushReport.Outcome.DONE);
        assertThat(order().indexOf(API + " n4")).isGreaterThan(order().indexOf(OTHER + " n1"));
        assertThat(cluster.placement().keySet()).isEqualTo(Set.of("n1", "n2"));
    }

    @Test
    void aPodPassesTheCordonOfANodeThatIsEmptiedLater() throws IOException {
        pods(OTHER, "n1", "n1", "n1", "n2");
        pods(API, "n1", "n2");
        pods(WEB, "n3");
        PlacementPlan plan =
                MovePlans.of(
                        List.of(
                                OTHER + " n1",
                                OTHER + " n1",
                                OTHER + " n1",
                                OTHER + " n2",
                                API + " n2"),
                        WEB + " n3 n4,n1 1,3",
                        API + " n1 n2 2");
        PushReport done = push(plan);
        assertThat(done.outcome()).isEqualTo(PushReport.Outcome.DONE);
        assertThat(order()).contains(WEB + " n3", WEB + " n4").hasSize(3);
        assertThat(cluster.placement())
                .isEqualTo(
                        Map.of(
                                "n1",
                                List.of(OTHER, OTHER, OTHER, WEB),
                                "n2",
                                List.of(API, API, OTHER)));
        assertThat(cluster.isCordoned("n4")).isTrue();
        assertThat(cluster.closed()).isZero();
    }

    @Test
    void movesOfAllOrdersThatAPlanMayHaveComeToTheirEnd() throws IOException {
        // a chain over full nodes: each makes the room of the next one
        pods(WEB, "n1", "n1", "n1", "n1");
        pods(API, "n2", "n2", "n2", "n2");
        pods(OTHER, "n3");
        List<String> staying = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            staying.add(WEB + " n1");
            staying.add(API + " n2");
        }
        PlacementPlan plan =
                MovePlans.of(staying, API + " n2 n4 1", WEB + " n1 n2 2", OTHER + " n3 n1 3");
        assertThat(push(plan).outcome()).isEqualTo(PushReport.Outcome.DONE);
        assertThat(order()).containsExactly(API + " n2", WEB + " n1", OTHER + " n3");
    }
}
