package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.stowage.packing.placement.PlacementFile;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.kubernetes.ControlPlane;
import dev.stowage.push.kubernetes.DrawnCluster;
import dev.stowage.push.kubernetes.EvictionWatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * How fast a push evicts, beside what the same control plane lets through when somebody drains the
 * same nodes as {@code kubectl drain} does, with nothing led: cordon, evict, ask again where a
 * budget refuses. Both in one run, as a machine is never the same twice. Seconds are figures and no
 * claims.
 */
@EnabledIfSystemProperty(named = "stowage.pace", matches = ".+")
class PushPaceTest {
    private static final long SEED = 1;
    private static final double FILL = 0.3;

    /**
     * As many as a workload of a drawn cluster has: plain evictions ask for no more than budgets.
     */
    private static final int MOST_AWAY = 8;

    @Test
    void saysHowFastItEvictsBesidePlainEvictions(@TempDir Path folder) throws Exception {
        assumeThat(ControlPlane.assets())
                .as("etcd, kube-apiserver, scheduler, controllers and kwok in KUBEBUILDER_ASSETS")
                .isPresent();
        try (ControlPlane plane = ControlPlane.start(ControlPlane.assets().orElseThrow(), folder)) {
            for (boolean isPlain : new boolean[] {true, false}) {
                int nodes = Integer.getInteger("stowage.nodes", 10);
                int perNode = Integer.getInteger("stowage.podsPerNode", 20);
                DrawnCluster cluster =
                        DrawnCluster.ofDeployments(plane, SEED, nodes, FILL, perNode);
                try {
                    Path own = Files.createDirectory(folder.resolve("plan-" + isPlain));
                    Path plan = PushPlans.ofSnapshot(plane, own);
                    PlacementPlan read = PlacementFile.read(plan.resolve("placement.json"));
                    List<String> freed = PushPlans.freed(read);
                    try (EvictionWatch watch = cluster.evictions()) {
                        if (isPlain) {
                            cluster.drain(freed);
                        } else {
                            Stowage.run(
                                            "push",
                                            plan,
                                            "--target",
                                            "kubernetes",
                                            "--kubeconfig",
                                            plane.kubeconfig(),
                                            "--drain",
                                            "--max-unavailable",
                                            MOST_AWAY,
                                            "--yes")
                                    .exits(0);
                        }
                        cluster.awaitWhole();
                        assertThat(watch.evicted()).isPositive();
                        say((isPlain ? "plain evictions: " : "push: ") + watch.words());
                    }
                } finally {
                    cluster.remove();
                }
            }
        }
    }

    private static void say(String figures) throws IOException {
        Files.writeString(
                Path.of(System.getProperty("stowage.pace")),
                figures + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}
