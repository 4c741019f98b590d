package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.stowage.packing.placement.PlacementFile;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.kubernetes.BudgetWatch;
import dev.stowage.push.kubernetes.ControlPlane;
import dev.stowage.push.kubernetes.DrawnCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Pushes of moves on a control plane, in processes of their own that are killed at random moments,
 * with changes by others in between, and then gone on with or undone. Skipped where {@link
 * PushControlPlaneTest} is.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PushKillsControlPlaneTest {
    private static final int MOST_KILLS = 2;

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

    /** Two of each, or as many as the property asks for. */
    static IntStream seeds() {
        return IntStream.rangeClosed(1, Integer.getInteger("stowage.kills", 2));
    }

    private Object[] push(Path plan, String... options) {
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
        return words.toArray();
    }

    /** Kills a push (SIGKILL) after so many evictions; true if it ended before. */
    private static boolean isDoneBeforeDeath(Path folder, int evictions, Object... push)
            throws IOException, InterruptedException {
        Process process = Stowage.process(folder, push).redirectErrorStream(true).start();
        int seen = 0;
        try (BufferedReader lines =
                new BufferedReader(
                        new java.io.InputStreamReader(
                                process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                seen += line.matches(".*/\\S+: \\S+ to \\S+$") ? 1 : 0;
                if (seen >= evictions) {
                    process.destroyForcibly();
                    process.waitFor();
                    return false;
                }
            }
        }
        return process.waitFor() == 0;
    }

    private Path plan(Path folder) throws IOException {
        Path trace = folder.resolve("snap.trace");
        Stowage.run(
                        "ingest",
                        "kubernetes",
                        plane.snapshot(folder.resolve("snap.json")),
                        "-o",
                        trace)
                .exits(0);
        Path plan = folder.resolve("shop.plan");
        assertThat(Stowage.run("pack", trace, "-o", plan).exit()).isIn(0, 1);
        return plan;
    }

    private static List<String> freed(Path plan) {
        return PlacementFile.read(plan.resolve("placement.json")).servers().stream()
                .filter(server -> server.exists() && !server.isUsed())
                .map(PlacementPlan.Server::name)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void isFinishedWhereverItWasKilled(int seed, @TempDir Path folder) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        DrawnCluster cluster = DrawnCluster.of(plane, 100 + seed, 6 + seed % 4, 0.4, 0);
        try (BudgetWatch watch = cluster.watch()) {
            Path plan = plan(folder);
            int moves = PlacementFile.read(plan.resolve("placement.json")).moves().size();
            Map<String, Set<String>> before = cluster.identities();
            Map<String, String> owned = cluster.owned();
            Set<String> waiting = cluster.waiting();
            boolean isChanged = random.nextBoolean();
            String last = "--yes";
            boolean isDone =
                    isDoneBeforeDeath(
                            folder, 1 + random.nextInt(moves), push(plan, "--drain", last));
            for (int death = 1; !isDone && death < MOST_KILLS; death++) {
                if (isChanged) {
                    cluster.addLate();
                }
                last = "--continue";
                isDone = isDoneBeforeDeath(folder, 1 + random.nextInt(moves), push(plan, last));
            }
            if (!isDone) {
                Stowage.Result result = Stowage.run(push(plan, "--continue"));
                assertThat(result.exit())
                        .as(result.err())
                        .isIn(isChanged ? List.of(0, 1) : List.of(0));
                isDone = result.exit() == 0;
            }
            if (isDone) {
                assertThat(freed(plan))
                        .allSatisfy(node -> assertThat(cluster.guests(node)).isEmpty());
            }
            assertThat(cluster.restarts(before)).isLessThanOrEqualTo(moves);
            assertThat(cluster.waiting()).isEqualTo(waiting);
            requireNoHarm(cluster, watch, owned);
        } finally {
            cluster.remove();
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void isUndoneWhereverItWasKilled(int seed, @TempDir Path folder) throws Exception {
        SplittableRandom random = new SplittableRandom(1_000 + seed);
        DrawnCluster cluster = DrawnCluster.of(plane, 200 + seed, 6 + seed % 4, 0.4, 0);
        try (BudgetWatch watch = cluster.watch()) {
            Path plan = plan(folder);
            int moves = PlacementFile.read(plan.resolve("placement.json")).moves().size();
            Map<String, Set<String>> before = cluster.identities();
            Map<String, String> owned = cluster.owned();
            isDoneBeforeDeath(folder, 1 + random.nextInt(moves), push(plan, "--drain", "--yes"));
            if (random.nextBoolean()) {
                cluster.addLate();
            }
            Stowage.run(push(plan, "--rollback")).exits(0);
            assertThat(cluster.cordoned()).as("nodes left closed").isEmpty();
            cluster.awaitWhole();
            assertThat(cluster.restarts(before)).isLessThanOrEqualTo(moves);
            requireNoHarm(cluster, watch, owned);
        } finally {
            cluster.remove();
        }
    }

    private static void requireNoHarm(
            DrawnCluster cluster, BudgetWatch watch, Map<String, String> owned) {
        assertThat(cluster.closedForTheMoment()).isEmpty();
        assertThat(watch.broken()).as("budgets broken").isEmpty();
        assertThat(cluster.owned()).containsAllEntriesOf(owned);
    }
}
