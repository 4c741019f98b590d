package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.push.kubernetes.FakeCluster;
import dev.stowage.push.kubernetes.MovePlans;
import java.io.IOException;
import java.nio.file.Path;
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
}
