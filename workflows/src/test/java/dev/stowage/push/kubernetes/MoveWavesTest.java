package dev.stowage.push.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.PushPause;
import dev.stowage.push.PushReport;
import dev.stowage.push.object.PushFailure;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Moves on a fake cluster: how many at a time, when they pause, and where each is led. */
class MoveWavesTest extends MovesOnAFakeCluster {
    @Test
    void stopsAfterSoManyRestartsAndContinuesWithTheRest() {
        assertThatThrownBy(() -> push(plan(), "max-restarts=1").carryOut("d"))
                .isInstanceOf(PushFailure.Incomplete.class)
                .hasMessageContainingAll("1 move was not begun", "--max-restarts 1", "--continue")
                .hasMessageNotContaining("is not empty");
        assertThat(evictions()).isEqualTo(1);
        assertThat(cluster.isCordoned("n3")).isTrue();
        assertThat(cluster.closed()).isZero();

        push(plan(), "max-restarts=1").resume();
        assertThat(evictions()).isEqualTo(2);
        assertThat(cluster.placement())
                .isEqualTo(Map.of("n1", List.of(WEB, WEB), "n2", List.of(API, API)));
    }

    @Test
    void restartsAsManyAsAreAllowedWithoutAWordOfIt() {
        PushReport done = push(plan(), "max-restarts=2").carryOut("d");
        assertThat(done.outcome()).isEqualTo(PushReport.Outcome.DONE);
        assertThat(evictions()).isEqualTo(2);
    }

    @Test
    void beginsNothingWhileItIsPausedAndGoesOnAfterwards() throws Exception {
        Files.createDirectories(folder.resolve("shop.push"));
        PushPause pause = new PushPause(folder.resolve("shop.push"), "kubernetes");
        assertThat(pause.set(true)).isTrue();
        assertThat(pause.set(true)).isFalse();
        List<String> said = new CopyOnWriteArrayList<>();
        KubernetesTarget target =
                target(plan(), "pause-file=" + pause.setting().get("pause-file", ""));
        target.report(said::add);
        Thread thread = new Thread(() -> push(target).carryOut("d"));
        thread.start();
        for (int i = 0; i < 100 && said.isEmpty(); i++) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
        assertThat(said).singleElement().asString().contains("waiting: paused", "--resume");
        assertThat(cluster.changes).isEmpty();
        assertThat(pause.set(false)).isTrue();
        thread.join(20_000);
        assertThat(cluster.placement()).doesNotContainKey("n3");
        assertThat(said).contains("going on");
    }

    @Test
    void finishesWhatHasBegunWhenAPauseComesInTheMiddle() throws Exception {
        Files.createDirectories(folder.resolve("shop.push"));
        PushPause pause = new PushPause(folder.resolve("shop.push"), "kubernetes");
        cluster.onEviction = () -> pause.set(true);
        cluster.pod(WEB, "n3");
        cluster.workload(WEB, 3);
        PlacementPlan plan =
                MovePlans.of(
                        List.of(WEB + " n1", API + " n2", API + " n3 -"),
                        WEB + " n3 n1 1",
                        WEB + " n3 n1 1");
        KubernetesTarget target =
                target(plan, "pause-file=" + pause.setting().get("pause-file", ""));
        CountDownLatch paused = new CountDownLatch(1);
        target.report(
                words -> {
                    if (words.startsWith("waiting: paused")) {
                        paused.countDown();
                    }
                });
        Thread thread = new Thread(() -> push(target).carryOut("d"));
        thread.start();
        assertThat(paused.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(evictions()).isEqualTo(1);
        assertThat(cluster.closed()).as("nodes closed while it pauses").isZero();
        cluster.onEviction = () -> {};
        pause.set(false);
        thread.join(20_000);
        assertThat(cluster.placement().get("n3")).containsExactly(API);
    }

    @Test
    void takesAnotherNodeOfTheWorkloadIfTheRoomIsGone() {
        cluster.pod(WEB, "n2"); // a place where the workload is known to run
        cluster.workload(WEB, 4);
        PlacementPlan plan =
                MovePlans.of(
                        List.of(WEB + " n1", WEB + " n2", API + " n2"),
                        WEB + " n3 n1 2",
                        WEB + " n3 n1 1",
                        API + " n3 n2 1");
        cluster.pod(WEB, "n3");
        cluster.onEviction =
                () -> {
                    cluster.onEviction = () -> {};
                    for (int i = 0; i < 2; i++) {
                        cluster.pod("other/Deployment/late", "n1"); // n1 is full now
                    }
                };
        KubernetesTarget target = target(plan);
        assertThat(push(target).carryOut("d").outcome())
                .isEqualTo(PushReport.Outcome.DONE_OTHERWISE);
        assertThat(target.otherwise())
                .singleElement()
                .asString()
                .contains(WEB + " goes to n2, as n1 has no room left");
        assertThat(cluster.placement()).doesNotContainKey("n3");
        assertThat(cluster.closed()).isZero();
    }

    @Test
    void goesThroughTheNodeThatThePlanTakesOnTheWay() {
        PlacementPlan detour =
                MovePlans.of(
                        List.of(WEB + " n1", API + " n2"), WEB + " n3 n2,n1 1,3", API + " n3 n2 2");
        PushReport done = push(detour).carryOut("d");

        assertThat(done.outcome()).isEqualTo(PushReport.Outcome.DONE);
        assertThat(cluster.placement())
                .isEqualTo(Map.of("n1", List.of(WEB, WEB), "n2", List.of(API, API)));
        assertThat(done.notices())
                .anySatisfy(n -> assertThat(n).contains("made anew: 3 of 3", WEB + " 2"));
    }

    @Test
    void closesNodesThatGotRoomSinceTheClusterWasRead() {
        String full = "shop/Deployment/full"; // four pods on n4, one of which leaves it
        String some = "shop/Deployment/some";
        cluster.workload(full, 4);
        cluster.workload(some, 2);
        for (int i = 0; i < 4; i++) {
            cluster.pod(full, "n4");
        }
        cluster.pod(some, "n1");
        cluster.pod(some, "n1");
        PlacementPlan plan =
                MovePlans.of(
                        List.of(
                                WEB + " n1",
                                API + " n2",
                                some + " n1",
                                some + " n1",
                                full + " n4",
                                full + " n4",
                                full + " n4"),
                        full + " n4 n2 1",
                        API + " n3 n2 1",
                        WEB + " n3 n1 1");
        KubernetesTarget target = target(plan);
        assertThat(push(target).carryOut("d").outcome()).isEqualTo(PushReport.Outcome.DONE);
        assertThat(target.otherwise()).isEmpty();
        assertThat(cluster.placement())
                .containsEntry("n1", List.of(some, some, WEB, WEB))
                .containsEntry("n4", List.of(full, full, full));
    }

    /** Both pods leave n3 at once, for nodes of their own. */
    private static PlacementPlan together() {
        return MovePlans.of(List.of(WEB + " n1", API + " n2"), WEB + " n3 n1 1", API + " n3 n2 1");
    }

    private List<String> ledPods() {
        return cluster.changes.stream()
                .filter(each -> each.startsWith("PATCH") && each.contains("/pods/"))
                .toList();
    }

    @Test
    void leadsPodsOfOneWaveToTheirNodesPastTheClosedGate() {
        KubernetesTarget target = target(together());
        assertThat(push(target).carryOut("d").outcome()).isEqualTo(PushReport.Outcome.DONE);
        assertThat(target.otherwise()).isEmpty();
        assertThat(cluster.placement())
                .isEqualTo(Map.of("n1", List.of(WEB, WEB), "n2", List.of(API, API)));
        assertThat(ledPods()).hasSize(2);
        assertThat(cluster.mostClosed).isEqualTo(2);
    }

    @Test
    void takesOneNodeAfterAnotherWithoutTheRightToChangePods() {
        cluster.arePodsKept = true;
        KubernetesTarget target = target(together());
        assertThat(push(target).carryOut("d").outcome()).isEqualTo(PushReport.Outcome.DONE);
        assertThat(target.otherwise()).isEmpty();
        assertThat(cluster.placement())
                .isEqualTo(Map.of("n1", List.of(WEB, WEB), "n2", List.of(API, API)));
        assertThat(cluster.mostClosed).isEqualTo(1);
    }

    @Test
    void leadsPodsThatAKilledPushLeftBeforeClosedNodes() {
        cluster.onEviction =
                () -> {
                    if (cluster.evicted.size() == 2) {
                        cluster.answersLeft = 0;
                    }
                };
        assertThatThrownBy(() -> push(together()).carryOut("d")).isInstanceOf(PushFailure.class);
        cluster.answersLeft = -1;
        assertThat(cluster.pods().stream().filter(LivePod::isWaiting)).hasSize(2);
        push(together()).resume();
        assertThat(cluster.evicted).hasSize(2);
        assertThat(cluster.closed()).isZero();
        assertThat(cluster.placement())
                .isEqualTo(Map.of("n1", List.of(WEB, WEB), "n2", List.of(API, API)));
    }
}
