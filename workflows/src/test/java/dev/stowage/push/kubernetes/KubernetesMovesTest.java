package dev.stowage.push.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.Difference;
import dev.stowage.push.DyingTarget;
import dev.stowage.push.PushReport;
import dev.stowage.push.object.PushFailure;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Moves on a fake cluster: each rule that keeps a push from harm, everywhere. */
class KubernetesMovesTest extends MovesOnAFakeCluster {
    @Test
    void emptiesNodesWithTheRestartsOfThePlanAndNoOthers() {
        List<LivePod> before = cluster.pods();
        PushReport done = push(plan()).carryOut("d");

        assertThat(done.outcome()).isEqualTo(PushReport.Outcome.DONE);
        assertThat(cluster.placement())
                .isEqualTo(Map.of("n1", List.of(WEB, WEB), "n2", List.of(API, API)));
        assertThat(cluster.pods().stream().filter(before::contains)).hasSize(2);
        assertThat(cluster.isCordoned("n3")).isTrue();
        assertThat(cluster.isCordoned("n4")).isTrue();
        assertThat(cluster.closed()).as("nodes left closed").isZero();
        assertThat(cluster.changes).noneMatch(FakeCluster::isWorkload);
        assertThat(done.notices())
                .anySatisfy(n -> assertThat(n).contains("made anew: 2 of 2", WEB + " 1"));
        assertThat(push(plan()).carryOut("d").outcome()).isEqualTo(PushReport.Outcome.UNCHANGED);
    }

    @Test
    void closesAllNodesThatAreToBeEmptiedBeforeTheFirstEviction() {
        push(plan()).carryOut("d");
        int lastCordon = cluster.changes.lastIndexOf("PATCH /api/v1/nodes/n4");
        List<String> evictions =
                cluster.changes.stream().filter(each -> each.endsWith("/eviction")).toList();
        assertThat(cluster.changes.indexOf(evictions.get(0)))
                .isGreaterThan(cluster.changes.indexOf("PATCH /api/v1/nodes/n3"))
                .isGreaterThan(cluster.changes.indexOf("PATCH /api/v1/nodes/n4"));
        assertThat(lastCordon).isNotNegative();
    }

    @Test
    void showsWithoutYesWhatMovesAndTouchesNothing() {
        PushReport shown = push(plan()).compare();
        assertThat(shown.outcome()).isEqualTo(PushReport.Outcome.DRY_RUN);
        assertThat(cluster.changes).isEmpty();
        Difference moves = shown.differences().get(shown.differences().size() - 1);
        assertThat(moves.fields().values())
                .extracting(Difference.Field::now, Difference.Field::planned)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("n3", "n1"),
                        org.assertj.core.groups.Tuple.tuple("n3", "n2"));
        assertThat(String.join("\n", shown.notices()))
                .contains("closed and emptied: n3, n4", "2 in 2 steps", API + " 1, " + WEB + " 1");
    }

    @Test
    void movesNothingUnlessTold() {
        PushReport done = push(plan(), "drain=false").carryOut("d");
        assertThat(done.outcome()).isEqualTo(PushReport.Outcome.UNCHANGED);
        assertThat(String.join("\n", done.notices())).contains("--drain", "n3", "2 in 2 steps");
        assertThat(cluster.changes).isEmpty();
    }

    @Test
    void waitsForADisruptionBudget() {
        cluster.budgets.put(WEB, 2);
        assertThat(push(plan(), "timeout=5s").carryOut("d").outcome())
                .isEqualTo(PushReport.Outcome.DONE);
        assertThat(cluster.placement()).doesNotContainKey("n3");
    }

    @Test
    void saysWhatIsLeftWhenABudgetNeverAllowsIt() {
        cluster.budgets.put(WEB, 1_000_000);
        assertThatThrownBy(() -> push(plan()).carryOut("d"))
                .isInstanceOf(PushFailure.Incomplete.class)
                .hasMessageContainingAll(
                        WEB + " from n3 to n1",
                        "disruption budget",
                        "n3 is not empty",
                        "Pods made anew: 1 of 2 planned: " + API + " 1",
                        "--rollback");
        assertThat(cluster.closed()).isZero();
        cluster.budgets.clear();
        push(plan()).resume();
        assertThat(cluster.placement()).doesNotContainKey("n3");
    }

    @Test
    void doesNotWaitForPodsOfTwoBudgetsWhichAreNeverEvicted() {
        cluster.twice.add(WEB);
        assertThatThrownBy(() -> push(plan(), "timeout=10m").carryOut("d"))
                .isInstanceOf(PushFailure.Incomplete.class)
                .hasMessageContainingAll(
                        WEB + " from n3 to n1: ",
                        "more than one PodDisruptionBudget",
                        "Pods made anew: 1 of 2 planned: " + API + " 1");
        assertThat(cluster.placement().get("n3")).containsExactly(WEB);
    }

    @Test
    void saysOfAllPodsOfAWorkloadThatItsBudgetRefusesThem() {
        cluster.budgets.put(WEB, 1_000_000);
        cluster.pod(WEB, "n3");
        cluster.workload(WEB, 3);
        PlacementPlan plan =
                MovePlans.of(
                        List.of(WEB + " n1", API + " n2"),
                        WEB + " n3 n1 1",
                        WEB + " n3 n2 1",
                        API + " n3 n2 1");
        assertThatThrownBy(() -> push(plan).carryOut("d"))
                .hasMessageContainingAll(WEB + " from n3 to n1: ", WEB + " from n3 to n2: ")
                .hasMessageNotContaining("another pod of it");
    }

    @Test
    void evictsNothingMoreWhenSomebodyOpensANodeThatIsToBeEmptied() {
        assertThatThrownBy(() -> push(plan(), "max-restarts=1").carryOut("d"))
                .isInstanceOf(PushFailure.Incomplete.class);
        cluster.edit(
                "/api/v1/nodes/n4",
                node -> ((ObjectNode) node.get("spec")).remove("unschedulable"));
        assertThatThrownBy(() -> push(plan()).resume())
                .isInstanceOf(PushFailure.Foreign.class)
                .hasMessageContainingAll(
                        "found n4 without",
                        "kubectl cordon n4",
                        "Pods made anew: 0 of 2 planned (1 were begun before): none",
                        "--continue");
        assertThat(evictions()).isEqualTo(1);
        assertThat(cluster.closed()).isZero();
        cluster.edit(
                "/api/v1/nodes/n4",
                node -> ((ObjectNode) node.get("spec")).put("unschedulable", true));
        push(plan()).resume();
        assertThat(cluster.placement()).doesNotContainKey("n3");
    }

    @Test
    void keepsTaintsThatOthersPutOnANodeWhileItWasClosedForTheMoment() {
        cluster.onEviction =
                () ->
                        cluster.edit(
                                "/api/v1/nodes/n1",
                                node -> {
                                    ObjectNode spec = (ObjectNode) node.get("spec");
                                    if (!spec.path("taints").toString().contains("theirs")) {
                                        spec.withArray("taints")
                                                .addObject()
                                                .put("key", "theirs")
                                                .put("effect", "PreferNoSchedule");
                                    }
                                });
        push(plan()).carryOut("d");
        assertThat(cluster.objects.get("/api/v1/nodes/n1").at("/spec/taints").toString())
                .isEqualTo("[{\"key\":\"theirs\",\"effect\":\"PreferNoSchedule\"}]");
        assertThat(cluster.closed()).isZero();
    }

    @Test
    void doesNotMindThatANodeWithoutPodsIsRemovedMeanwhile() {
        cluster.node("n5", 4);
        cluster.onEviction = () -> cluster.objects.remove("/api/v1/nodes/n5");
        assertThat(push(plan()).carryOut("d").outcome()).isEqualTo(PushReport.Outcome.DONE);
        assertThat(cluster.closed()).isZero();
    }

    @Test
    void saysHowFarAPushGotThatDiedAndWhatItLeftClosed() {
        cluster.onEviction = () -> cluster.answersLeft = 0;
        assertThatThrownBy(() -> push(plan()).carryOut("d")).isInstanceOf(PushFailure.class);
        cluster.answersLeft = -1;
        for (Runnable next :
                List.<Runnable>of(() -> push(plan()).compare(), () -> push(plan()).carryOut("e"))) {
            assertThatThrownBy(next::run)
                    .isInstanceOf(InputException.class)
                    .hasMessageContainingAll(
                            "2 of 2 changes are done; " + cluster.evicted.size() + " of 2 moves",
                            "Closed to new pods, and they stay so: n3, n4",
                            "by the taint stowage.dev/moving, until it is finished or undone: n1,",
                            "Pods without a node now, whatever the cause: shop/",
                            "--continue",
                            "--rollback");
        }
        push(plan()).rollBack();
        assertThat(cluster.closed()).isZero();
    }

    @Test
    void stopsWhenWhatIsMadeInItsPlaceIsNotReady() {
        cluster.broken.add(WEB);
        cluster.pod(WEB, "n3");
        cluster.workload(WEB, 3);
        PlacementPlan plan =
                MovePlans.of(
                        List.of(WEB + " n1", API + " n2"),
                        WEB + " n3 n1 1",
                        WEB + " n3 n1 1",
                        API + " n3 n2 1");
        assertThatThrownBy(() -> push(plan).carryOut("d"))
                .isInstanceOf(PushFailure.Incomplete.class)
                .hasMessageContainingAll(
                        "shop/web-", "on n1 is not ready", "nothing more was moved");
        assertThat(cluster.placement().get("n3")).as("the other one of web").containsExactly(WEB);
        assertThat(cluster.closed()).isZero();
    }

    @Test
    void leavesAPodWhoseNodeHasNoRoomAnyMore() {
        for (int i = 0; i < 3; i++) {
            cluster.pod("other/Deployment/new", "n1");
        }
        assertThatThrownBy(() -> push(plan()).carryOut("d"))
                .isInstanceOf(PushFailure.Incomplete.class)
                .hasMessageContainingAll(WEB + " from n3 to n1: n1 has no room", "n3 is not empty");
        assertThat(cluster.pods()).noneMatch(LivePod::isWaiting);
    }

    @Test
    void refusesAPlanThatIsNotOfThisClusterAnyMoreObjectByObject() {
        cluster.pod(WEB, "n4");
        String bare = cluster.pod("shop/Pod/late", "n3");
        cluster.objects.remove("/api/v1/nodes/n2");
        assertThatThrownBy(() -> push(plan()).carryOut("d"))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll(
                        WEB,
                        "3 pods, 1 on n1, 1 on n3, 1 on n4",
                        "2 pods, 1 on n1, 1 on n3",
                        "Node/n3",
                        bare + ", which stays: nothing would make it anew",
                        "Node/n2",
                        "no such node");
        assertThat(cluster.changes).isEmpty();
        assertThat(push(plan()).compare().notices())
                .anySatisfy(n -> assertThat(n).contains("Somebody else changed this", "Node/n2"));
    }

    @Test
    void refusesAWorkloadThatAsksForSomethingElseNow() {
        ObjectNode web = cluster.objects.get("/apis/apps/v1/namespaces/shop/deployments/web");
        ((ObjectNode) web.at("/spec/template/spec/containers/0/resources/requests"))
                .put("cpu", "3");
        assertThatThrownBy(() -> push(plan()).carryOut("d"))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll("app.requests.cpu = 3", "app.requests.cpu = 1");
        assertThat(cluster.changes).isEmpty();
    }

    @Test
    void leavesOutWhatIsExceptedAndKeepsItsNode() {
        PushReport done = push(plan(), "except=shop/*/api").carryOut("d");
        assertThat(cluster.placement().get("n3")).containsExactly(API);
        assertThat(cluster.isCordoned("n3")).isFalse();
        assertThat(String.join("\n", done.notices()))
                .contains("Left out by --only or --except: 1 of 2", "Node/n3: not emptied");
    }

    /** One of the two pods of web has the label: then it is no label of web. */
    @Test
    void leavesOutWorkloadsByALabelThatAllTheirPodsHave() {
        for (ObjectNode object : cluster.objects.values()) {
            String name = object.at("/metadata/name").asText();
            boolean isLabelled = name.startsWith("api-") || name.equals(firstOf("web-"));
            if (isLabelled && object.at("/metadata/labels") instanceof ObjectNode labels) {
                labels.put("team", "payments");
            }
        }
        push(plan(), "except=team=pay*").carryOut("d");
        assertThat(cluster.placement().get("n3")).containsExactly(API);
    }

    private String firstOf(String prefix) {
        return cluster.pods().stream()
                .map(pod -> pod.name().replaceFirst(".*/", ""))
                .filter(name -> name.startsWith(prefix))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void movesPodsThatAreAlikeOnceOnly() {
        PlacementPlan chain =
                MovePlans.of(
                        List.of(API + " n2"), WEB + " n3 n1 1", WEB + " n1 n2 1", API + " n3 n2 2");
        push(chain).carryOut("d");
        assertThat(cluster.changes.stream().filter(each -> each.endsWith("/eviction"))).hasSize(2);
        assertThat(cluster.placement())
                .isEqualTo(Map.of("n1", List.of(WEB), "n2", List.of(API, API, WEB)));
    }

    @Test
    void neverMovesWhatNothingWouldMakeAnew() {
        cluster.pod("data/Pod/bare", "n3");
        cluster.pod("data/Job/report", "n3");
        PlacementPlan old =
                MovePlans.of(
                        List.of(WEB + " n1", API + " n2"),
                        WEB + " n3 n1 1",
                        API + " n3 n2 1",
                        "data/Job/report n3 n2 1");
        assertThatThrownBy(() -> push(old).carryOut("d"))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll("report-", "a Job would begin again", "bare-");
        assertThat(cluster.changes).isEmpty();
    }

    @Test
    void opensWhatAPushThatDiedLeftClosedAndUndoesItsCordons() throws IOException {
        KubernetesTarget dying = target(plan());
        NodeGate gate = new NodeGate(KubernetesApi.connect(cluster.kubeconfig(folder), null));
        DyingTarget.Step death =
                what -> {
                    if (what.startsWith("before Moves")) {
                        gate.close(List.of("n1", "n2"));
                        throw new IllegalStateException("killed");
                    }
                };
        assertThatThrownBy(() -> push(new DyingTarget(dying, death)).carryOut("d"))
                .hasMessage("killed");
        assertThat(cluster.closed()).isEqualTo(2);
        push(plan()).rollBack();
        assertThat(cluster.closed()).isZero();
        assertThat(cluster.isCordoned("n3")).isFalse();
        assertThat(cluster.placement().get("n3")).hasSize(2);
    }

    @Test
    void opensWhatAPushLeftClosedThatDiedAfterItsLastEviction() {
        cluster.onEviction =
                () -> {
                    if (cluster.evicted.size() == 2) {
                        cluster.answersLeft = 0;
                    }
                };
        assertThatThrownBy(() -> push(plan()).carryOut("d")).isInstanceOf(PushFailure.class);
        cluster.answersLeft = -1;
        assertThat(cluster.closed()).isPositive();
        assertThat(cluster.placement()).doesNotContainKey("n3"); // all is as planned already
        push(plan()).resume();
        assertThat(cluster.closed()).isZero();
        assertThat(cluster.evicted).hasSize(2);
    }

    @Test
    void refusesPodsThatHaveToBeStoppedTogetherBeforeItTouchesAnything() {
        PlacementPlan circle =
                MovePlans.of(
                        List.of(WEB + " n1", API + " n2"),
                        WEB + " n3 n1 1 stopped",
                        API + " n3 n2 1");
        for (Runnable push :
                List.<Runnable>of(() -> push(circle).compare(), () -> push(circle).carryOut("d"))) {
            assertThatThrownBy(push::run)
                    .isInstanceOf(InputException.class)
                    .hasMessageContainingAll(
                            "stopped together", WEB + "/1", "one after another", "--except");
        }
        assertThat(cluster.changes).isEmpty();
        push(circle, "except=" + WEB).carryOut("d");
        assertThat(cluster.placement()).containsEntry("n3", List.of(WEB));
    }

    @Test
    void leavesWhatHasNoPlaceWhereItIs() {
        PlacementPlan plan =
                MovePlans.of(List.of(WEB + " n1", API + " n2", API + " n3 -"), WEB + " n3 n1 1");
        PushReport done = push(plan).carryOut("d");
        assertThat(done.outcome()).isEqualTo(PushReport.Outcome.DONE);
        assertThat(cluster.placement())
                .isEqualTo(Map.of("n1", List.of(WEB, WEB), "n2", List.of(API), "n3", List.of(API)));
        assertThat(cluster.isCordoned("n3")).isFalse();
        assertThat(String.join("\n", done.notices()))
                .contains("stay where they are: " + API + "/1 on n3", "Node/n3: not emptied");
    }

    @Test
    void opensTheNodeAgainThatAPodCameFromWhichFindsNoOther() {
        cluster.only.put(WEB, "n3");
        assertThatThrownBy(() -> push(plan()).carryOut("d"))
                .isInstanceOf(PushFailure.Incomplete.class)
                .hasMessageContainingAll(
                        "shop/web-", "is Pending: 0 nodes are available", "nothing more was moved");
        assertThat(cluster.isCordoned("n3")).isFalse();
        assertThat(cluster.isCordoned("n4")).isTrue();
        assertThat(cluster.placement().get("n3")).containsExactly(WEB);
        assertThat(cluster.changes.stream().filter(each -> each.endsWith("/eviction"))).hasSize(2);
        assertThat(cluster.closed()).isZero();
    }

    @Test
    void saysWhichPodsAreElsewhereThanPlanned() {
        cluster.only.put(WEB, "n2");
        KubernetesTarget target = target(plan());
        assertThat(push(target).carryOut("d").outcome())
                .isEqualTo(PushReport.Outcome.DONE_OTHERWISE);
        assertThat(target.otherwise())
                .singleElement(org.assertj.core.api.InstanceOfAssertFactories.STRING)
                .startsWith("shop/web-")
                .endsWith("runs on n2, which is not where the plan wants it");
    }

    @Test
    void namesPodsThatBecamePendingMeanwhileAndNotThoseThatWereBefore() {
        String old = "old/Deployment/large";
        String late = "other/Deployment/late";
        cluster.only.put(old, "nowhere");
        cluster.only.put(late, "nowhere");
        cluster.pod(old, "");
        push(plan(), "except=" + API).carryOut("d");
        cluster.onEviction = () -> cluster.pod(late, "");
        assertThatThrownBy(() -> push(plan()).carryOut("d"))
                .isInstanceOf(PushFailure.Incomplete.class)
                .hasMessageContaining("other/late-")
                .hasMessageContaining("is Pending, and was not before")
                .hasMessageNotContaining("old/large-");
    }

    @Test
    void leavesPodsWhosePlaceIsSaidByObjectsThatAPlanDoesNotSee() {
        for (ObjectNode object : cluster.objects.values()) {
            if (object.at("/spec/nodeName").asText().equals("n3")
                    && object.at("/metadata/name").asText().startsWith("web-")) {
                ((ObjectNode) object.get("spec"))
                        .putArray("volumes")
                        .addObject()
                        .putObject("persistentVolumeClaim");
            }
        }
        assertThatThrownBy(() -> push(plan()).carryOut("d"))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll("Node/n3", "which stays: it has a persistent volume");
        assertThat(cluster.changes).isEmpty();
    }
}
