package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.push.kubernetes.FakeCluster;
import dev.stowage.push.kubernetes.MovePlans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code stowage push --drain} from the outside: how it ends, and what it says then. */
class PushMovesTest {
    private static final String WEB = "shop/Deployment/web";
    private static final String API = "shop/Deployment/api";

    @TempDir private Path directory;
    private FakeCluster cluster;

    @BeforeEach
    void start() throws IOException {
        cluster = new FakeCluster();
        for (String node : List.of("n1", "n2", "n3", "n4")) {
            cluster.node(node, 4);
        }
        cluster.workload(WEB, 2);
        cluster.pod(WEB, "n1");
        cluster.pod(WEB, "n3");
        cluster.workload(API, 1);
        cluster.pod(API, "n2");
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    /** The pod on n3 goes to n1, and n3 is emptied. */
    private Stowage.Result push() throws IOException {
        Path plan =
                PushPlans.write(
                        directory.resolve("shop.plan"),
                        MovePlans.of(List.of(WEB + " n1", API + " n2"), WEB + " n3 n1 1"));
        return Stowage.run(
                "push",
                plan,
                "--target",
                "kubernetes",
                "--kubeconfig",
                cluster.kubeconfig(directory),
                "--drain",
                "--timeout",
                "1s",
                "--yes");
    }

    @Test
    void endsWith0WhenAllIsWhereThePlanWantsIt() throws IOException {
        push().exits(0).says("Pods made anew: 1 of 1 planned");
        assertThat(cluster.placement())
                .isEqualTo(Map.of("n1", List.of(WEB, WEB), "n2", List.of(API)));
    }

    /** Three of web on n3, and a budget that lets go of one: then somebody presses Ctrl-C. */
    @Test
    void endsWhatHasBegunAndSaysHowItStandsWhenInterrupted() throws Exception {
        cluster.pod(WEB, "n3");
        cluster.workload(WEB, 3);
        Path plan =
                PushPlans.write(
                        directory.resolve("shop.plan"),
                        MovePlans.of(
                                List.of(WEB + " n1", API + " n2"),
                                WEB + " n3 n1 1",
                                WEB + " n3 n1 1"));
        cluster.onEviction = () -> cluster.budgets.put(WEB, 1_000_000);
        Object[] push = {
            "push", plan, "--target", "kubernetes", "--kubeconfig", cluster.kubeconfig(directory)
        };
        List<Object> words = new ArrayList<>(List.of(push));
        words.addAll(List.of("--drain", "--yes"));
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        Process process =
                Stowage.process(directory, words.toArray())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile())
                        .start();
        while (process.isAlive() && !Files.readString(err).contains(" n3 to n1")) {
            Thread.sleep(20);
        }
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
        Stowage.finish(process, out, err)
                .exits(130)
                .says(
                        "stowage: interrupted; 1 of 2 moves were not begun",
                        "Closed to new pods, and they stay so: n3",
                        "Finish it: stowage push " + plan + " --target kubernetes --continue",
                        "Undo it: stowage push " + plan + " --target kubernetes --rollback");
        assertThat(cluster.closed()).as("nodes closed for the moment").isZero();
        cluster.budgets.clear();
        words.subList(6, 8).clear();
        words.add("--continue");
        Stowage.run(words.toArray()).exits(0);
        assertThat(cluster.placement()).doesNotContainKey("n3");
    }

    /** What the tables show is what the last line counts: n3, n4 and web change, one pod moves. */
    @Test
    void countsObjectsAndMovesApart() throws IOException {
        assertThat(push().exits(0).out())
                .contains("Changed 2 objects and made 1 move, ")
                .doesNotContain("3 objects");
    }

    @Test
    void endsWith3WhenSomebodyOpensANodeThatIsToBeEmptied() throws IOException {
        cluster.onEviction =
                () ->
                        cluster.edit(
                                "/api/v1/nodes/n3",
                                node -> ((ObjectNode) node.get("spec")).remove("unschedulable"));
        push().exits(3).says("found n3 without spec.unschedulable", "kubectl cordon n3");
    }

    @Test
    void endsWith1WhenAPodIsElsewhere() throws IOException {
        cluster.only.put(WEB, "n2");
        push().exits(1).says("runs on n2, which is not where the plan wants it");
    }

    @Test
    void endsWith1WhenAPodBecamePending() throws IOException {
        cluster.only.put("other/Deployment/late", "nowhere");
        cluster.onEviction = () -> cluster.pod("other/Deployment/late", "");
        push().exits(1).says("other/late-", "is Pending, and was not before");
    }

    @Test
    void endsWith1WhenAReplacementFindsNoNode() throws IOException {
        cluster.only.put(WEB, "nowhere");
        push().exits(1).says("is Pending: 0 nodes are available", "n3 takes pods again");
    }

    private Stowage.Result again(String... options) throws IOException {
        List<Object> words =
                new ArrayList<>(
                        List.of("push", directory.resolve("shop.plan"), "--target", "kubernetes"));
        words.addAll(List.of(options));
        return Stowage.run(words.toArray());
    }

    @Test
    void pausesAndResumesFromElsewhere() throws IOException {
        again("--pause").exits(3).says("no push of this plan");
        push().exits(0);
        assertThat(again("--pause").exits(0).out()).contains("Paused");
        assertThat(again("--pause").exits(0).out()).contains("paused already");
        assertThat(again("--resume").exits(0).out()).contains("may go on");
        assertThat(again("--resume").exits(0).out()).contains("was not paused");
        again("--resume", "--yes").exits(2).says("found several");
        Stowage.run("push", directory, "--target", "files", "--pause").exits(2).says("--pause");
    }

    @Test
    void refusesAWindowWithoutAZoneAndNoRestarts() throws IOException {
        Path plan =
                PushPlans.write(
                        directory.resolve("shop.plan"),
                        MovePlans.of(List.of(WEB + " n1", API + " n2"), WEB + " n3 n1 1"));
        String kubeconfig = cluster.kubeconfig(directory).toString();
        again("--kubeconfig", kubeconfig, "--window", "22:00-05:00")
                .exits(3)
                .says("--window", "their zone");
        again("--kubeconfig", kubeconfig, "--max-restarts", "0").exits(2).says("at least 1");
        assertThat(plan).exists();
    }

    private Stowage.Result review(String... options) throws IOException {
        PushPlans.write(
                directory.resolve("shop.plan"),
                MovePlans.of(
                        List.of(WEB + " n1", API + " n2", "data/Deployment/db n4 -"),
                        WEB + " n3 n1 1"));
        cluster.workload("data/Deployment/db", 1);
        List<String> words =
                new ArrayList<>(
                        List.of(
                                "--kubeconfig",
                                cluster.kubeconfig(directory).toString(),
                                "--drain"));
        words.addAll(List.of(options));
        return again(words.toArray(String[]::new));
    }

    @Test
    void showsWhatAReviewerHasToKnowAsTextMarkdownAndJson() throws IOException {
        String text = review().exits(0).out();
        assertThat(text)
                .containsSubsequence(
                        "In short",
                        "nodes emptied",
                        "1",
                        "4 nodes",
                        "pods made anew",
                        "1",
                        "4 pods",
                        "Nodes to be closed and emptied",
                        "n3",
                        "Nodes that the plan does not use, and that are not emptied",
                        "n4",
                        "data/Deployment/db/0 has no other place",
                        "Pods that move",
                        WEB,
                        "its node is emptied",
                        "Restarts by workload",
                        "not touched",
                        "data/Deployment/db",
                        "the plan has no place for all of it",
                        API,
                        "What happens if it does not go as planned",
                        "at most 1 of a workload's pods",
                        "--rollback opens the nodes and moves no pod back",
                        "--drain");
        JsonNode json = new ObjectMapper().readTree(review("--json").exits(0).out());
        JsonNode review = json.get("review");
        assertThat(review.at("/inShort/3").toString())
                .isEqualTo(
                        "{\"what\":\"workloads that may not serve meanwhile\",\"how many\":0,"
                                + "\"of\":\"1 that move\"}");
        assertThat(review.at("/emptied").toString())
                .isEqualTo("[{\"node\":\"n3\",\"pods that leave\":1}]");
        assertThat(review.at("/moves/0").toString())
                .isEqualTo(
                        "{\"step\":1,\"workload\":\"shop/Deployment/web\",\"pods\":1,"
                                + "\"from\":\"n3\",\"to\":\"n1\",\"why\":\"its node is emptied\"}");
        assertThat(review.at("/restarts/0/pods").asInt()).isEqualTo(2);
        assertThat(review.at("/restarts/0/by moves").asInt()).isEqualTo(1);
        assertThat(review.at("/restarts/0/at least up").asInt()).isEqualTo(1);
        assertThat(review.at("/ifItStops/0/if").asText()).isEqualTo("at any time");
        String id = review.get("id").asText();
        assertThat(text).contains("--reviewed " + id);
        assertThat(review("--markdown").exits(0).out())
                .contains(
                        "- Review: `" + id + "`",
                        "| n3 | 1 |",
                        "| 1 | shop/Deployment/web | 1 | n3 | n1 | its node is emptied |",
                        "approved by");
    }

    @Test
    void doesWhatWasReviewedOrNothing() throws IOException {
        String out = review("--json").exits(0).out();
        String id = new ObjectMapper().readTree(out).at("/review/id").asText();
        review("--reviewed", id).exits(2).says("without --yes");
        review(
                        "--yes",
                        "--reviewed",
                        id,
                        "--accept-unplaced",
                        "data/Deployment/db",
                        "--except",
                        API)
                .exits(3)
                .says("--reviewed", "what would be done now", "have that approved");
        assertThat(cluster.placement().get("n3")).containsExactly(WEB);
        review("--yes", "--reviewed", id, "--accept-unplaced", "data/Deployment/db").exits(0);
        assertThat(cluster.placement()).doesNotContainKey("n3");
    }
}
