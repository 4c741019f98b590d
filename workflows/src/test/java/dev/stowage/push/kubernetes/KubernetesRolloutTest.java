package dev.stowage.push.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.push.kubernetes.pace.Patience;
import dev.stowage.push.object.PushFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rollouts that are waited for, and patches of objects that change meanwhile. */
class KubernetesRolloutTest {
    private static final String WEB = "shop/Deployment/web";
    private static final String PATH = "/apis/apps/v1/namespaces/shop/deployments/web";
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path folder;
    private FakeCluster cluster;
    private KubernetesApi api;

    @BeforeEach
    void start() throws IOException {
        cluster = new FakeCluster();
        cluster.node("n1", 4);
        cluster.workload(WEB, 2);
        api = KubernetesApi.connect(cluster.kubeconfig(folder), null);
    }

    @AfterEach
    void stop() {
        api.close();
        cluster.close();
    }

    private ObjectNode web() {
        return cluster.objects.get(PATH);
    }

    private void roll(int updated, int ready) {
        cluster.edit(
                PATH,
                web ->
                        ((ObjectNode) web.get("status"))
                                .put("replicas", 2)
                                .put("updatedReplicas", updated)
                                .put("readyReplicas", ready));
    }

    private KubernetesRollout rollout(int millis) {
        return new KubernetesRollout(
                api, new Patience(Duration.ofMillis(millis), words -> {}), () -> false);
    }

    @Test
    void waitsUntilAllPodsAreNewAndReady() {
        roll(1, 2);
        CompletableFuture<Void> waiting =
                CompletableFuture.runAsync(() -> rollout(60_000).await(WEB));
        CompletableFuture<Void> done =
                CompletableFuture.runAsync(
                        () -> {
                            assertThat(waiting).as("while a pod is old").isNotDone();
                            roll(2, 2);
                        },
                        CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS));
        assertThat(done).succeedsWithin(Duration.ofSeconds(30));
        assertThat(waiting).succeedsWithin(Duration.ofSeconds(30));
    }

    @Test
    void namesThePodsThatAreNotReadyInTime() {
        roll(2, 1);
        String ready = cluster.pod(WEB, "n1");
        String unready = cluster.pod(WEB, "n1");
        ObjectNode status =
                (ObjectNode)
                        cluster.objects
                                .get("/api/v1/namespaces/shop/pods/" + unready)
                                .get("status");
        status.putArray("conditions");
        status.putArray("containerStatuses")
                .addObject()
                .putObject("state")
                .putObject("waiting")
                .put("reason", "ImagePullBackOff");
        assertThatThrownBy(() -> rollout(200).await(WEB))
                .isInstanceOf(PushFailure.Incomplete.class)
                .hasMessageContaining(WEB + ": its rollout was not done")
                .hasMessageContaining("shop/" + unready + " on n1 is not ready: ImagePullBackOff")
                .hasMessageNotContaining("shop/" + ready);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"observedGeneration": 2, "replicas": 3, "updatedReplicas": 3, "readyReplicas": 3} | true
                    {"observedGeneration": 1, "replicas": 3, "updatedReplicas": 3, "readyReplicas": 3} | false
                    {"observedGeneration": 2, "replicas": 3, "updatedReplicas": 2, "readyReplicas": 3} | false
                    {"observedGeneration": 2, "replicas": 3, "updatedReplicas": 3, "readyReplicas": 2} | false
                    {"observedGeneration": 2, "replicas": 4, "updatedReplicas": 3, "readyReplicas": 3} | false
                    {"observedGeneration": 2, "desiredNumberScheduled": 2, "updatedNumberScheduled": 2, "numberAvailable": 2} | true
                    {"observedGeneration": 2, "desiredNumberScheduled": 2, "updatedNumberScheduled": 1, "numberAvailable": 2} | false
                    {} | false
                    """)
    void isDoneAsKubectlSays(String status, boolean isDone) throws IOException {
        String live =
                "{\"metadata\": {\"generation\": 2}, \"spec\": {\"replicas\": 3}, \"status\": %s}";
        assertThat(KubernetesRollout.isDone(JSON.readTree(live.formatted(status))))
                .isEqualTo(isDone);
    }

    @Test
    void patchesAnewWhatIsAnotherObjectByNow() {
        AtomicInteger attempts = new AtomicInteger();
        GuardedPatch.send(
                api,
                PATH.substring(1),
                live -> {
                    if (attempts.incrementAndGet() < 4) {
                        cluster.edit(
                                PATH,
                                web ->
                                        ((ObjectNode) web.get("metadata"))
                                                .put("resourceVersion", "other" + attempts));
                    }
                    return Optional.of(
                            GuardedPatch.of(
                                    live, "/spec/replicas", JSON.getNodeFactory().numberNode(7)));
                });
        assertThat(attempts).hasValue(4);
        assertThat(web().at("/spec/replicas").asInt()).isEqualTo(7);
    }

    @Test
    void triesOnceOnlyWhatIsRefusedForAnotherReason() {
        AtomicInteger attempts = new AtomicInteger();
        assertThatThrownBy(
                        () ->
                                GuardedPatch.send(
                                        api,
                                        PATH.substring(1),
                                        live -> {
                                            attempts.incrementAndGet();
                                            cluster.objects.remove(PATH);
                                            return Optional.of(GuardedPatch.of(live));
                                        }))
                .isInstanceOf(PushFailure.class)
                .hasMessageContaining("404");
        assertThat(attempts).hasValue(1);
    }
}
