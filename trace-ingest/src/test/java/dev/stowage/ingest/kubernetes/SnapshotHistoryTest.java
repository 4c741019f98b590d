package dev.stowage.ingest.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.IngestedTrace;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.MachineEvents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Snapshots of a made-up cluster every ten minutes from 12:00 on the first of January 2026. */
class SnapshotHistoryTest {
    @TempDir private Path folder;

    private Path snapshot(String name, String... objects) throws IOException {
        Path in = Files.createDirectories(folder.resolve("in"));
        String text =
                ("{'apiVersion':'v1','items':[" + String.join(",", objects) + "]}")
                        .replace('\'', '"');
        return Files.writeString(in.resolve(name), text);
    }

    private static String node(String name, int cores) {
        return "{'kind':'Node','metadata':{'name':'"
                + name
                + "'},'status':{'allocatable':{'cpu':'"
                + cores
                + "','memory':'8Gi'}}}";
    }

    private static String pod(String name, String created) {
        return "{'kind':'Pod','metadata':{'namespace':'d','name':'"
                + name
                + "','creationTimestamp':'2026-01-01T"
                + created
                + "Z'},'spec':{'nodeName':'a','containers':[{'resources':{'requests':{'cpu':'1'}}}]},"
                + "'status':{'phase':'Running'}}";
    }

    private static String metrics(String name, String cpu, String memory) {
        return "{'kind':'PodMetrics','metadata':{'namespace':'d','name':'"
                + name
                + "'},'containers':[{'usage':{'cpu':'"
                + cpu
                + "','memory':'"
                + memory
                + "'}}]}";
    }

    private IngestedTrace ingest(Path... files) {
        return IngestedTrace.of(
                new KubernetesFormat(),
                folder,
                request -> TestTraces.option(request, "moments", "file-name"),
                files);
    }

    @Test
    void snapshotsBecomeArrivalsEndsUseAndMachines() throws IOException {
        Path third =
                snapshot(
                        "c-20260101T122000Z.json",
                        node("a", 8),
                        node("new", 4),
                        pod("old", "08:00:00"),
                        pod("db-0", "12:15:00"));
        Path first =
                snapshot(
                        "c-2026-01-01T12-00-00Z.json",
                        node("a", 4),
                        node("gone", 4),
                        pod("old", "08:00:00"),
                        pod("db-0", "11:00:00"),
                        metrics("old", "500m", "1Gi"));
        Path second =
                snapshot(
                        "c-1767269400.json", // 12:10
                        node("a", 4),
                        pod("old", "08:00:00"),
                        pod("db-0", "11:00:00"),
                        pod("new", "12:05:00"),
                        metrics("old", "250m", "2Gi"));

        IngestedTrace trace = ingest(third, first, second);

        // old is there throughout; db-0 came twice; new is seen once
        assertThat(
                        trace.query(
                                "tasks",
                                "list(submit_micros / 1000000 order by submit_micros, job_id),"
                                        + " list(end_micros / 1000000 order by submit_micros,"
                                        + " job_id), list(submit_censored order by submit_micros,"
                                        + " job_id)"))
                .containsExactly(
                        "[0.0, 0.0, 300.0, 900.0]",
                        "[null, 1200.0, 1200.0, null]",
                        "[true, true, false, false]");
        assertThat(
                        trace.query(
                                "usage",
                                "list(start_micros / 1000000 order by start_micros),"
                                        + " list(end_micros / 1000000 order by start_micros),"
                                        + " list(cpu_micro_cores order by start_micros)"))
                .containsExactly("[0.0, 600.0]", "[600.0, 1200.0]", "[500000, 250000]");
        assertThat(
                        trace.query(
                                "tasks",
                                "cpu_used_micro_cores, memory_used_bytes / 1073741824",
                                "where cpu_used_micro_cores is not null"))
                .containsExactly("375000", "2.0");
        MachineEvents machines = CanonicalTrace.open(trace.path()).machineEvents().orElseThrow();
        assertThat(machines.machines()).isEqualTo(3);
        assertThat(machines.size()).isEqualTo(5); // two, one goes, one grows, one comes
        Map<String, Long> facts = trace.report().manifest().facts();
        assertThat(facts)
                .containsEntry("snapshots", 3L)
                .containsEntry("snapshots.namesOutOfOrder", 1L)
                .containsEntry("tasks.aliveAtFirstSnapshot", 2L)
                .containsEntry("tasks.goneBetweenSnapshots", 2L)
                .containsEntry("tasks.gone", 2L)
                .containsEntry("tasks.running", 2L) // at the end: old, and db-0 of 12:15
                .containsEntry("machines.allocatableMicroCores", 12_000_000L)
                .containsEntry("tasks.seenAgain", 0L);
        assertThat(trace.report().warnings().toString())
                .contains("later time", "between two", "last seen");
    }

    @Test
    void saysClocksThatDifferGapsAndSnapshotsThatAreNotWhole() throws IOException {
        IngestedTrace trace =
                ingest(
                        snapshot("2026-01-01_12-00.json", node("a", 4), pod("p", "12:30:00")),
                        snapshot("2026-01-01_12-10.json", node("a", 4), pod("q", "12:00:00")),
                        snapshot("2026-01-01_12-20.json", node("a", 4), pod("p", "12:30:00")),
                        snapshot("2026-01-01_12-30.json", pod("p", "12:30:00")),
                        snapshot("2026-01-01_13-30.json", node("a", 4), pod("p", "12:30:00")));
        assertThat(trace.report().manifest().facts())
                .containsEntry("tasks.createdAfterTheirSnapshot", 2L)
                .containsEntry("tasks.seenAgain", 1L)
                .containsEntry("snapshots.gaps", 1L);
        assertThat(trace.report().warnings().toString())
                .contains("is not the cluster's", "not whole", "twice the usual time");
        assertThat(trace.query("machines", "count(*)")).containsExactly("1");
    }

    @ParameterizedTest
    @CsvSource({
        "a-2026-01-31T12-05-09Z.json, 1769861109",
        "20260131-1205.json.gz, 1769861100",
        "2026-01-31/12-05-09.json, 1769861109",
        "pods_1769861109.json, 1769861109",
        "2026-01-31 12:05:09.json, 1769861109"
    })
    void findsTheTimeInANameOrItsFolder(String name, long seconds) {
        assertThat(SnapshotHistory.moment(Path.of("x", name.split("/"))))
                .isEqualTo(seconds * 1_000_000);
    }

    @Test
    void asksForATimeInANameThatHasNone() throws IOException {
        Path file = snapshot("2026-13-41T99.json", node("a", 4));
        assertThatThrownBy(() -> ingest(file))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("without a time");
    }

    @Test
    void namesWhatTheTraceCannotHold() throws IOException {
        String spread =
                pod("p", "12:00:00")
                        .replace(
                                "'nodeName':'a',",
                                "'nodeName':'a','preemptionPolicy':'Never',"
                                        + "'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':"
                                        + "'z','whenUnsatisfiable':'DoNotSchedule'}],");
        Path file =
                snapshot(
                        "list.json",
                        node("a", 4),
                        spread,
                        "{'kind':'PodDisruptionBudget','metadata':{'name':'b'}}",
                        "{'kind':'PodDisruptionBudget','metadata':{'name':'c'}}",
                        "{'kind':'PersistentVolume','metadata':{'name':'v'}}");
        IngestedTrace trace = IngestedTrace.of(new KubernetesFormat(), folder, file);
        assertThat(trace.report().manifest().facts())
                .containsEntry("objects.PodDisruptionBudget", 2L)
                .containsEntry("objects.PersistentVolume", 1L)
                .containsEntry("tasks.notKept even spread", 1L)
                .containsEntry("tasks.notKept priority without preemption", 1L);
        assertThat(trace.report().warnings().toString())
                .contains("PersistentVolume 1, PodDisruptionBudget 2", "even spread 1");
    }

    /** Items of a list as the API gives it don't say their kind. */
    @Test
    void takesItemsWithoutKindForWhatTheyAre() throws IOException {
        Path file =
                snapshot(
                        "list.json",
                        node("a", 4).replace("'kind':'Node',", ""),
                        pod("p", "12:30:00").replace("'kind':'Pod',", ""));
        IngestedTrace trace = IngestedTrace.of(new KubernetesFormat(), folder, file);
        assertThat(trace.query("machines", "count(*)")).containsExactly("1");
        assertThat(trace.query("tasks", "count(*)")).containsExactly("1");
    }
}
