package dev.stowage.ingest.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.IngestedTrace;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.fuzz.FuzzSeeds;
import dev.stowage.ingest.listed.BadRecordException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlatformFormatsTest {
    private static final Map<String, String> SPEED = Map.of("core-mhz", "2500");

    @TempDir private Path folder;

    private IngestedTrace ingest(String format, Map<String, String> options, List<Path> files) {
        assertThat(TraceFormats.recognise(files).format().name()).isEqualTo(format);
        return IngestedTrace.of(
                TraceFormats.named(format),
                folder,
                r -> r.with(draft -> draft.options = options),
                files.toArray(Path[]::new));
    }

    private IngestedTrace seed(String format, Map<String, String> options) throws IOException {
        return ingest(
                format, options, FuzzSeeds.unpack(format, Files.createTempDirectory(folder, "in")));
    }

    @Test
    void aPodIsTheSumOfItsContainers() throws IOException {
        IngestedTrace trace = seed("openshift", Map.of());
        assertThat(
                        trace.query(
                                "tasks",
                                "list(cpu_micro_cores), list(memory_bytes), list(outcome),"
                                        + " list(class), list(cpu_used_micro_cores)"))
                .isEqualTo(
                        List.of(
                                "[2500000, null]",
                                "[1074790400, null]",
                                "[RUNNING, FINISHED]",
                                "[USER_FACING, BATCH]",
                                "[1125000, 250000]"));
        assertThat(trace.query("usage", "count(*), max(cpu_micro_cores), sum(memory_bytes)"))
                .isEqualTo(List.of("3", "1500000", "1075838976"));
        assertThat(trace.facts()).containsEntry("usage.gaps", 1L);
        assertThat(trace.table("namespaces").rowsIgnored())
                .isEqualTo(Map.of("header", 1L, "table-not-needed", 1L));
    }

    @Test
    void aReportOfNamespacesAloneHasNoPods() {
        Path report = TestTraces.realData("openshift-cost-mgmt/ros_ocp_namespace.csv");
        assertThatThrownBy(() -> ingest("openshift", Map.of(), List.of(report)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("a report of namespaces, which has sums and no pods")
                .hasMessageContaining("Give the report of containers of the same time");
    }

    @Test
    void anAllocationIsATaskOfItsJob() throws IOException {
        IngestedTrace trace = seed("nomad", SPEED);
        assertThat(
                        trace.query(
                                "tasks",
                                "list(cpu_micro_cores), list(memory_bytes / 1048576),"
                                        + " list(outcome), list(class), list(attempts),"
                                        + " list(duration_micros), list(machine_id)"))
                .isEqualTo(
                        List.of(
                                "[300000, 40000]",
                                "[384.0, 64.0]",
                                "[RUNNING, FINISHED]",
                                "[USER_FACING, BATCH]",
                                "[2, 1]",
                                "[null, 60000000]",
                                "[0, 0]"));
        assertThat(trace.query("machines", "sum(cpu_micro_cores)")).isEqualTo(List.of("4000000"));
        assertThat(trace.facts()).containsEntry("tasks.withConstraintsNotKept", 1L);
        assertThatThrownBy(() -> seed("nomad", Map.of()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("core-mhz");
    }

    @Test
    void anInstanceOfOpenStackLivesFromItsLaunchToItsDeletion() throws IOException {
        IngestedTrace trace = seed("openstack", Map.of());
        assertThat(
                        trace.query(
                                "tasks",
                                "list(submit_micros), list(schedule_micros), list(duration_micros),"
                                        + " list(outcome), list(submit_censored),"
                                        + " list(cpu_micro_cores), list(machine_id)"))
                .isEqualTo(
                        List.of(
                                "[0, 7200500000, 9000000000]",
                                "[0, 7205700000, null]",
                                "[null, 5394300000, null]",
                                "[RUNNING, FINISHED, FAILED]",
                                "[true, false, false]",
                                "[8000000, 2000000, 2000000]",
                                "[0, 0, 0]"));
        assertThat(trace.facts())
                .containsEntry("tasks.moved", 1L)
                .containsEntry("tasks.resized", 1L)
                .containsEntry("tasks.stoppedAtEnd", 1L)
                .doesNotContainKey("times.withoutOffset");
        assertThat(trace.table("tasks").rowsIgnored())
                .isEqualTo(Map.of("unnamed", 1L, "unchanged", 1L));
        assertThat(trace.query("machines", "sum(cpu_micro_cores)")).isEqualTo(List.of("72000000"));
    }

    @Test
    void podsAndNodesAreMadeOfSamples() throws IOException {
        IngestedTrace trace = seed("kube-metrics", Map.of());
        assertThat(
                        trace.query(
                                "tasks",
                                "list(cpu_micro_cores), list(memory_bytes), list(outcome),"
                                        + " list(duration_micros), list(machine_id),"
                                        + " list(cpu_used_micro_cores), list(memory_used_bytes)"))
                .isEqualTo(
                        List.of(
                                "[1000000, 0]",
                                "[15728640, 0]",
                                "[RUNNING, FINISHED]",
                                "[null, 60000000]",
                                "[0, 0]",
                                "[200000, null]",
                                "[1048576, null]"));
        assertThat(trace.query("jobs", "list(name order by job_id)"))
                .isEqualTo(List.of("[a/ReplicaSet/web, a/Job/job]"));
        assertThat(trace.query("machines", "sum(memory_bytes), sum(cpu_micro_cores)"))
                .isEqualTo(List.of("8216887296", "14000000"));
        assertThat(trace.facts()).containsEntry("containers.asking hugepages_2Mi", 1L);
        assertThat(trace.table("samples").rowsIgnored())
                .isEqualTo(Map.of("comment", 2L, "table-not-needed", 4L));
    }

    @Test
    void aSampleIsTakenApart() throws BadRecordTaken {
        assertThat(parse("a{x=\"1\",y=\"q\\\"},\\\\\",} 1.5e+3 7"))
                .isEqualTo(
                        new Sample(
                                "a",
                                Map.of("x", "1", "y", "q\"},\\"),
                                new BigDecimal("1.5e+3"),
                                7L));
        assertThat(parse("up 1")).isEqualTo(new Sample("up", Map.of(), BigDecimal.ONE, null));
        assertThat(parse("up{} 1").labels()).isEmpty();
        for (String bad :
                List.of("a{x=1} 2", "a{x=\"1\" 2", "a", "a{", "{} 1", "a 1 2 3", "a NaN")) {
            assertThatThrownBy(() -> parse(bad)).as(bad).isInstanceOf(BadRecordTaken.class);
        }
    }

    private static Sample parse(String line) throws BadRecordTaken {
        try {
            return Sample.parse(line);
        } catch (BadRecordException e) {
            throw new BadRecordTaken(e);
        }
    }

    private static final class BadRecordTaken extends Exception {
        private static final long serialVersionUID = 1;

        BadRecordTaken(Exception cause) {
            super(cause);
        }
    }

    /** Recounted in Python with a regular expression of its own. */
    @Test
    void theRealSamplesSumToWhatPythonCounts() {
        IngestedTrace trace =
                ingest(
                        "kube-metrics",
                        Map.of(),
                        List.of(
                                TestTraces.realData("kube-state-metrics/k8s-1_35-ksm.txt"),
                                TestTraces.realData("kubelet/k8s-1_35-cadvisor.txt.gz")));
        assertThat(
                        trace.query(
                                "tasks",
                                "count(*), sum(cpu_micro_cores)::bigint, sum(memory_bytes)::bigint,"
                                        + " count(*) filter (outcome = 'FINISHED'),"
                                        + " count(*) filter (outcome = 'FAILED'),"
                                        + " sum(memory_used_bytes)::bigint"))
                .isEqualTo(List.of("25", "1435000", "555502400", "2", "4", "523374592"));
    }

    /** Recounted in Python with csv.DictReader: sums over all 105 rows. */
    @Test
    void theRealReportSumsToWhatPythonCounts() {
        IngestedTrace trace =
                ingest(
                        "openshift",
                        Map.of(),
                        List.of(TestTraces.realData("openshift-cost-mgmt/ros-ocp-usage.csv")));
        assertThat(
                        trace.query(
                                "usage",
                                "sum(cpu_micro_cores)::bigint,"
                                        + " round(sum(memory_bytes) / 1e9, 3)"))
                .isEqualTo(List.of("8889082", "53.415"));
        assertThat(trace.table("tasks").rowsUsed()).isEqualTo(105);
    }

    @Test
    void theRealAllocationsAreAllThere() {
        IngestedTrace trace =
                ingest(
                        "nomad",
                        SPEED,
                        List.of(
                                TestTraces.realData("nomad/allocations-151be1dc.json"),
                                TestTraces.realData("nomad/allocations-b535e699.json")));
        assertThat(trace.query("tasks", "count(*)")).isEqualTo(List.of("4"));
    }

    /** Counted by Python over the events: instances, core-seconds, moved ones, other events. */
    @Test
    void theRealInstancesLiveAsLongAsPythonCounts() {
        IngestedTrace trace =
                ingest(
                        "openstack",
                        Map.of(),
                        List.of(
                                TestTraces.realData(
                                        "openstack-events/2018-04-17_2018-04-30.json.gz"),
                                TestTraces.realData(
                                        "openstack-events/hypervisor_facts_2018-04-30.json")));
        assertThat(
                        trace.query(
                                "tasks",
                                "count(*), count(duration_micros),"
                                        + " sum(cpu_micro_cores // 1000000 * duration_micros // 1000000)"
                                        + "::bigint, count(*) filter (outcome = 'FAILED')"))
                .isEqualTo(List.of("51", "46", "1985932", "0"));
        assertThat(trace.facts()).containsEntry("tasks.moved", 3L);
        assertThat(trace.table("tasks").rowsIgnored()).containsEntry("unnamed", 831L);
        assertThat(trace.query("machines", "count(*)")).isEqualTo(List.of("7"));
    }
}
