package dev.stowage.push.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.push.kubernetes.pace.Patience;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long new pods that find no node are waited for, by a clock of its own. */
class ReplacementsTest {
    private static final String DB = "shop/StatefulSet/db";
    private static final int PODS = 4;
    private static final long LOOK_NANOS = 4_000_000_000L;

    private final List<String> paths = new ArrayList<>();
    private FakeCluster cluster;
    private KubernetesApi api;
    private NodeGate gate;
    private boolean isShut;

    /** A stateful set on a node that takes no new pods. */
    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        cluster = new FakeCluster();
        api = KubernetesApi.connect(cluster.kubeconfig(folder), null);
        cluster.node("n1", PODS);
        cluster.workload(DB, PODS);
        for (int i = 0; i < PODS; i++) {
            paths.add("/api/v1/namespaces/shop/pods/" + cluster.pod(DB, "n1"));
        }
        cluster.edit(
                "/api/v1/nodes/n1",
                node -> ((ObjectNode) node.get("spec")).put("unschedulable", true));
    }

    @AfterEach
    void stop() {
        api.close();
        cluster.close();
    }

    private ArrayNode conditions(int pod) {
        return ((ObjectNode) cluster.objects.get(paths.get(pod)).get("status"))
                .putArray("conditions");
    }

    /** The scheduler has not come to a pod yet. */
    private void isUntried(int pod) {
        cluster.edit(paths.get(pod), live -> conditions(pod));
    }

    private void isRefused(int pod) {
        cluster.edit(
                paths.get(pod),
                live ->
                        conditions(pod)
                                .addObject()
                                .put("type", "PodScheduled")
                                .put("status", "False")
                                .put("message", "0 nodes are available"));
    }

    private void isPlaced(int pod) {
        cluster.edit(paths.get(pod), live -> ((ObjectNode) live.get("spec")).put("nodeName", "n1"));
    }

    /**
     * Ends all pods, and waits for what is made in their place: each is refused by the scheduler.
     *
     * @param afterLook what happens after each look at them, by its number from 1; the next one is
     *     4 s later. With 0: what happens before the first
     * @return looks that were taken
     */
    private int looks(IntConsumer afterLook) {
        AtomicInteger looks = new AtomicInteger(-1);
        try (ClusterFeed feed = ClusterFeed.of(api)) {
            Replacements replacements =
                    new Replacements(
                            api,
                            new Patience(Duration.ofMinutes(1), said -> {}),
                            feed,
                            () -> {
                                if (looks.get() >= 0) {
                                    afterLook.accept(looks.incrementAndGet());
                                }
                                return looks.get() * LOOK_NANOS;
                            });
            LiveCluster before = LiveCluster.read(api);
            gate = new NodeGate(api);
            if (isShut) {
                gate.close(List.of("n1"));
            }
            before.pods()
                    .forEach(
                            pod ->
                                    replacements.add(
                                            before, pod, new MovePlan.Move(DB, "n0", "n1")));
            paths.forEach(cluster::end);
            looks.set(0);
            afterLook.accept(0);
            replacements.awaitPlaced(Set.of(DB), gate);
        }
        return looks.get();
    }

    @Test
    void podsThatAreRefusedInTurnAreWaitedForUntilAllHaveANode() {
        int looks =
                looks(
                        look -> {
                            if (look == 0) {
                                for (int pod = 1; pod < PODS; pod++) {
                                    isUntried(pod);
                                }
                            } else if (look % 2 == 0 && look <= 2 * PODS) {
                                isPlaced(look / 2 - 1); // each is refused for 8 s, all of them 32 s
                                if (look / 2 < PODS) {
                                    isRefused(look / 2);
                                }
                            }
                        });
        assertThat(cluster.placement().keySet()).containsExactly("n1");
        assertThat(looks).isEqualTo(2 * PODS + 2); // the last one once more
    }

    @Test
    void aPodThatIsMadeAnewMeanwhileIsWaitedForAnew() {
        int looks =
                looks(
                        look -> {
                            if (look == 0) {
                                for (int pod = 1; pod < PODS; pod++) {
                                    isPlaced(pod);
                                }
                            } else if (look == 8) {
                                isPlaced(0);
                            } else if (look % 2 == 0 && look < 8) {
                                cluster.end(paths.get(0)); // made anew at once, and refused
                            }
                        });
        assertThat(cluster.placement().keySet()).containsExactly("n1");
        assertThat(looks).isEqualTo(10);
    }

    @Test
    void aPodThatIsRefusedForLongerThanTheSchedulerTakesToTryAgainIsNotWaitedFor() {
        int looks =
                looks(
                        look -> {
                            if (look == 0) {
                                for (int pod = 1; pod < PODS; pod++) {
                                    isPlaced(pod);
                                }
                            }
                        });
        assertThat(cluster.placement().keySet()).contains("");
        assertThat(looks).isEqualTo(6); // refused for 16 s
    }

    /** KWOK deletes the old pod of a stateful set by its name once more (ADR 136). */
    @Test
    void aPodThatIsDeletedByItsNameRightAfterItHadANodeIsWaitedForAnew() {
        int looks =
                looks(
                        look -> {
                            if (look == 0) {
                                for (int pod = 0; pod < PODS; pod++) {
                                    isPlaced(pod);
                                }
                            } else if (look == 1) {
                                cluster.end(paths.get(0)); // made anew at once, and refused
                            } else if (look == 3) {
                                isPlaced(0);
                            }
                        });
        assertThat(cluster.placement().keySet()).containsExactly("n1");
        assertThat(looks).isEqualTo(5);
    }

    private boolean mayPass(int pod) {
        return cluster.objects
                .get(paths.get(pod))
                .at("/spec/tolerations")
                .findValuesAsText("operator")
                .contains("Exists");
    }

    @Test
    void aPodThatIsStuckPassesTheGateAloneAndTheOthersAreWaitedFor() {
        isShut = true;
        int looks =
                looks(
                        look -> {
                            if (look == 0) {
                                isUntried(3);
                            } else if (look == 4) {
                                isPlaced(1);
                                isUntried(2);
                            } else if (look == 5) {
                                isRefused(2);
                            } else if (look == 6) {
                                assertThat(mayPass(0)).isTrue(); // refused for 16 s
                            } else if (look == 9) {
                                assertThat(mayPass(2)).as("its own clock").isFalse();
                                isPlaced(2);
                            } else if (look == 13) {
                                isPlaced(3);
                            }
                        });
        assertThat(looks).isEqualTo(15);
        assertThat(mayPass(1)).isFalse();
        assertThat(cluster.closed()).as("closed for all but one of them").isEqualTo(1);
        assertThat(cluster.placement().get("")).as("not waited for any more").hasSize(1);
    }

    @Test
    void ofManyThatAreWaitedForOneIsNamed() {
        assertThat(Replacements.firstAndMore(List.of(DB))).isEqualTo(DB);
        assertThat(Replacements.firstAndMore(List.of(DB, "b", "c")))
                .isEqualTo(DB + " (and 2 more)");
    }
}
