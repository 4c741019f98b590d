package dev.stowage.ingest.alibaba;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.MachineEvents;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AlibabaGpu2023Test {
    private static final String POD_HEADER =
            "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,"
                    + "deletion_time,scheduled_time";

    @TempDir Path folder;

    private Ingested ingest(Path... sources) throws IOException {
        return Ingested.of(TraceFormats.named("alibaba-gpu-2023"), folder, 2, sources);
    }

    /** The counts are those of DuckDB over the raw CSV, or pinned with the command. */
    @Test
    void readsTheRealLists() throws IOException {
        Path source = TestTraces.real("alibaba-gpu-2023");
        Ingested trace = ingest(source);
        // tail -n +2 FILE | wc -l, and the header line
        assertThat(trace.books("machines")).isEqualTo("1524 = 1523 + 0 + {header=1}");
        assertThat(trace.books("tasks")).isEqualTo("8153 = 8152 + 0 + {header=1}");
        // awk -F, 'NR>1{n[$8]++}END{for(i in n)print i,n[i]}' openb_pod_list_default.csv
        assertThat(trace.report().manifest().facts())
                .containsEntry("tasks.phasePending", 897L)
                .containsEntry("tasks.phaseRunning", 5193L)
                .containsEntry("tasks.phaseSucceeded", 192L)
                .containsEntry("tasks.phaseFailed", 1870L)
                .containsEntry("tasks.neverScheduled", 897L)
                .containsEntry("tasks.gpuSpecUnknown", 0L)
                .containsEntry("machines.gpus", 6212L);
        String raw = " from read_csv('" + source + "/openb_pod_list_default.csv')";
        assertThat(
                        trace.query(
                                "tasks",
                                "count(*), sum(cpu_micro_cores), sum(memory_bytes),"
                                        + " sum(gpu_micros), sum(submit_micros),"
                                        + " sum(schedule_micros), sum(duration_micros), count(*)"
                                        + " filter (class = 'USER_FACING'), count(*) filter"
                                        + " (outcome = 'RUNNING'), count(*) filter (outcome ="
                                        + " 'KILLED'), count(distinct job_id)"))
                .isEqualTo(
                        TestTraces.duckDb(
                                "select count(*), sum(cpu_milli * 1000), sum(memory_mib *"
                                        + " 1048576::bigint), sum(num_gpu * gpu_milli * 1000),"
                                        + " sum(creation_time * 1000000), sum(scheduled_time *"
                                        + " 1000000), sum((deletion_time - scheduled_time) *"
                                        + " 1000000) filter (deletion_time < 12902960), count(*)"
                                        + " filter (qos = 'LS'), count(*) filter (deletion_time ="
                                        + " 12902960), count(*) filter (pod_phase in ('Pending',"
                                        + " 'Running') and deletion_time < 12902960),"
                                        + " count(distinct name)"
                                        + raw));
        assertThat(trace.query("machines", "sum(gpu_micros), count(distinct name)"))
                .containsExactly("6212000000", "1523");
        assertThat(trace.report().manifest().machine()).isNull();
        assertThat(trace.report().manifest().replayColumns()).containsExactly("gpu");
    }

    @Test
    void writesTheSameBytesWithAnyNumberOfThreads() throws IOException {
        Path source = TestTraces.real("alibaba-gpu-2023");
        Ingested one = Ingested.of(TraceFormats.named("alibaba-gpu-2023"), folder, 1, source);
        TestTraces.assertSameBytes(ingest(source).output(), one.output());
    }

    private static String pod(String name, String rest) {
        return name + "," + rest;
    }

    @Test
    void givesPodsTheFateThatTheirTimesTell() throws IOException {
        Path pods =
                Ingested.table(
                        folder,
                        "openb_pod_list_x.csv",
                        pod("done", "1000,1024,0,0,,BE,Succeeded,1,9,2"),
                        pod("cut", "1000,1024,0,0,,BE,Running,2,8,3"),
                        pod("alive", "1000,1024,2,500,,LS,Running,3,10,4"),
                        pod("given-up", "1000,1024,0,0,,BE,Pending,4,7,"),
                        pod("waits", "1000,1024,0,0,,BE,Pending,5,10,"),
                        pod("open", ",,0,0,,BE,Running,6,,6"));
        Ingested trace = ingest(pods); // without a header line
        assertThat(
                        trace.query(
                                "tasks",
                                "list(outcome), list(end_micros), list(duration_micros),"
                                        + " list(gpu_micros), list(end_censored)"))
                .containsExactly(
                        "[FINISHED, KILLED, RUNNING, KILLED, PENDING, RUNNING]",
                        "[9000000, 8000000, null, 7000000, null, null]",
                        "[7000000, 5000000, null, null, null, null]",
                        "[null, null, 1000000, null, null, null]",
                        "[false, false, true, false, true, true]");
        assertThat(trace.query("jobs", "list(name), list(class)"))
                .containsExactly(
                        "[done, cut, alive, given-up, waits, open]",
                        "[BATCH, BATCH, USER_FACING, BATCH, BATCH, BATCH]");
        assertThat(trace.fact("tasks.cpuRequestAbsent")).isEqualTo(1);
        assertThat(trace.report().warnings())
                .singleElement()
                .asString()
                .contains("openb_node_list");
    }

    @Test
    void asksForKindsOfGpusByWhatTheyAreNot() throws IOException {
        Path nodes =
                Ingested.table(
                        folder,
                        "openb_node_list_x.csv",
                        "sn,cpu_milli,memory_mib,gpu,model",
                        "a,8000,1024,2,T4",
                        "b,8000,1024,2,P100",
                        "c,8000,1024,2,G2",
                        "d,8000,1024,0,");
        Path pods =
                Ingested.table(
                        folder,
                        "openb_pod_list_x.csv",
                        POD_HEADER,
                        pod("one", "1000,512,1,500,T4,LS,Succeeded,1,9,2"),
                        pod("either", "1000,512,1,500,T4|P100,LS,Succeeded,1,9,2"));
        Ingested trace = ingest(nodes, pods);
        CanonicalTrace canonical = CanonicalTrace.open(trace.output());
        assertThat(trace.query("tasks", "list(constraints)"))
                .containsExactly("[platform=T4, platform!=G2]");
        MachineEvents machines = canonical.machineEvents().orElseThrow();
        assertThat(machines.extras(1).attributes()).isEqualTo(Map.of("platform", "P100"));
        assertThat(List.of(machines.extras(0).gpuMicros(), machines.extras(3).gpuMicros()))
                .containsExactly(2_000_000L, 0L);
        TaskBatch batch = new TaskBatch(10);
        try (TaskSource source = canonical.workload(Set.of(TaskColumn.CONSTRAINTS)).open()) {
            source.read(batch);
        }
        PlacementConstraints either = batch.constraints[1];
        assertThat(either).isNotNull();
        assertThat(either.holdFor(machines.extras(1).attributes())).isTrue();
        assertThat(either.holdFor(machines.extras(2).attributes())).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "p,1000,1024,0,0,,BE,Succeeded,1,9; COLUMN_COUNT",
                ",1000,1024,0,0,,BE,Succeeded,1,9,2; MISSING_VALUE",
                "p,1000,1024,0,0,,BE,Succeeded,,9,2; MISSING_VALUE",
                "p,lots,1024,0,0,,BE,Succeeded,1,9,2; NOT_A_NUMBER",
                "p,-1,1024,0,0,,BE,Succeeded,1,9,2; NEGATIVE",
                "p,1000,1024,1,1001,,BE,Succeeded,1,9,2; OUT_OF_RANGE",
                "p,1000,1024,0,0,,BE,Evicted,1,9,2; UNKNOWN_WORD",
                "p,1000,1024,0,0,,BE,Succeeded,3,9,2; END_BEFORE_START",
                "p,1000,1024,0,0,,BE,Succeeded,1,1,2; END_BEFORE_START",
                "p,1000,1024,0,0,,BE,Failed,1,,2; END_BEFORE_START",
                "good,1000,1024,0,0,,BE,Failed,1,4,2; DUPLICATE",
            })
    void quarantinesAPodThatCannotBe(String row, BadRow reason) throws IOException {
        Path pods =
                Ingested.table(
                        folder,
                        "openb_pod_list_x.csv",
                        POD_HEADER,
                        pod("good", "1000,1024,0,0,,BE,Succeeded,1,9,2"),
                        row);
        Ingested trace = ingest(pods);
        assertThat(trace.report().manifest().quarantinedByReason())
                .isEqualTo(Map.of(reason.label(), 1L));
        assertThat(trace.books("tasks")).isEqualTo("3 = 1 + 1 + {header=1}");
        assertThat(Files.readAllLines(trace.output().resolve("quarantine.csv")).get(1))
                .startsWith("openb_pod_list_x.csv,3," + reason.label());
    }

    @Test
    void refusesAClassRule() throws IOException {
        Path pods =
                Ingested.table(
                        folder,
                        "openb_pod_list_x.csv",
                        pod("good", "1000,1024,0,0,,BE,Succeeded,1,9,2"));
        var request =
                TestTraces.rule(
                        TestTraces.request(Files.createTempDirectory(folder, "o"), 1, pods),
                        "priority>=3");
        assertThatThrownBy(() -> TraceFormats.named("alibaba-gpu-2023").ingest(request))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("--class-rule")
                .hasMessageContaining("qos=LS");
    }
}
