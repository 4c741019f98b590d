package dev.stowage.ingest.google;

import static dev.stowage.ingest.google.MiniTrace.FINISH;
import static dev.stowage.ingest.google.MiniTrace.SCHEDULE;
import static dev.stowage.ingest.google.MiniTrace.SUBMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.parquet.ColumnFileReader;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskSource;
import dev.stowage.model.UsageBatch;
import dev.stowage.model.UsageSource;
import dev.stowage.model.Workload;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a trace of a real cluster records besides CPU and memory, and that a replay can ask for. */
final class Google2011ExtrasTest {
    @TempDir Path folder;
    private MiniTrace mini = new MiniTrace(Path.of(""));

    @BeforeEach
    void makeTrace() {
        mini = new MiniTrace(folder);
        for (int job = 1; job <= 3; job++) {
            String flag = job == 2 ? "1" : job == 3 ? "" : "0";
            for (int event : new int[] {SUBMIT, SCHEDULE, FINISH}) {
                mini.taskRow(
                        (600 + job + event)
                                + "000000,,"
                                + job
                                + ",0,7,"
                                + event
                                + ",u,2,9,0.5,0.25,0.1,"
                                + flag);
            }
        }
        mini.job(601, 1, SUBMIT).job(602, 2, SUBMIT);
    }

    private static TaskBatch read(Workload workload) {
        TaskBatch batch = new TaskBatch(10);
        try (TaskSource source = workload.open()) {
            assertThat(source.read(batch)).isTrue();
            assertThat(source.users())
                    .hasSize(workload.columns().contains(TaskColumn.USER) ? 1 : 0);
        }
        return batch;
    }

    @Test
    void aReplayUsesNoneOfItUnlessAsked() {
        mini.ingest();
        Workload workload = mini.trace().workload();
        assertThat(workload.columns()).isEmpty();
        assertThat(workload.usage()).isEmpty();
        assertThat(read(workload).isPlain).isTrue();
        assertThat(mini.trace().manifest().replayColumns()).isNull();
        assertThat(ColumnFileReader.columnNames(mini.lastOutput().resolve("tasks.parquet")))
                .endsWith("different_machines");
    }

    @Test
    void deliversTheFlagTheUserAndTheDiskWhenAsked() {
        mini.ingest();
        assertThat(mini.trace().columns())
                .containsExactly(TaskColumn.USER, TaskColumn.DISK, TaskColumn.CONSTRAINTS);
        TaskBatch batch =
                read(
                        mini.trace()
                                .workload(
                                        EnumSet.of(
                                                TaskColumn.USER,
                                                TaskColumn.DISK,
                                                TaskColumn.CONSTRAINTS)));
        assertThat(batch.isPlain).isFalse();
        assertThat(batch.constraints)
                .startsWith(null, PlacementConstraints.DIFFERENT_MACHINES, null);
        assertThat(batch.userId).startsWith(0, 0, -1);
        assertThat(batch.diskBytes).startsWith(107374182, 107374182, 107374182);

        TaskBatch onlyFlag = read(mini.trace().workload(Set.of(TaskColumn.CONSTRAINTS)));
        assertThat(onlyFlag.userId).startsWith(-1, -1, -1);
        assertThat(onlyFlag.diskBytes).startsWith(0, 0, 0);
    }

    @Test
    void refusesAColumnThatTheTraceLacks() {
        mini.ingest();
        assertThatThrownBy(() -> mini.trace().workload(EnumSet.of(TaskColumn.GPU, TaskColumn.DISK)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("a trace without gpu")
                .hasMessageContaining("user, disk, constraints");
    }

    @Test
    void averagesMeasuredCpuByLengthAndTakesTheLargestMemory() {
        // start, end, job, index, machine, CPU, memory, assigned, 2 x cache, maximum memory
        mini.usageRow("602000000,603000000,1,0,7,0.1,0.2,,,,0.25,,,,,,,,,");
        mini.usageRow("603000000,606000000,1,0,7,0.5,0.3,,,,,,,,,,,,,");
        mini.usageRow("606000000,606000000,1,0,7,1,0.1,,,,,,,,,,,,,");
        mini.usageRow("603000000,604000000,2,0,7,,,,,,,,,,,,,,,");
        mini.usageRow("603000000,604000000,9,9,7,0.5,0.5,,,,,,,,,,,,,");
        mini.ingest();

        TaskBatch batch = read(mini.trace().workload(Set.of(TaskColumn.USAGE)));

        assertThat(batch.cpuUsedMicroCores).startsWith(400_000, -1, -1);
        assertThat(batch.memoryUsedBytes).startsWith(322122547, -1, -1); // 0.3 GiB
        assertThat(mini.query("cpu_used_micro_cores", "tasks", "order by job_id limit 1"))
                .containsExactly("400000");
        assertThat(
                        TestTraces.duckDb(
                                "select cast(sum(cpu_micro_cores * (end_micros - start_micros))"
                                        + " / sum(end_micros - start_micros) as bigint) from '"
                                        + mini.lastOutput().resolve("usage.parquet")
                                        + "' where job_id = 1"))
                .containsExactly("400000");
    }

    @Test
    void streamsMeasurementsInOrderOfTime() {
        mini.usageRow("605000000,606000000,1,0,7,0.5,0.3,,,,,,,,,,,,,");
        mini.usageRow("602000000,603000000,1,0,7,0.1,,,,,0.25,,,,,,,,,");
        mini.usageRow("603000000,604000000,2,0,7,,0.5,,,,,,,,,,,,,");
        mini.ingest();
        UsageBatch batch = new UsageBatch(2);
        try (UsageSource source = mini.trace().workload().usage().orElseThrow()) {
            assertThat(source.read(batch)).isTrue();
            assertThat(batch.size).isEqualTo(2);
            assertThat(batch.startMicros).containsExactly(2_000_000, 3_000_000);
            assertThat(batch.endMicros).containsExactly(3_000_000, 4_000_000);
            assertThat(batch.jobId).containsExactly(1, 2);
            assertThat(batch.taskIndex).containsExactly(0, 0);
            assertThat(batch.cpuMicroCores).containsExactly(100_000, UsageBatch.UNKNOWN);
            assertThat(batch.memoryBytes).containsExactly(UsageBatch.UNKNOWN, 1L << 29);
            assertThat(source.read(batch)).isTrue();
            assertThat(batch.size).isEqualTo(1);
            assertThat(source.read(batch)).isFalse();
            assertThat(batch.size).isZero();
        }
    }

    @Test
    void refusesMeasurementsThatAreNotSorted() {
        mini.usageRow("602000000,603000000,1,0,7,0.1,0.2,,,,0.25,,,,,,,,,");
        mini.usageRow("605000000,606000000,1,0,7,0.1,0.2,,,,0.25,,,,,,,,,");
        mini.ingest();
        Path usage = mini.lastOutput().resolve("usage.parquet");
        for (String change :
                List.of(
                        "select * from '%s' order by start_micros desc",
                        "select * replace (start_micros - 9000000 as end_micros) from '%s'")) {
            Path other = folder.resolve("other" + change.length() + ".parquet");
            TestTraces.duckDbRun(
                    "copy (" + change.formatted(usage) + ") to '" + other + "' (format parquet)");
            assertThat(usage.toFile().delete()).isTrue();
            assertThat(other.toFile().renameTo(usage.toFile())).isTrue();
            assertThatThrownBy(
                            () -> {
                                try (UsageSource source =
                                        mini.trace().workload().usage().orElseThrow()) {
                                    source.read(new UsageBatch(10));
                                }
                            })
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("start_micros");
        }
    }
}
