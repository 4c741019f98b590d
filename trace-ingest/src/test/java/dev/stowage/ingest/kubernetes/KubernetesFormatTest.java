package dev.stowage.ingest.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.IngestedTrace;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.format.ErrorPolicy;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.trace.CanonicalTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A synthetic snapshot of 4 nodes, 14 pods and a service. The sums are those of Python 3.11.7:
 * {@code json.load}, quantities as {@code Fraction}.
 */
final class KubernetesFormatTest {
    private static final Path RESOURCES =
            Path.of("src/test/resources/dev/stowage/ingest/kubernetes");
    private static final Path SNAPSHOT = RESOURCES.resolve("snapshot.json");
    private static final String POD =
            "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"NAME\",\"creationTimestamp\":\"2026-01-03T00:00:00Z\"},"
                    + "\"spec\":{\"nodeName\":\"n\",\"containers\":[{\"resources\":{\"requests\":{\"cpu\":\"CPU\"}}}]},"
                    + "\"status\":{\"phase\":\"Running\"}}";

    @TempDir Path folder;

    private IngestedTrace ingest(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("s.json"), text);
        return IngestedTrace.of(
                new KubernetesFormat(),
                folder,
                request -> TestTraces.with(request, ErrorPolicy.QUARANTINE, 1),
                file);
    }

    private static String pod(String name, String cpu) {
        return POD.replace("NAME", name).replace("CPU", cpu);
    }

    @Test
    void refusesAWindowOfTimeForASnapshot() {
        assertThatThrownBy(
                        () ->
                                IngestedTrace.of(
                                        new KubernetesFormat(),
                                        folder,
                                        request -> TestTraces.window(request, 0, 1),
                                        SNAPSHOT))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("a snapshot shows one moment");
    }

    @Test
    void listsMayFollowEachOtherInOneFile() throws IOException {
        String list = "{\"apiVersion\":\"v1\",\"items\":[ITEM]}\n";
        String both = list.replace("ITEM", pod("a", "1")) + list.replace("ITEM", pod("b", "2"));
        assertThat(ingest(both).table("tasks").rowsUsed()).isEqualTo(2);
        assertThatThrownBy(() -> ingest(list.replace("ITEM", pod("a", "1")) + "7"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no JSON object");
    }

    /** The scheduler takes the field for the taint, which a controller sets only later. */
    @Test
    void aCordonKeepsPodsAwayWithOrWithoutItsTaint() throws IOException {
        String node =
                "{\"kind\":\"Node\",\"metadata\":{\"name\":\"n\"},\"spec\":{\"unschedulable\":true},"
                        + "\"status\":{\"allocatable\":{\"cpu\":\"4\",\"memory\":\"8Gi\"}}}";
        IngestedTrace trace =
                ingest("{\"items\":[ITEMS]}".replace("ITEMS", node + "," + pod("a", "1")));
        assertThat(trace.query("machines", "count(*) filter (attributes like '%unschedulable%')"))
                .containsExactly("1");
        assertThat(trace.query("tasks", "count(*) filter (constraints like '%unschedulable%')"))
                .containsExactly("1");
    }

    @Test
    void countsWhatPythonCounts() {
        IngestedTrace trace = IngestedTrace.of(new KubernetesFormat(), folder, SNAPSHOT);
        assertThat(trace.table("machines").rowsUsed()).isEqualTo(4);
        assertThat(trace.table("tasks").rowsUsed()).isEqualTo(14);
        assertThat(trace.table("other_objects").rowsIgnored()).isEqualTo(Map.of("other-kind", 1L));
        assertThat(
                        trace.query(
                                "tasks",
                                "sum(cpu_micro_cores), sum(memory_bytes), sum(gpu_micros),"
                                        + " count(*) filter (cpu_micro_cores is null),"
                                        + " sum(submit_micros) // 1000000"))
                .containsExactly("24840000", "163831806976", "6000000", "1", "1432698");
        assertThat(trace.facts())
                .containsEntry("tasks.running", 9L)
                .containsEntry("tasks.pending", 1L)
                .containsEntry("tasks.succeeded", 1L)
                .containsEntry("tasks.failed", 2L)
                .containsEntry("tasks.unknown", 1L)
                .containsEntry("tasks.evicted", 1L)
                .containsEntry("tasks.ofDaemonSets", 4L)
                .containsEntry("tasks.withNodeSelectorOrAffinity", 2L)
                .containsEntry("tasks.cpuRequestAbsent", 1L)
                .containsEntry("tasks.endUnknown", 1L)
                .containsEntry("tasks.machinesNotInMachineTable", 0L)
                .containsEntry("machines.unschedulable", 1L)
                .containsEntry("machines.notReady", 1L)
                .containsEntry("machines.capacityMicroCores", 60_000_000L)
                .containsEntry("machines.allocatableMicroCores", 59_570_000L);
        assertThat(trace.query("jobs", "count(*), sum(tasks), count(distinct \"user\")"))
                .containsExactly("6", "14", "4");
    }

    @Test
    void initContainersAndSidecarsCountAsTheSchedulerCountsThem() {
        IngestedTrace trace = IngestedTrace.of(new KubernetesFormat(), folder, SNAPSHOT);
        // CPU: restore needs 4 before the sidecar is there; memory: check needs 16 GiB beside it
        assertThat(
                        trace.query(
                                "tasks",
                                "cpu_micro_cores, memory_bytes, \"user\", priority",
                                "where priority = 1000"))
                .containsExactly(
                        "4000000", String.valueOf((16L << 30) + (256L << 20)), "shop", "1000");
    }

    @Test
    void podsAreTasksOfWhatControlsThem() {
        IngestedTrace trace = IngestedTrace.of(new KubernetesFormat(), folder, SNAPSHOT);
        assertThat(trace.query("jobs", "name, tasks, class, outcome", "where name like '%web%'"))
                .containsExactly("shop/ReplicaSet/web-5d9", "4", "USER_FACING", "RUNNING");
        assertThat(
                        trace.query(
                                "tasks",
                                "list(outcome order by outcome), list(duration_micros order by"
                                        + " outcome), list(attempts order by outcome)",
                                "where \"user\" = 'ml'"))
                .containsExactly(
                        "[FAILED, FINISHED, PENDING, RUNNING]",
                        "[600000000, 3600000000, null, null]",
                        "[1, 1, 0, 1]");
        assertThat(
                        trace.query(
                                "machines",
                                "list(name), list(platform), list(gpu_micros),"
                                        + " list(cpu_micro_cores)"))
                .containsExactly(
                        "[node-a, node-b, node-g, node-x]",
                        "[m6.4xlarge, m6.2xlarge, g5.8xlarge, m6.xlarge]",
                        "[null, null, 4000000, null]",
                        "[15890000, 7910000, 31850000, 3920000]");
        assertThat(CanonicalTrace.open(trace.path()).machineEvents().orElseThrow().machines())
                .isEqualTo(4);
        assertThat(trace.report().manifest().replayColumns()).containsExactly("gpu", "resources");
    }

    @Test
    void metricsOptionsAndRulesChangeWhatTheySay() {
        IngestedTrace used =
                IngestedTrace.of(
                        new KubernetesFormat(),
                        folder,
                        SNAPSHOT,
                        RESOURCES.resolve("metrics.json"));
        assertThat(used.query("tasks", "sum(cpu_used_micro_cores), sum(memory_used_bytes)"))
                .containsExactly("128456", String.valueOf((300L << 20) + (20L << 20)));
        IngestedTrace whole =
                IngestedTrace.of(
                        new KubernetesFormat(),
                        folder,
                        request -> TestTraces.option(request, "node", "capacity"),
                        SNAPSHOT);
        assertThat(whole.query("machines", "sum(cpu_micro_cores)")).containsExactly("60000000");
        IngestedTrace atOnce =
                IngestedTrace.of(
                        new KubernetesFormat(),
                        folder,
                        request -> TestTraces.option(request, "submit", "at-once"),
                        SNAPSHOT);
        assertThat(atOnce.query("tasks", "max(submit_micros), sum(duration_micros)"))
                .containsExactly("0", "4200000000");
        IngestedTrace batch =
                IngestedTrace.of(
                        new KubernetesFormat(),
                        folder,
                        request -> TestTraces.rule(request, "all-batch"),
                        SNAPSHOT);
        assertThat(batch.query("tasks", "count(distinct \"class\")")).containsExactly("1");
    }

    @ParameterizedTest
    @CsvSource({
        "x, 0.5cores, NOT_A_NUMBER",
        "x, -1, NEGATIVE",
        "x, 1e99, OUT_OF_RANGE",
        "a, 1, DUPLICATE",
        "'', 1, MISSING_VALUE",
    })
    void quarantinesAnObjectThatCannotBeUsed(String name, String cpu, BadRow reason)
            throws IOException {
        IngestedTrace trace =
                ingest("{\"items\":[\n" + pod("a", "100m") + ",\n" + pod(name, cpu) + "]}");
        assertThat(trace.report().manifest().quarantinedByReason())
                .isEqualTo(Map.of(reason.label(), 1L));
        assertThat(trace.query("tasks", "count(*)")).containsExactly("1");
        assertThat(trace.report().warnings())
                .containsExactly("There are no nodes: simulate with --servers of your own.");
        assertThat(Files.readAllLines(trace.path().resolve("quarantine.csv")))
                .last()
                .asString()
                .startsWith("s.json,3," + reason.label());
    }

    @Test
    void saysHowYamlBecomesJson() {
        String yaml = "# taken today\n---\nkind: List\napiVersion: v1\nitems: []\n";
        String remedy = "kubectl annotate --local -o json -f s.json none-";
        assertThatThrownBy(() -> ingest(yaml))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("Kubernetes objects as YAML")
                .hasMessageContaining(remedy);
        assertThatThrownBy(() -> TraceFormats.recognise(List.of(folder.resolve("s.json"))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(remedy);
    }

    @Test
    void refusesWhatIsNoSnapshot() {
        assertThatThrownBy(() -> ingest("{\"items\":[\n" + pod("a", "1")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("broken JSON");
        assertThatThrownBy(() -> ingest("[1,2,3]\n"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no JSON object");
        assertThatThrownBy(() -> ingest(pod("a", "1")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("without items");
        assertThatThrownBy(() -> ingest("{\"items\":[]}"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("neither a Node nor a Pod");
        assertThatThrownBy(() -> ingest("{\"items\":" + "[".repeat(5000)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("broken JSON");
    }
}
