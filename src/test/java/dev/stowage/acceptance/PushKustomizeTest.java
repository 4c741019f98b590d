package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.SamplePlacements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code stowage push --target files --format kustomize}: patches for manifests of owners. */
class PushKustomizeTest {
    @TempDir private Path directory;

    private static PlacementPlan.Service service(String name, long milli, @Nullable Long before) {
        return new PlacementPlan.Service(
                name,
                1,
                SamplePlacements.vector(milli, 512),
                before == null ? null : SamplePlacements.vector(before, 512),
                null,
                0,
                null);
    }

    private Stowage.Result push(PlacementPlan.Service... services) throws IOException {
        Path plan =
                PushPlans.write(
                        directory.resolve("shop.plan"),
                        SamplePlacements.plan(
                                List.of(
                                        SamplePlacements.server(
                                                "n1", SamplePlacements.vector(8_000, 8_192), true)),
                                List.of(services),
                                List.of()));
        return Stowage.run(
                "push",
                plan,
                "--target",
                "files",
                "--format",
                "kustomize",
                "-o",
                directory.resolve("out"),
                "--yes");
    }

    private String file(String name) throws IOException {
        return Files.readString(directory.resolve("out/kustomize").resolve(name));
    }

    @Test
    void writesAPatchForEachWorkloadThatChangesWithACheckOfItsContainer() throws IOException {
        push(
                        service("shop/Deployment/web", 250, 1_000L),
                        service("shop/Deployment/same", 250, null),
                        service("data/StatefulSet/db", 500, 750L),
                        service("shop/Job/report", 100, 200L))
                .exits(0)
                .says("no patch for 1 workloads that don't change, and 1 services");
        assertThat(file("shop/kustomization.yaml"))
                .contains(
                        "kind: Component",
                        """
                        - path: deployment-web.check.yaml
                          target:
                            kind: Deployment
                            name: web
                        - path: deployment-web.patch.yaml
                        """)
                .doesNotContain("same", "report");
        assertThat(file("shop/deployment-web.check.yaml"))
                .contains("op: test", "/spec/template/spec/containers/0/name", "value: web");
        assertThat(file("shop/deployment-web.patch.yaml"))
                .contains("namespace: shop", "cpu: 250m", "memory: 512Mi");
        assertThat(file("data/kustomization.yaml")).contains("statefulset-db.patch.yaml");
    }

    @Test
    void refusesAPlanThatChangesNoWorkload() throws IOException {
        push(service("shop/Deployment/same", 250, null))
                .exits(3)
                .says("changes no workload", "--drain");
        Stowage.run("push", directory.resolve("shop.plan"), "--target", "files", "--format", "x")
                .exits(3)
                .says("one of plain, kustomize");
    }
}
