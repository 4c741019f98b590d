package dev.stowage.ingest.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.extraction.ParameterExtraction;
import dev.stowage.ingest.format.ErrorPolicy;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.stats.sample.Sample;
import dev.stowage.workload.Parameter;
import dev.stowage.workload.fit.ParameterSamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CsvWorkloadTest {
    private static final String HEADER = "submit_s,duration_s,cpu,memory_gib\n";

    @TempDir Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "tasks", ".csv"), text);
    }

    private static TaskBatch readAll(Workload workload) {
        TaskBatch batch = new TaskBatch(10_000);
        try (TaskSource source = workload.open()) {
            boolean hasTasks = source.read(batch);
            assertThat(hasTasks).isEqualTo(batch.size > 0);
            int size = batch.size;
            assertThat(source.read(new TaskBatch(1))).isFalse();
            batch.size = size;
        }
        return batch;
    }

    @Test
    void readsTasksExactly() throws IOException {
        TaskBatch batch =
                readAll(CsvWorkload.open(file(HEADER + "0.0000005,1.5,0.0000019,0.1\n2,0,1,2\n")));
        assertThat(batch.size).isEqualTo(2);
        assertThat(batch.submitMicros[0]).isEqualTo(1);
        assertThat(batch.durationMicros[0]).isEqualTo(1_500_000);
        assertThat(batch.cpuMicroCores[0]).isEqualTo(1);
        assertThat(batch.memoryBytes[0]).isEqualTo(107_374_182);
        assertThat(batch.jobId[1]).isEqualTo(1);
        assertThat(batch.taskIndex[1]).isZero();
        assertThat(batch.memoryBytes[1]).isEqualTo(2L << 30);
    }

    @Test
    void readsColumnsInAnyOrderWithBomCrLfQuotesAndBlanks() throws IOException {
        String text =
                "\uFEFFclass, job ,memory_gib,cpu,duration_s,submit_s,priority\r\n"
                        + "user-facing,\"a, \"\"b\"\"\", 1 ,2,3,4,-5\r\n"
                        + "\r\n"
                        + "BATCH,12,1,2,3,5,\r\n"
                        + ",\"a, \"\"b\"\"\",1,2,3,6,7";
        TaskBatch batch = readAll(CsvWorkload.open(file(text)));
        assertThat(batch.size).isEqualTo(3);
        assertThat(batch.taskClass[0])
                .isEqualTo((byte) TaskClass.USER_FACING.compareTo(TaskClass.BATCH));
        assertThat(batch.taskClass[1]).isZero();
        assertThat(batch.priority).startsWith(-5, 0, 7);
        assertThat(batch.jobId[1]).isEqualTo(12);
        assertThat(batch.jobId[0]).isEqualTo(batch.jobId[2]).isGreaterThan(1L << 61);
        assertThat(batch.taskIndex).startsWith(0, 1, 2);
    }

    @Test
    void inflatesGzipWhateverTheFileIsCalled() throws IOException {
        Path file = file("");
        Files.write(file, TestTraces.gzip(HEADER + "1,2,3,4\n"));
        assertThat(readAll(CsvWorkload.open(file)).size).isEqualTo(1);
        byte[] whole = TestTraces.gzip(HEADER + "1,2,3,4\n".repeat(9_000));
        Files.write(file, Arrays.copyOf(whole, whole.length - 9));
        assertThatThrownBy(() -> readAll(CsvWorkload.open(file)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("ends too early");
    }

    @Test
    void noTaskAndOneTaskAreLegal() throws IOException {
        assertThat(readAll(CsvWorkload.open(file(HEADER))).size).isZero();
        assertThat(readAll(CsvWorkload.open(file(HEADER + "1,2,3,4"))).size).isEqualTo(1);
    }

    @Test
    void passesAreIndependentOfTheSizeOfTheBatch() throws IOException {
        StringBuilder text = new StringBuilder(HEADER);
        for (int i = 0; i < 1000; i++) {
            text.append(i).append(",1,1,1\n");
        }
        Workload workload = CsvWorkload.open(file(text.toString()));
        TaskBatch batch = new TaskBatch(7);
        long tasks = 0;
        try (TaskSource source = workload.open()) {
            while (source.read(batch)) {
                assertThat(batch.submitMicros[0]).isEqualTo(tasks * 1_000_000);
                tasks += batch.size;
            }
            assertThat(source.leftOut()).isEmpty();
        }
        assertThat(tasks).isEqualTo(1000);
        assertThat(readAll(workload).size).isEqualTo(1000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "5,2,3,4; 3; 0,2,3,4 | unsorted",
                "x,2,3,4; 2; submit_s \"x\" (not-a-number)",
                "1,-2,3,4; 2; duration_s \"-2\" (negative)",
                "1,2,NaN,4; 2; cpu \"NaN\" (not-a-number)",
                "1,2,Infinity,4; 2; not-a-number",
                "1,2,3,; 2; memory_gib \"\" (missing-value)",
                "1,2,3; 2; 3 columns instead of 4",
                "1,2,3,4,5; 2; 5 columns instead of 4",
                "1e300,2,3,4; 2; out-of-range",
                "1,2,1e12,4; 2; out-of-range",
                "1,1e999999999,3,4; 2; out-of-range",
                "-1e-30,1,3,4; 2; negative",
                "\"1,2,3,4; 2; not-csv",
                "1,\"2\"0,3,4; 2; not-csv",
            })
    void theFirstBadRowIsAnErrorWithItsLine(String row, int line, String message)
            throws IOException {
        Path file = file(HEADER + row + "\n0,2,3,4\n");
        String expected = message.contains("|") ? "unsorted" : message;
        assertThatThrownBy(() -> readAll(CsvWorkload.open(file)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(file + ":" + line)
                .hasMessageContaining(expected)
                .hasMessageContaining("expected");
    }

    @Test
    void refusesAnUnknownClassAPriorityThatIsNoneAndAnEmptyJob() throws IOException {
        String header = "submit_s,duration_s,cpu,memory_gib,job,class,priority\n";
        for (String row :
                new String[] {
                    "1,1,1,1,1,lazy,0",
                    "1,1,1,1,1,batch,1.5",
                    "1,1,1,1,1,batch,3000000000",
                    "1,1,1,1,,batch,1"
                }) {
            Path file = file(header + row);
            assertThatThrownBy(() -> readAll(CsvWorkload.open(file)))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining(file + ":2");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "submit_s,duration_s,cpu",
                "submit_s,duration_s,cpu,memory_gib,cpu",
                "submit_s,duration_s,cpu,memory_gib,colour",
                "0,1,1,1",
                "Submit_s,duration_s,cpu,memory_gib",
                "\u0000\u0001\u0002",
            })
    void refusesAHeaderThatIsNotTheOne(String header) throws IOException {
        Path file = file(header + "\n1,2,3,4\n");
        assertThatThrownBy(() -> CsvWorkload.open(file))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(file + ":1")
                .hasMessageContaining(CsvWorkload.HEADER);
    }

    @Test
    void refusesMissingAndEmptyFiles() throws IOException {
        assertThatThrownBy(() -> CsvWorkload.open(folder.resolve("none.csv")))
                .isInstanceOf(InputException.class);
        Path empty = file("");
        assertThatThrownBy(() -> CsvWorkload.open(empty))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("an empty file");
        Path blank = file("\n\n");
        assertThatThrownBy(() -> CsvWorkload.open(blank))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no header");
    }

    private IngestRequest request(Path input) throws IOException {
        return TestTraces.request(Files.createTempDirectory(folder, "out"), 1, input);
    }

    @Test
    void ingestsIntoATraceThatReplaysTheSame() throws IOException {
        String rows =
                """
                submit_s,duration_s,cpu,memory_gib,job,class,priority
                0,5,1,1,7,batch,1
                1,2,0.5,1,8,user-facing,9
                3,4,1,2,7,batch,1
                """;
        Path file = file(rows);
        IngestRequest request = request(file);
        IngestReport report = new CsvFormat().ingest(request);
        CanonicalTrace trace = CanonicalTrace.open(request.outputDirectory());
        TaskBatch direct = readAll(CsvWorkload.open(file));
        TaskBatch replayed = readAll(trace.workload());
        assertThat(replayed.size).isEqualTo(3);
        assertThat(replayed.submitMicros).isEqualTo(direct.submitMicros);
        assertThat(replayed.durationMicros).isEqualTo(direct.durationMicros);
        assertThat(replayed.cpuMicroCores).isEqualTo(direct.cpuMicroCores);
        assertThat(replayed.memoryBytes).isEqualTo(direct.memoryBytes);
        assertThat(replayed.jobId).isEqualTo(direct.jobId);
        assertThat(replayed.taskIndex).isEqualTo(direct.taskIndex);
        assertThat(replayed.priority).isEqualTo(direct.priority);
        assertThat(replayed.taskClass).isEqualTo(direct.taskClass);
        assertThat(trace.machineEvents()).isEmpty();
        assertThat(report.manifest().files().get(0).rows()).isEqualTo(3);
        assertThat(trace.manifest()).isEqualTo(report.manifest());
        ParameterSamples samples = ParameterExtraction.extract(trace, Progress.NONE);
        assertThat(values(samples, TaskClass.BATCH, Parameter.TASKS_PER_JOB)).containsExactly(2);
        assertThat(values(samples, TaskClass.BATCH, Parameter.JOB_DURATION)).containsExactly(7);
        assertThat(values(samples, TaskClass.BATCH, Parameter.TASK_ARRIVAL)).containsExactly(0, 3);
        assertThat(values(samples, TaskClass.USER_FACING, Parameter.JOB_ARRIVAL))
                .containsExactly(1);
    }

    private static double[] values(ParameterSamples samples, TaskClass of, Parameter parameter) {
        Sample sample = samples.of(of).sample(parameter, parameter.support());
        assertThat(sample.count()).as("no value twice").isEqualTo(sample.size());
        return IntStream.range(0, sample.size()).mapToDouble(sample::value).toArray();
    }

    @Test
    void quarantinesBadAndUnsortedRowsIfAskedTo() throws IOException {
        Path file = file(HEADER + "5,1,1,1\n4,1,1,1\n6,x,1,1\n7,1,1,1\n9,1,1,1\n");
        IngestRequest request = request(file);
        IngestReport report =
                new CsvFormat()
                        .ingest(
                                TestTraces.window(
                                        TestTraces.with(request, ErrorPolicy.QUARANTINE, 0.5),
                                        0,
                                        8_000_000));
        assertThat(report.manifest().quarantinedByReason())
                .isEqualTo(Map.of("unsorted", 1L, "not-a-number", 1L));
        TraceManifest.Table tasks = report.manifest().tables().get("tasks");
        assertThat(tasks.rowsRead()).isEqualTo(5);
        assertThat(tasks.rowsUsed()).isEqualTo(2);
        assertThat(tasks.rowsIgnored()).isEqualTo(Map.of("outside-window", 1L));
        assertThat(Files.readString(request.outputDirectory().resolve("quarantine.csv")))
                .contains(",3,unsorted,\"4,1,1,1\"\n")
                .contains(",4,not-a-number,\"6,x,1,1\"\n");
        assertThatThrownBy(() -> new CsvFormat().ingest(request(file)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("2 bad rows of 5");
        IngestRequest strict = TestTraces.with(request(file), ErrorPolicy.FAIL, 1);
        assertThatThrownBy(() -> new CsvFormat().ingest(strict))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(file + ":3")
                .hasMessageContaining("unsorted");
    }

    @Test
    void anOpenQuoteSpoilsItsOwnRowAndNoOther() throws IOException {
        String rows = "submit_s,duration_s,cpu,memory_gib,user\n" + "0,1,1,1,al\n".repeat(9);
        for (String open :
                new String[] {
                    rows + "1,1,1,1,\"bob\n" + "2,1,1,1,cy\n".repeat(990),
                    rows + "1,1,1,1,\"bob\n" + "2,1,1,1,\"cy\"\n".repeat(990),
                    rows + "2,1,1,1,cy\n".repeat(990) + "3,1,1,1,\"bob",
                    rows + "1,1,1,1,\"bob\"\"\r\n" + "2,1,1,1,cy\r\n".repeat(990)
                }) {
            Path file = file(open);
            int line = open.substring(0, open.indexOf("\"bob")).split("\n", -1).length;
            IngestRequest request = request(file);
            IngestReport report =
                    new CsvFormat().ingest(TestTraces.with(request, ErrorPolicy.QUARANTINE, 0.01));
            TraceManifest.Table tasks = report.manifest().tables().get("tasks");
            assertThat(tasks.rowsRead()).isEqualTo(1000);
            assertThat(tasks.rowsUsed()).isEqualTo(999);
            assertThat(report.manifest().quarantinedByReason()).isEqualTo(Map.of("not-csv", 1L));
            assertThat(Files.readString(request.outputDirectory().resolve("quarantine.csv")))
                    .contains("," + line + ",not-csv,");
            assertThatThrownBy(() -> readAll(CsvWorkload.open(file)))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining(file + ":" + line);
        }
    }

    @Test
    void anOpenQuoteInAMappedFileIsAnErrorWithItsLine() throws IOException {
        String head =
                "start,seconds,cores,gib,who,note\n" + "0,1,1,1,al,\"two\nlines\"\n".repeat(9);
        String mapping =
                """
                columns:
                  submit_s: start
                  duration_s: seconds
                  cpu: cores
                  memory_gib: gib
                  user: who
                """;
        Path yaml = Files.writeString(folder.resolve("mapping.yaml"), mapping);
        Path legal = file(head + "1,1,1,1,bob,\n");
        assertThat(mapped(legal, yaml).manifest().tables().get("tasks").rowsUsed()).isEqualTo(10);
        for (String open :
                new String[] {
                    "1,1,1,1,\"bob,\n" + "2,1,1,1,cy,\n".repeat(990),
                    "1,1,1,1,\"bob,\n" + "2,1,1,1,\"cy\",\n".repeat(990),
                    "1,1,1,1,\"bob,\n" + "2,1,1,1,cy,\n".repeat(990) + "3,1,1,1,di\",\n",
                }) {
            Path file = file(head + open);
            assertThatThrownBy(() -> mapped(file, yaml))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining(file + ":20")
                    .hasMessageContaining("quote");
        }
    }

    private IngestReport mapped(Path file, Path mapping) throws IOException {
        return new CsvFormat()
                .ingest(TestTraces.option(request(file), "mapping", mapping.toString()));
    }

    @Test
    void carriageReturnsAloneAreRefused() throws IOException {
        Path file = file(HEADER.replace('\n', '\r') + "1,2,3,4\r2,2,3,4\r");
        assertThatThrownBy(() -> CsvWorkload.open(file))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("carriage return alone");
    }

    @Test
    void aTaskThatIsThereTwiceIsADuplicate() throws IOException {
        String rows =
                """
                submit_s,duration_s,cpu,memory_gib,job,task
                0,1,1,1,7,0
                0,1,1,1,7,1
                0,1,1,1,8,0
                1,1,1,1,7,0
                2,1,1,1,a,0
                2,1,1,1,a,0
                """;
        Path file = file(rows);
        assertThatThrownBy(() -> readAll(CsvWorkload.open(file)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(file + ":5")
                .hasMessageContaining("duplicate");
        IngestReport report =
                new CsvFormat().ingest(TestTraces.with(request(file), ErrorPolicy.QUARANTINE, 0.5));
        assertThat(report.manifest().quarantinedByReason()).isEqualTo(Map.of("duplicate", 2L));
        assertThat(report.manifest().tables().get("tasks").rowsUsed()).isEqualTo(4);
    }

    @Test
    void aClassRuleOverridesTheColumn() throws IOException {
        Path file = file("submit_s,duration_s,cpu,memory_gib,priority\n1,1,1,1,3\n2,1,1,1,2\n");
        IngestRequest request = TestTraces.rule(request(file), "priority>=3");
        new CsvFormat().ingest(request);
        assertThat(
                        TestTraces.duckDb(
                                "select list(class), list(attempts) from '"
                                        + request.outputDirectory().resolve("tasks.parquet")
                                        + "'"))
                .containsExactly("[USER_FACING, BATCH]", "[1, 1]");
        IngestRequest wrong = TestTraces.rule(request(file), "scheduling-class>=2");
        assertThatThrownBy(() -> new CsvFormat().ingest(wrong)).isInstanceOf(InputException.class);
    }
}
