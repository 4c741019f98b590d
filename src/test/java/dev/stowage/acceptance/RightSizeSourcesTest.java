package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.placement.PlacementFile;
import dev.stowage.packing.placement.PlacementPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code pack --right-size} of traces and of a snapshot of Kubernetes. */
class RightSizeSourcesTest {
    private static final long MIB = 1L << 20;

    private static final String NODE =
            """
            {"kind": "Node", "metadata": {"name": "%s"}, "spec": {}, "status": {
              "capacity": {"cpu": "4", "memory": "8Gi"}, "allocatable": {"cpu": "4", "memory": "8Gi"},
              "conditions": [{"type": "Ready", "status": "True"}]}},
            """;
    private static final String POD =
            """
            {"kind": "Pod", "metadata": {"name": "front-abc12-%d", "namespace": "shop",
               "creationTimestamp": "2026-07-01T00:00:00Z", "labels": {"pod-template-hash": "abc12"},
               "ownerReferences": [{"kind": "ReplicaSet", "name": "front-abc12", "controller": true}]},
             "spec": {"nodeName": "n%d", "containers": [
               {"name": "front", "resources": {"requests": {"cpu": "3", "memory": "4Gi"}}}]},
             "status": {"phase": "Running", "startTime": "2026-07-01T00:00:01Z"}}
            """;

    @TempDir private Path directory;

    /** The snapshot has requests only; what pods used comes from a monitoring system. */
    @Test
    void sizesWorkloadsOfKubernetesByACsvOfTheirPods() throws IOException {
        String list =
                "{\"kind\": \"List\", \"items\": ["
                        + NODE.formatted("n1")
                        + NODE.formatted("n2")
                        + POD.formatted(1, 1)
                        + ", "
                        + POD.formatted(2, 2)
                        + "]}";
        Path snapshot = Files.writeString(directory.resolve("live.json"), list);
        StringBuilder csv = new StringBuilder("service,replica,start_s,end_s,cpu,memory_gib\n");
        for (int i = 0; i < 25; i++) {
            for (int pod = 1; pod <= 2; pod++) {
                String of = "shop/Deployment/front,front-abc12-" + pod + "," + 300 * i + ",";
                csv.append(of).append(300 * (i + 1)).append(",0.5,\n");
                csv.append(of).append(300 * (i + 1)).append(",,1.5\n");
            }
        }
        Path usage = Files.writeString(directory.resolve("usage.csv"), csv.toString());
        Path trace = directory.resolve("live.trace");
        run("ingest", "kubernetes", snapshot, "-o", trace).exits(0);
        Path plan = directory.resolve("live.plan");

        run("pack", trace, "--right-size", "-o", plan).exits(3).says("usage", "--usage");
        run("pack", trace, "--right-size", "--min-history", "0s", "--usage", usage, "-o", plan)
                .exits(0);

        PlacementPlan placement = PlacementFile.read(plan);
        PlacementPlan.Service front = placement.services().get(0);
        assertThat(front.name()).isEqualTo("shop/Deployment/front");
        assertThat(front.requestBefore()).isEqualTo(ResourceVector.of(3_000_000, 4096 * MIB, 1));
        // the third is its place among the pods of a node, which use does not change
        assertThat(front.request()).isEqualTo(ResourceVector.of(575_000, 1767 * MIB, 1));
        assertThat(front.evidence()).startsWith("50 measurements of 2 replicas over 2.1 h");
        assertThat(placement.result().serversBefore()).isEqualTo(2);
        assertThat(placement.result().servers()).isEqualTo(1);
        run("push", plan, "--target", "files", "-o", directory.resolve("out"), "--yes")
                .exits(3)
                .says("--accept-risk");
        run(
                        "push",
                        plan,
                        "--target",
                        "files",
                        "-o",
                        directory.resolve("out"),
                        "--yes",
                        "--accept-risk")
                .exits(0);
        assertThat(directory.resolve("out/kubernetes/shop-Deployment-front.yaml"))
                .content()
                .contains("cpu: 575m", "memory: 1767Mi");
    }

    /** Two tasks of a job, of which one uses twice as much; memory is the largest measured. */
    @Test
    void sizesTasksOfATraceByItsUsage() throws IOException {
        Path source = Files.createDirectory(directory.resolve("google"));
        table(source, "machine_events", "0,1,0,x,0.5,0.5\n0,2,0,x,0.5,0.5\n");
        StringBuilder submits = new StringBuilder();
        StringBuilder schedules = new StringBuilder();
        StringBuilder usage = new StringBuilder();
        for (int task = 0; task < 2; task++) {
            String of = ",77," + task + "," + (task + 1) + ",";
            submits.append("0,").append(of).append("0,u,2,9,0.3,0.3,0,0\n");
            schedules.append("1,").append(of).append("1,u,2,9,0.3,0.3,0,0\n");
        }
        for (int i = 0; i < 30; i++) {
            for (int task = 0; task < 2; task++) {
                usage.append(600_000_000L + i * 300_000_000L).append(',');
                usage.append(900_000_000L + i * 300_000_000L);
                usage.append(",77,").append(task).append(',').append(task + 1);
                usage.append(task == 0 ? ",0.05," : ",0.1,");
                usage.append("0.0625,,,,0.125,,,0.2,,,,,,\n");
            }
        }
        table(source, "task_events", submits.append(schedules).toString());
        table(source, "task_usage", usage.toString());
        Path trace = directory.resolve("g.trace");
        run("ingest", "google-2011", source, "-o", trace).exits(0);
        Path plan = directory.resolve("g.plan");

        String out =
                run(
                                "pack",
                                trace,
                                "--right-size",
                                "--margin",
                                "0",
                                "--min-history",
                                "0s",
                                "-o",
                                plan)
                        .exits(0)
                        .out();

        PlacementPlan placement = PlacementFile.read(plan);
        assertThat(placement.services()).hasSize(1);
        PlacementPlan.Service job = placement.services().get(0);
        assertThat(job.request()).isEqualTo(ResourceVector.of(100_000, 128 * MIB));
        assertThat(job.evidence())
                .isEqualTo(
                        "60 measurements of 2 replicas over 2.5 h: cpu p95 0.1 cores, + 0 % (peaks"
                                + " up to 0.2 cores); memory max 128 MiB, + 0 %");
        assertThat(placement.result().servers()).isEqualTo(1);
        assertThat(out.replaceAll("\\s+", " "))
                .contains("fewer than 2 servers, with the new ones 1 server")
                .contains("2 of 2 items measured")
                .contains("at most 30 % of the CPU of", "at most 50 % of the memory of");
    }

    private static void table(Path source, String name, String rows) throws IOException {
        Path folder = Files.createDirectory(source.resolve(name));
        Files.writeString(folder.resolve("part-00000-of-00001.csv"), rows);
    }

    /** Twenty VMs of a month, packed on servers of one's own: the trace has no machines. */
    @Test
    void sizesRealMachinesByWhatTheyUsed() {
        Path source = Shared.require("traces/bitbrains");
        Path trace = directory.resolve("b.trace");
        run("ingest", "bitbrains", source, "-o", trace).exits(0);
        Path plan = directory.resolve("b.plan");

        run("pack", trace, "--servers", "6x16c64g", "--at", "5d", "--right-size", "-o", plan)
                .exits(0);

        PlacementPlan placement = PlacementFile.read(plan);
        assertThat(placement.services()).isNotEmpty().allMatch(s -> s.evidence() != null);
        for (PlacementPlan.Service service : placement.services()) {
            ResourceVector before = service.requestBefore();
            assertThat(before).isNotNull();
            assertThat(before.covers(service.request())).isTrue();
        }
    }
}
