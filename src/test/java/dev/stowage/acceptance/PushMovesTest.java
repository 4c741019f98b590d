package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.push.kubernetes.FakeCluster;
import dev.stowage.push.kubernetes.MovePlans;
import java.io.IOException;
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
}
