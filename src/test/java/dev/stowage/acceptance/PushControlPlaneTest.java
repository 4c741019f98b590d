package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.stowage.packing.placement.PlacementFile;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.kubernetes.BudgetWatch;
import dev.stowage.push.kubernetes.ControlPlane;
import dev.stowage.push.kubernetes.DrawnCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * From a snapshot to emptied nodes, on a control plane with scheduler and controllers: skipped
 * where the folder KUBEBUILDER_ASSETS lacks etcd, kube-apiserver, kube-scheduler,
 * kube-controller-manager or kwok.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PushControlPlaneTest {
    private ControlPlane plane;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        assumeThat(ControlPlane.assets())
                .as("etcd, kube-apiserver, scheduler, controllers and kwok in KUBEBUILDER_ASSETS")
                .isPresent();
        plane = ControlPlane.start(ControlPlane.assets().orElseThrow(), folder);
    }

    @AfterAll
    void stop() {
        if (plane != null) {
            plane.close();
        }
    }

    /** Ten, or as many or which ones a property asks for, from 5 to 20 nodes. */
    static List<Integer> seeds() {
        String some = System.getProperty("stowage.seeds");
        if (some != null) {
            return java.util.Arrays.stream(some.split(",")).map(Integer::valueOf).toList();
        }
        return java.util.stream.IntStream.rangeClosed(1, Integer.getInteger("stowage.clusters", 10))
                .boxed()
                .toList();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void emptiesTheNodesThatThePlanFreesWithItsRestartsAndNoOthers(int seed, @TempDir Path folder)
            throws Exception {
        int most = Integer.getInteger("stowage.nodes", 20);
        int size = 5 + (seed * 7) % (most - 4);
        int perNode = podsPerNode(seed);
        DrawnCluster cluster = DrawnCluster.of(plane, seed, size, 0.3 + 0.05 * (seed % 5), perNode);
        try {
            Path plan = PushPlans.ofSnapshot(plane, folder);
            PlacementPlan read = PlacementFile.read(plan.resolve("placement.json"));
            Map<String, Set<String>> before = cluster.identities();
            Map<String, String> owned = cluster.owned();
            Set<String> waiting = cluster.waiting();
            long began = System.nanoTime();
            Map<String, String> broken;
            Stowage.Result result;
            try (BudgetWatch watch = cluster.watch()) {
                result = push(plan, "--drain", "--yes");
                broken = watch.broken();
                assertThat(watch.events()).as("changes that the watch heard of").isPositive();
            }
            long restarts = cluster.restarts(before);
            List<String> freed = PushPlans.freed(read);
            say(
                    "seed %d: %d nodes, %d pods, %d to free, %d moves, exit %d, %d restarts, %d budgets broken, %.1f s%n"
                            .formatted(
                                    seed,
                                    size,
                                    before.values().stream().mapToInt(Set::size).sum(),
                                    freed.size(),
                                    read.moves().size(),
                                    result.exit(),
                                    restarts,
                                    broken.size(),
                                    (System.nanoTime() - began) / 1e9));
            if (result.exit() != 0) {
                say(result.err().lines().filter(PushControlPlaneTest::isTelling).toList() + "\n");
            }
            assertThat(result.exit()).as(result.err() + result.out()).isIn(0, 1);
            assertThat(freed).allSatisfy(node -> assertThat(cluster.guests(node)).isEmpty());
            assertThat(cluster.waiting()).isEqualTo(waiting);
            assertThat(restarts).isLessThanOrEqualTo(read.moves().size());
            assertThat(broken).as("budgets broken").isEmpty();
            assertThat(cluster.owned()).isEqualTo(owned);
            assertThat(cluster.closedForTheMoment()).isEmpty();
            result.exits(0);
        } finally {
            cluster.remove();
        }
    }

    /** So many in all clusters, or from some number to another: {@code 4-20}. */
    private static int podsPerNode(int seed) {
        String[] bounds = System.getProperty("stowage.podsPerNode", "0").split("-", -1);
        int least = Integer.parseInt(bounds[0]);
        int most = Integer.parseInt(bounds[bounds.length - 1]);
        return least + (seed * 11) % (most - least + 1);
    }

    /** Figures, for whoever names a file in the property {@code stowage.figures}. */
    private static void say(String figures) throws IOException {
        String file = System.getProperty("stowage.figures");
        if (file != null) {
            Files.writeString(
                    Path.of(file), figures, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }

    private static boolean isTelling(String line) {
        return line.startsWith(" ") || line.startsWith("stowage:") || line.contains("runs on");
    }

    private Stowage.Result push(Path plan, String... options) {
        List<Object> words =
                new java.util.ArrayList<>(
                        List.of(
                                "push",
                                plan,
                                "--target",
                                "kubernetes",
                                "--kubeconfig",
                                plane.kubeconfig(),
                                "--timeout",
                                "5m"));
        words.addAll(List.of(options));
        return Stowage.run(words.toArray());
    }
}
