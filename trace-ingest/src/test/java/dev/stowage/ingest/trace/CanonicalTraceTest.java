package dev.stowage.ingest.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.extraction.ParameterExtraction;
import dev.stowage.ingest.inspection.TraceInspection;
import dev.stowage.ingest.log.SeriesFile;
import dev.stowage.ingest.log.TaskLogFile;
import dev.stowage.ingest.manifest.Provenance;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.run.TaskEntry;
import dev.stowage.run.TaskLog;
import dev.stowage.run.TimeSeries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CanonicalTraceTest {
    private static final int TASKS = 300_000; // more than a row group

    @TempDir Path folder;

    /** Task i: submitted at i ms, of job i / 3; the last one never ends. */
    private record Sample(int tasks) implements Workload {
        @Override
        public String name() {
            return "sample";
        }

        @Override
        public TaskSource open() {
            return new TaskSource() {
                private int next;

                @Override
                public boolean read(TaskBatch batch) {
                    batch.size = 0;
                    while (next < tasks && batch.size < batch.capacity()) {
                        int row = batch.size++;
                        batch.submitMicros[row] = next * 1000L;
                        batch.durationMicros[row] = next == tasks - 1 ? TaskBatch.NONE : next;
                        batch.cpuMicroCores[row] = next % 1000;
                        batch.memoryBytes[row] = next * 7L;
                        batch.jobId[row] = next / 3;
                        batch.taskIndex[row] = next % 3;
                        batch.priority[row] = next % 12;
                        batch.taskClass[row] = (byte) (next / 3 % 2);
                        batch.outcome[row] =
                                (byte) (next == tasks - 1 ? 5 : 0); // RUNNING, FINISHED
                        next++;
                    }
                    return batch.size > 0;
                }

                @Override
                public Map<String, Long> leftOut() {
                    return Map.of("neverScheduled", 5L);
                }

                @Override
                public void close() {}
            };
        }
    }

    private Path write(int tasks) throws IOException {
        Path directory = Files.createTempDirectory(folder, "trace");
        Provenance provenance =
                Provenance.synthetic("google-2011", 42, Map.of("generator", "paper"));
        TraceManifest written =
                TraceWriter.write(new Sample(tasks), provenance, directory, Progress.NONE);
        assertThat(CanonicalTrace.open(directory).manifest()).isEqualTo(written);
        return directory;
    }

    @Test
    void aWorkloadReadsBackAsItWasWritten() throws IOException {
        CanonicalTrace trace = CanonicalTrace.open(write(TASKS));
        TaskBatch expected = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        TaskBatch found = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        long tasks = 0;
        try (TaskSource original = new Sample(TASKS).open();
                TaskSource source = trace.workload().open()) {
            while (source.read(found)) {
                tasks += found.size;
                TaskBatch wanted = new TaskBatch(found.size);
                original.read(wanted);
                for (int i = 0; i < found.size; i++) {
                    assertThat(found.submitMicros[i]).isEqualTo(wanted.submitMicros[i]);
                    assertThat(found.durationMicros[i]).isEqualTo(wanted.durationMicros[i]);
                    assertThat(found.cpuMicroCores[i]).isEqualTo(wanted.cpuMicroCores[i]);
                    assertThat(found.memoryBytes[i]).isEqualTo(wanted.memoryBytes[i]);
                    assertThat(found.jobId[i]).isEqualTo(wanted.jobId[i]);
                    assertThat(found.taskIndex[i]).isEqualTo(wanted.taskIndex[i]);
                    assertThat(found.priority[i]).isEqualTo(wanted.priority[i]);
                    assertThat(found.taskClass[i]).isEqualTo(wanted.taskClass[i]);
                }
            }
            assertThat(original.read(expected)).isFalse();
            assertThat(source.leftOut()).isEmpty();
        }
        assertThat(tasks).isEqualTo(TASKS);
    }

    @Test
    void duckDbReadsTheTablesAndTheJobsAddUp() throws IOException {
        Path directory = write(TASKS);
        assertThat(
                        TestTraces.duckDb(
                                "select count(*), sum(memory_bytes), count(duration_micros),"
                                        + " count(*) filter (end_censored) from '"
                                        + directory.resolve("tasks.parquet")
                                        + "'"))
                .containsExactly(
                        "" + TASKS, "" + 7L * TASKS * (TASKS - 1) / 2, "" + (TASKS - 1), "1");
        assertThat(
                        TestTraces.duckDb(
                                "select count(*), sum(tasks), count(*) filter (class = '"
                                        + TaskClass.USER_FACING
                                        + "'), max(submit_micros) from '"
                                        + directory.resolve("jobs.parquet")
                                        + "'"))
                .containsExactly(
                        "" + TASKS / 3, "" + TASKS, "" + TASKS / 6, "" + (TASKS - 3) * 1000L);
    }

    @Test
    void theSameWorkloadGivesTheSameBytesAndManifest() throws IOException {
        TestTraces.assertSameBytes(write(1000), write(1000));
        assertThat(CanonicalTrace.open(write(10)).manifest().facts())
                .isEqualTo(Map.of("tasks.leftOut.neverScheduled", 5L));
    }

    @Test
    void aWorkloadWithoutTasksIsATrace() throws IOException {
        CanonicalTrace trace = CanonicalTrace.open(write(0));
        try (TaskSource source = trace.workload().open()) {
            assertThat(source.read(new TaskBatch(1))).isFalse();
        }
        assertThat(TraceInspection.of(trace).tasksByClass()).isEqualTo(Map.of());
        assertThat(ParameterExtraction.extract(trace, Progress.NONE).share(TaskClass.BATCH))
                .isZero();
    }

    @Test
    void inspectionCountsAndMeasures() throws IOException {
        TraceInspection inspection = TraceInspection.of(CanonicalTrace.open(write(6000)));
        assertThat(inspection.tasksByClass())
                .isEqualTo(Map.of("BATCH", 3000L, "USER_FACING", 3000L));
        assertThat(inspection.jobsByOutcome()).containsEntry("RUNNING", 1L);
        assertThat(inspection.censoring()).containsEntry("tasks alive at the end", 1L);
        TraceInspection.Quantiles cpu = inspection.quantiles().get("task CPU request, cores");
        assertThat(cpu.mean()).isEqualTo(0.0004995, org.assertj.core.data.Offset.offset(1e-15));
        assertThat(cpu.max()).isEqualTo(0.000999);
        assertThat(inspection.quantiles().get("task duration, s").absent()).isEqualTo(1);
        assertThat(inspection.quantiles().get("tasks per job").p50()).isEqualTo(3);
    }

    @Test
    void refusesWhatIsNotATraceOrNotWhole() throws IOException {
        assertThatThrownBy(() -> CanonicalTrace.open(folder.resolve("none")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no such directory");
        assertThatThrownBy(() -> CanonicalTrace.open(folder))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("a directory without manifest.json");
        Path trace = write(10);
        Path manifest = trace.resolve("manifest.json");
        String json = Files.readString(manifest);
        for (String bad :
                List.of(
                        "{",
                        "[]",
                        json.replace("\"formatVersion\" : 1", "\"formatVersion\" : 99"),
                        json.replace("\"rowsUsed\" : 10", "\"rowsUsed\" : 9"),
                        json.replace("\"tables\"", "\"chairs\""))) {
            Files.writeString(manifest, bad);
            assertThatThrownBy(() -> CanonicalTrace.open(trace))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining(manifest.toString());
        }
        Files.writeString(manifest, json);
        Files.delete(trace.resolve("tasks.parquet"));
        assertThatThrownBy(() -> CanonicalTrace.open(trace))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no tasks.parquet");
    }

    /** Rewrites the task table with another tool, as a user may. */
    private Path rewritten(String codec, String select) throws IOException {
        Path trace = write(10);
        Path tasks = CanonicalTable.TASKS.fileIn(trace);
        Path old = Files.move(tasks, folder.resolve(trace.getFileName() + ".parquet"));
        TestTraces.duckDbRun(
                "copy ("
                        + select.replace("TASKS", "'" + old + "'")
                        + ") to '"
                        + tasks
                        + "' (format parquet, compression "
                        + codec
                        + ")");
        return trace;
    }

    private static void readAll(Path trace) {
        try (TaskSource source = CanonicalTrace.open(trace).workload().open()) {
            TaskBatch batch = new TaskBatch(100);
            assertThat(source.read(batch)).isTrue();
            assertThat(batch.size).isEqualTo(10);
        }
    }

    @Test
    void readsATaskTableThatAnotherToolHasWritten() throws IOException {
        for (String codec : List.of("zstd", "snappy", "gzip", "uncompressed")) {
            readAll(rewritten(codec, "select * from TASKS order by submit_micros"));
        }
        Path lz4 = rewritten("lz4", "select * from TASKS order by submit_micros");
        assertThatThrownBy(() -> readAll(lz4))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("lz4_raw compression");
    }

    @Test
    void refusesTasksThatAreNotSortedOrLackAValue() throws IOException {
        Path unsorted = rewritten("zstd", "select * from TASKS order by submit_micros desc");
        assertThatThrownBy(() -> readAll(unsorted))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("sorted by submit_micros");
        Path without =
                rewritten(
                        "zstd",
                        "select * replace (nullif(job_id, 2) as job_id) from TASKS order by"
                                + " submit_micros");
        assertThatThrownBy(() -> readAll(without))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("a row without job_id");
    }

    @Test
    void writesSeriesAndTaskLogs() {
        Map<String, double[]> columns = new LinkedHashMap<>();
        columns.put("queue", new double[] {1, 2.5});
        columns.put("cpu", new double[] {0.5, 1});
        Path series = folder.resolve("series.parquet");
        SeriesFile.write(new TimeSeries(10, new long[] {0, 10}, columns), series, Optional.empty());
        assertThat(
                        TestTraces.duckDb(
                                "select list(time_micros), sum(queue), sum(cpu) from '"
                                        + series
                                        + "'"))
                .containsExactly("[0, 10]", "3.5", "1.5");
        Path log = folder.resolve("tasks.parquet");
        try (TaskLogFile file = TaskLogFile.create(log, Optional.empty())) {
            TaskEntry entry = new TaskEntry();
            entry.fate = TaskLog.Fate.FINISHED;
            entry.jobId = 1;
            entry.taskIndex = 2;
            entry.submitMicros = 3;
            entry.firstStartMicros = 4;
            entry.lastStartMicros = 5;
            entry.endMicros = 6;
            entry.server = 7;
            entry.evictions = 8;
            file.task(entry);
            entry.fate = TaskLog.Fate.REJECTED;
            entry.jobId = 9;
            entry.firstStartMicros = TaskLog.NONE;
            entry.lastStartMicros = TaskLog.NONE;
            entry.server = (int) TaskLog.NONE;
            entry.evictions = 0;
            file.task(entry);
        }
        assertThat(
                        TestTraces.duckDb(
                                "select list(fate), list(job_id), list(last_start_micros),"
                                        + " list(server), sum(evictions) from '"
                                        + log
                                        + "'"))
                .containsExactly("[FINISHED, REJECTED]", "[1, 9]", "[5, null]", "[7, null]", "8");
    }

    @Test
    void everyFormatHasANameADescriptionAndAClassRule() {
        TraceFormats.registry()
                .forEach(
                        (name, format) -> {
                            assertThat(format.name()).isEqualTo(name);
                            assertThat(format.description()).isNotBlank();
                            assertThat(format.defaultClassRule()).isNotBlank();
                        });
    }
}
