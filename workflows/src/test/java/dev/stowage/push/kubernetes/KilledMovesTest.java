package dev.stowage.push.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.Push;
import dev.stowage.push.PushReport;
import dev.stowage.push.object.PushFailure;
import dev.stowage.push.object.PushPlan;
import dev.stowage.push.object.PushSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Pushes of moves that are killed after any of their requests, whether or not the last one was
 * carried out, and are then finished or undone, while others change the cluster. A process is dead
 * when none of its requests is answered: its cleaning up does nothing either.
 */
class KilledMovesTest {
    private static final List<String> NODES = List.of("n1", "n2", "n3", "n4");
    private static final List<String> WORKLOADS =
            List.of("shop/Deployment/web", "shop/Deployment/api", "shop/StatefulSet/db");
    private static final int CORES = 4;
    private static final int MOST_DEATHS = 3;

    @TempDir private Path folder;

    /** Twelve, or as many as the property asks for. */
    static IntStream seeds() {
        return IntStream.rangeClosed(1, Integer.getInteger("stowage.kills", 12));
    }

    /** A cluster, the moves that empty nodes of it, and what others do to it meanwhile. */
    private final class Story {
        private final FakeCluster cluster = new FakeCluster();
        private final SplittableRandom random;
        private final List<String> emptied = new ArrayList<>();
        private final PlacementPlan plan;
        private int moves;
        private final Set<String> ofOthers = new HashSet<>();
        private final List<String> changes = new ArrayList<>();

        Story(int seed) throws IOException {
            random = new SplittableRandom(seed);
            NODES.forEach(node -> cluster.node(node, CORES));
            Map<String, List<String>> pods = new TreeMap<>();
            for (String workload : WORKLOADS) {
                int count = 1 + random.nextInt(3);
                cluster.workload(workload, count);
                for (int i = 0; i < count; i++) {
                    String node = NODES.get(random.nextInt(NODES.size()));
                    if (free(node) > 0) {
                        cluster.pod(workload, node);
                        pods.computeIfAbsent(node, n -> new ArrayList<>()).add(workload);
                    }
                }
            }
            plan = emptying(pods);
        }

        private long free(String node) {
            return CORES - cluster.pods().stream().filter(pod -> pod.node().equals(node)).count();
        }

        /** Empties two nodes onto the others, in steps. */
        private PlacementPlan emptying(Map<String, List<String>> pods) {
            int first = random.nextInt(NODES.size());
            emptied.add(NODES.get(first));
            emptied.add(NODES.get((first + 1) % NODES.size()));
            Map<String, Integer> load = new HashMap<>();
            pods.forEach((node, there) -> load.put(node, there.size()));
            List<String> staying = new ArrayList<>();
            List<String> moving = new ArrayList<>();
            pods.forEach(
                    (node, there) -> {
                        for (String workload : there) {
                            if (!emptied.contains(node)) {
                                staying.add(workload + " " + node);
                                continue;
                            }
                            String to =
                                    NODES.stream()
                                            .filter(each -> !emptied.contains(each))
                                            .filter(each -> load.getOrDefault(each, 0) < CORES)
                                            .findFirst()
                                            .orElseThrow();
                            load.merge(to, 1, Integer::sum);
                            int step = 1 + random.nextInt(2);
                            moving.add(workload + " " + node + " " + to + " " + step);
                        }
                    });
            moves = moving.size();
            return MovePlans.of(staying, moving.toArray(String[]::new));
        }

        private Push push() {
            Map<String, String> settings = new TreeMap<>(Map.of("timeout", "1s", "drain", "true"));
            try {
                settings.put("kubeconfig", cluster.kubeconfig(folder).toString());
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            PushPlan read = new PushPlan(folder.resolve("p.json"), "shop", "d", plan, List.of());
            return new Push(
                    KubernetesTarget.NAME,
                    KubernetesTarget.of(() -> read, PushSettings.of(settings)),
                    folder.resolve("shop"),
                    folder.resolve("shop.push"),
                    false);
        }

        /** Runs one that dies after some requests; true if it was faster than that. */
        private boolean isDoneBeforeDeath(Supplier<PushReport> work) {
            synchronized (cluster) {
                cluster.answersLeft = 1 + random.nextInt(90);
                cluster.isLastAnswerLost = random.nextBoolean();
            }
            try {
                assertThat(work.get().outcome()).isNotNull();
                return true;
            } catch (PushFailure e) {
                assertThat(cluster.answersLeft).as(e.getMessage()).isZero();
                return false;
            } finally {
                synchronized (cluster) {
                    cluster.answersLeft = -1;
                }
            }
        }

        /** What somebody else does between two runs. */
        private void changeByOthers() {
            String node = NODES.get(random.nextInt(NODES.size()));
            String workload = WORKLOADS.get(random.nextInt(WORKLOADS.size()));
            switch (random.nextInt(4)) {
                case 0 -> {
                    if (free(node) > 1 && !emptied.contains(node)) {
                        ofOthers.add(cluster.pod("other/Deployment/late", node));
                        changes.add("a pod of others on " + node);
                    }
                }
                case 1 ->
                        cluster.pods().stream()
                                .filter(pod -> pod.workload().equals(workload))
                                .findFirst()
                                .ifPresent(
                                        pod -> {
                                            cluster.end(path(pod));
                                            changes.add(pod.name() + " ended");
                                        });
                case 2 -> {
                    cluster.scaleUp(workload);
                    changes.add(workload + " scaled up");
                }
                default -> changes.add("nothing");
            }
        }

        private String path(LivePod pod) {
            String[] words = pod.name().split("/", -1);
            return "/api/v1/namespaces/" + words[0] + "/pods/" + words[1];
        }

        /** How many changes could bring a pod back to a node that is emptied. */
        private long disturbances() {
            return changes.stream()
                    .filter(each -> each.endsWith(" ended") || each.endsWith("scaled up"))
                    .count();
        }

        private long guests() {
            return cluster.pods().stream().filter(pod -> emptied.contains(pod.node())).count();
        }

        private void requireNoHarm() {
            assertThat(cluster.closed()).as("nodes left closed").isZero();
            assertThat(cluster.evicted).extracting(LivePod::workload).isSubsetOf(WORKLOADS);
            assertThat(cluster.evicted).extracting(LivePod::node).isSubsetOf(emptied);
            assertThat((long) cluster.evicted.size())
                    .as("restarts")
                    .isLessThanOrEqualTo(moves + disturbances());
            assertThat(cluster.pods().stream().map(pod -> pod.name().replaceFirst(".*/", "")))
                    .containsAll(ofOthers);
            assertThat(cluster.changes).noneMatch(FakeCluster::isWorkload);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void isFinishedWhereverItWasKilled(int seed) throws IOException {
        Story story = new Story(seed);
        try (FakeCluster cluster = story.cluster) {
            Push push = story.push();
            boolean isDone = story.isDoneBeforeDeath(() -> push.carryOut("d"));
            for (int death = 1; !isDone && isOpen(story) && death < MOST_DEATHS; death++) {
                story.changeByOthers();
                isDone = story.isDoneBeforeDeath(() -> story.push().resume());
            }
            if (!isDone) {
                boolean isBegun = isOpen(story);
                try {
                    if (isBegun) {
                        story.push().resume();
                    } else {
                        story.push().carryOut("d");
                    }
                    isDone = true;
                } catch (PushFailure.Incomplete e) {
                    assertThat(story.changes).as(e.getMessage()).isNotEmpty();
                    assertThat(e.getMessage()).containsAnyOf(WORKLOADS.toArray(String[]::new));
                } catch (InputException e) {
                    assertThat(isBegun).as(e.getMessage()).isFalse(); // a stale plan is refused
                    assertThat(story.changes).isNotEmpty();
                }
            }
            story.requireNoHarm();
            if (isDone) {
                assertThat(story.guests()).as("pods on emptied nodes").isZero();
                assertThat(story.emptied).allMatch(cluster::isCordoned);
                assertThat(cluster.pods()).noneMatch(LivePod::isWaiting);
            }
            if (story.disturbances() == 0 && isDone) {
                assertThat(cluster.evicted).as("exactly the planned restarts").hasSize(story.moves);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void isUndoneWhereverItWasKilled(int seed) throws IOException {
        Story story = new Story(1_000 + seed);
        try (FakeCluster cluster = story.cluster) {
            String someone = NODES.get(story.random.nextInt(NODES.size()));
            Push push = story.push();
            story.isDoneBeforeDeath(() -> push.carryOut("d"));
            if (!isBegun()) {
                story.requireNoHarm();
                return; // it died before it changed anything
            }
            story.changeByOthers();
            cluster.edit(
                    "/api/v1/nodes/" + someone,
                    node -> ((ObjectNode) node.get("metadata")).put("note", "theirs"));
            boolean isDone = false;
            for (int death = 1; !isDone && death < MOST_DEATHS; death++) {
                int evicted = cluster.evicted.size();
                isDone = story.isDoneBeforeDeath(() -> story.push().rollBack());
                assertThat(cluster.evicted).as("undoing evicts nothing").hasSize(evicted);
                story.changeByOthers();
            }
            if (!isDone) {
                assertThat(story.push().rollBack().outcome())
                        .isEqualTo(PushReport.Outcome.ROLLED_BACK);
            }
            story.requireNoHarm();
            assertThat(NODES).noneMatch(cluster::isCordoned);
            assertThat(
                            cluster.objects
                                    .get("/api/v1/nodes/" + someone)
                                    .at("/metadata/note")
                                    .asText())
                    .isEqualTo("theirs");
            assertThatThrownBy(() -> story.push().rollBack())
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("not undone");
        }
    }

    /** True if a journal tells of a push that is neither finished nor undone. */
    private boolean isOpen(Story story) {
        try {
            story.push().compare();
            return false;
        } catch (InputException e) {
            return String.valueOf(e.getMessage()).contains("--continue");
        }
    }

    private boolean isBegun() {
        return folder.resolve("shop.push/kubernetes-0001.journal").toFile().exists();
    }
}
