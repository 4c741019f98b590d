package dev.stowage.push.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.json.Json;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.policy.placement.PlacementPolicies;
import dev.stowage.push.kubernetes.PodReplay.Attempts;
import dev.stowage.run.TaskLog;
import dev.stowage.sim.Simulation;
import dev.stowage.sim.SimulationSpec;
import dev.stowage.sim.queue.QueueDisciplines;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Small workloads under the queue of kube-scheduler in a run, and under a real kube-scheduler on
 * nodes that nobody runs: each pod starts in the same second on the same node, and is evicted as
 * often. Skipped where KUBEBUILDER_ASSETS names no folder with {@code etcd}, {@code kube-apiserver}
 * and {@code kube-scheduler}, or where the machine is too slow to keep the times.
 */
class KubeSchedulerTest {
    private static final int TRIES = 3;

    /** A large pod waits; small ones that came later start beside what runs. */
    private static final String OVERTAKING =
            """
            0 6 6 1 0
            1 9 8 1 0
            2 3 4 1 0
            3 9 2 1 0
            4 2 1 1 0
            7 3 1 1 0
            """;

    /** Pods of several priorities wait for one node, some fail for longer than others. */
    private static final String PRIORITIES =
            """
            0 3 10 1 5
            1 2 10 1 0
            2 2 10 1 1
            2 2 10 1 3
            4 3 10 1 1
            5 2 10 1 2
            """;

    /** Pods of one priority: who has failed less often goes first while backoff lasts. */
    private static final String BACKOFF =
            """
            0 5 4 1 1
            1 8 3 1 1
            2 9 3 1 1
            3 2 9 1 1
            4 3 8 1 1
            6 2 9 1 1
            8 3 7 1 1
            10 2 9 1 1
            12 2 6 1 1
            """;

    /** Pods of higher priority take room; what still fits is put back. */
    private static final String PREEMPTION =
            """
            0 30 2 1 0
            1 30 3 1 0
            2 30 4 1 1
            3 30 3 1 0
            4 30 2 1 0
            5 30 6 1 0
            6 30 2 1 0
            7 9 5 1 5
            9 9 3 1 3
            11 9 5 1 4
            """;

    /**
     * Nodes of different sizes, filled by the scores. The best is 2 ahead each time, as
     * kube-scheduler draws among equals.
     */
    private static final String SCORES =
            """
            0 40 3 4 0
            1 40 1 3 0
            2 40 2 2 0
            3 40 1 3 0
            4 40 1 1 0
            5 40 3 3 0
            6 40 2 4 0
            7 40 3 2 0
            8 40 1 5 0
            9 40 1 5 0
            10 40 2 5 0
            11 40 4 2 0
            12 40 1 4 0
            """;

    @TempDir private static Path folder;
    private static @Nullable KubeServer server;
    private static @Nullable KubernetesApi api;

    @BeforeAll
    static void open() throws IOException, InterruptedException, GeneralSecurityException {
        Optional<Path> assets = KubeServer.assetsWithScheduler();
        assumeThat(assets)
                .as("etcd, kube-apiserver and kube-scheduler in the folder KUBEBUILDER_ASSETS")
                .isPresent();
        server = KubeServer.start(assets.get(), folder);
        api = KubernetesApi.connect(server.kubeconfig("admin", null), null);
        String classes = "apis/scheduling.k8s.io/v1/priorityclasses";
        for (int i = 0; i < 300 && api.get(classes + "/system-node-critical").isEmpty(); i++) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        for (int priority = 0; priority <= 5; priority++) {
            JsonNode priorityClass =
                    Json.mapper()
                            .readTree(
                                    "{\"metadata\": {\"name\": \"c%d\"}, \"value\": %d}"
                                            .formatted(priority, priority));
            api.send(KubernetesApi.Method.CREATE, classes, priorityClass);
        }
        server.startScheduler(assets.get());
    }

    @AfterAll
    static void close() {
        if (api != null) {
            api.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "overtaking, 10x16",
        "priorities, 10x16",
        "backoff, 10x16",
        "preemption, 12x32 10x32",
        "scores, 6x11 8x17 9x13 13x19",
    })
    void startsEachPodWhenAndWhereTheRealOneDoes(String name, String sizes) throws Exception {
        String text =
                switch (name) {
                    case "overtaking" -> OVERTAKING;
                    case "priorities" -> PRIORITIES;
                    case "backoff" -> BACKOFF;
                    case "preemption" -> PREEMPTION;
                    default -> SCORES;
                };
        PodWorkload workload = PodWorkload.of(name, text);
        List<int[]> nodes = new ArrayList<>();
        for (String size : sizes.split(" ", -1)) {
            String[] parts = size.split("x", -1);
            nodes.add(new int[] {Integer.parseInt(parts[0]), Integer.parseInt(parts[1])});
        }
        Map<Integer, Attempts> simulated = simulated(workload, nodes);
        Map<Integer, Attempts> real = real(workload, nodes);
        if (name.equals("preemption")) {
            simulated.replaceAll((pod, attempts) -> attempts.untilEvicted());
            real.replaceAll((pod, attempts) -> attempts.untilEvicted());
        }
        assertThat(simulated).isEqualTo(real);
    }

    private static Map<Integer, Attempts> real(PodWorkload workload, List<int[]> nodes)
            throws Exception {
        for (int i = 0; i < TRIES; i++) {
            try {
                return PodReplay.run(api, workload, nodes);
            } catch (PodReplay.LateException e) {
                System.err.println(workload.name() + ": this machine was too slow, once more");
            }
        }
        assumeThat(false).as("a machine that does everything in its second").isTrue();
        throw new IllegalStateException();
    }

    private static Map<Integer, Attempts> simulated(PodWorkload workload, List<int[]> nodes) {
        List<ServerFleet.Group> groups = new ArrayList<>();
        for (int[] size : nodes) {
            Resources capacity = Resources.ofCoresAndGib(size[0], size[1]);
            groups.add(new ServerFleet.Group(ServerType.of("n" + groups.size(), capacity), 1));
        }
        Map<Integer, Attempts> attempts = new TreeMap<>();
        TaskLog log =
                entry ->
                        attempts.put(
                                (int) entry.jobId,
                                new Attempts(
                                        seconds(entry.firstStartMicros),
                                        seconds(entry.lastStartMicros),
                                        "n" + entry.server,
                                        entry.evictions));
        Simulation.run(
                SimulationSpec.of(workload, new ServerFleet.Static(groups))
                        .withQueue(QueueDisciplines.registry().parse("test", "kube-scheduler"))
                        .withPlacement(PlacementPolicies.registry().parse("test", "kubernetes"))
                        .withTaskLog(log));
        return attempts;
    }

    private static int seconds(long micros) {
        return (int) ((micros - PodWorkload.PHASE_MICROS) / PodWorkload.SECOND);
    }
}
