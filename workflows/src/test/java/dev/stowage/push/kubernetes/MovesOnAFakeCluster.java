package dev.stowage.push.kubernetes;

import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.Push;
import dev.stowage.push.object.PushPlan;
import dev.stowage.push.object.PushSettings;
import dev.stowage.push.object.PushTarget;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Two workloads on a fake cluster of four nodes, and a plan that empties one of them. */
abstract class MovesOnAFakeCluster {
    static final String WEB = "shop/Deployment/web";
    static final String API = "shop/Deployment/api";

    @TempDir Path folder;
    FakeCluster cluster;

    @BeforeEach
    void start() throws IOException {
        cluster = new FakeCluster();
        for (String node : List.of("n1", "n2", "n3", "n4")) {
            cluster.node(node, 4);
        }
        cluster.workload(WEB, 2);
        cluster.workload(API, 2);
        cluster.pod(WEB, "n1");
        cluster.pod(WEB, "n3");
        cluster.pod(API, "n2");
        cluster.pod(API, "n3");
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    /** n3 is emptied: its pods go to n1 and n2; n4 is empty, and what the scheduler likes best. */
    static PlacementPlan plan() {
        return MovePlans.of(List.of(WEB + " n1", API + " n2"), WEB + " n3 n1 1", API + " n3 n2 2");
    }

    KubernetesTarget target(PlacementPlan plan, String... options) {
        Map<String, String> settings = new TreeMap<>(Map.of("timeout", "1s", "drain", "true"));
        Arrays.stream(options)
                .forEach(o -> settings.put(o.split("=", -1)[0], o.substring(o.indexOf('=') + 1)));
        try {
            settings.put("kubeconfig", cluster.kubeconfig(folder).toString());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        PushPlan read = new PushPlan(folder.resolve("p.json"), "shop", "d", plan, List.of());
        return (KubernetesTarget) KubernetesTarget.of(() -> read, PushSettings.of(settings));
    }

    Push push(PlacementPlan plan, String... options) {
        return push(target(plan, options));
    }

    Push push(PushTarget target) {
        return new Push(
                "kubernetes", target, folder.resolve("shop"), folder.resolve("shop.push"), false);
    }

    long evictions() {
        return cluster.changes.stream().filter(each -> each.endsWith("/eviction")).count();
    }
}
