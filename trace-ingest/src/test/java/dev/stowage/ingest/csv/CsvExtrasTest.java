package dev.stowage.ingest.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.format.ErrorPolicy;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.text.TextIndex;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CsvExtrasTest {
    /** Resources by name are what constraints say. */
    private static final Set<TaskColumn> ALL =
            EnumSet.complementOf(EnumSet.of(TaskColumn.RESOURCES));

    private static final String BASE = "submit_s,duration_s,cpu,memory_gib";
    private static final String STAGED = BASE + ",job,stage,after\n";

    @TempDir Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "tasks", ".csv"), text);
    }

    private static void readAll(Workload workload) {
        TaskBatch batch = new TaskBatch(2);
        try (TaskSource source = workload.open()) {
            while (source.read(batch)) {
                assertThat(batch.size).isPositive();
            }
        }
    }

    @Test
    void readsEveryColumnExactly() throws IOException {
        Path file =
                file(
                        "network_gbps,after,user,stage,job,gpu,constraints,disk_gib,cpu_used,"
                                + "memory_used_gib,"
                                + BASE
                                + "\n"
                                + ",,,,7,,,,,,0,1,1,1\n"
                                + "2.5,0, ann ,3,7,0.5,a=1;different-machines,1.5,0.25,0.5,0,1,1,1\n"
                                + ",3;0;3,bob,4,7,,different-machines ; a=1,,,0,0,1,1,1\n"
                                + ",0;3,ann,4,7,,,,,,1,1,1,1\n");
        Workload workload = CsvWorkload.open(file);
        TaskBatch batch = new TaskBatch(10);
        try (TaskSource source = workload.open()) {
            assertThat(source.users()).isEmpty();
            assertThat(source.read(batch)).isTrue();
            assertThat(source.users()).containsExactly("ann", "bob");
        }

        assertThat(workload.columns()).containsExactlyElementsOf(ALL);
        assertThat(batch.size).isEqualTo(4);
        assertThat(batch.isPlain).isFalse();
        assertThat(batch.userId).startsWith(-1, 0, 1, 0);
        assertThat(batch.gpuMicros).startsWith(0, 500_000, 0, 0);
        assertThat(batch.diskBytes).startsWith(0, 3L << 29, 0, 0);
        assertThat(batch.networkBitsPerSecond).startsWith(0, 2_500_000_000L, 0, 0);
        assertThat(batch.constraints[0]).isNull();
        assertThat(batch.constraints[1])
                .isEqualTo(PlacementConstraints.parse("a=1;different-machines"))
                .isSameAs(batch.constraints[2]);
        assertThat(batch.stage).startsWith(0, 3, 4, 4);
        assertThat(batch.afterStages[0]).isEmpty();
        assertThat(batch.afterStages[1]).containsExactly(0);
        assertThat(batch.afterStages[2]).containsExactly(0, 3).isSameAs(batch.afterStages[3]);
        assertThat(batch.cpuUsedMicroCores).startsWith(-1, 250_000, -1, -1);
        assertThat(batch.memoryUsedBytes).startsWith(-1, 1L << 29, 0, -1);
    }

    @Test
    void aBatchWithoutUseOfThemIsPlain() throws IOException {
        Path file = file(BASE + ",user,gpu\n0,1,1,1,,0\n0,1,1,1,,\n1,1,1,1,,1\n1,1,1,1,,\n");
        TaskBatch batch = new TaskBatch(2);
        try (TaskSource source = CsvWorkload.open(file).open()) {
            assertThat(source.read(batch)).isTrue();
            assertThat(batch.isPlain).isTrue();
            assertThat(source.read(batch)).isTrue();
            assertThat(batch.isPlain).isFalse();
            assertThat(batch.gpuMicros).containsExactly(1_000_000, 0);
            assertThat(source.read(batch)).isFalse();
        }
        Workload plain = CsvWorkload.open(file(BASE + "\n0,1,1,1\n"));
        assertThat(plain.columns()).isEmpty();
        try (TaskSource source = plain.open()) {
            batch.isPlain = false;
            assertThat(source.read(batch)).isTrue();
            assertThat(batch.isPlain).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "gpu,             -1,        negative",
        "gpu,             one,       not-a-number",
        "gpu,             1e12,      out-of-range",
        "disk_gib,        -0.001,    negative",
        "network_gbps,    1e300,     out-of-range",
        "cpu_used,        -1,        negative",
        "memory_used_gib, x,         not-a-number",
        "constraints,     arch,      malformed-constraint",
        "constraints,     cores<x,   malformed-constraint",
        "stage,           -1,        negative",
        "stage,           1.5,       not-a-number",
        "stage,           3000000000,           out-of-range",
        "stage,           99999999999999999999, out-of-range"
    })
    void theFirstBadValueIsAnErrorWithItsLine(String column, String value, String reason)
            throws IOException {
        Path file = file(BASE + "," + column + "\n0,1,1,1,\n0,1,1,1," + value + "\n");
        assertThatThrownBy(() -> readAll(CsvWorkload.open(file)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(file + ":3: found " + column + " \"" + value + "\"")
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "1;", ";1", "-1", "1,5", "3000000000"})
    void refusesAListOfStagesThatIsNone(String after) throws IOException {
        Path file = file(STAGED + "0,1,1,1,a,1,\n0,1,1,1,a,2,\"" + after + "\"\n");
        assertThatThrownBy(() -> readAll(CsvWorkload.open(file)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(file + ":3: found after \"" + after + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {BASE + ",after", BASE + ",job,after", BASE + ",stage,after"})
    void dependenciesNeedJobsAndStages(String header) throws IOException {
        Path file = file(header + "\n");
        assertThatThrownBy(() -> CsvWorkload.open(file))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(file + ":1: found the column after without job and stage");
    }

    @Test
    void aStageMayWaitForOthersOfTheSameInstantOrEarlierOnes() throws IOException {
        readAll(
                CsvWorkload.open(
                        file(
                                STAGED
                                        + "0,1,1,1,a,2,1\n"
                                        + "0,1,1,1,b,1,\n"
                                        + "0,1,1,1,a,1,\n"
                                        + "5,1,1,1,a,1,2\n" // waits for what was there before
                                        + "5,1,1,1,a,3,1;2\n"
                                        + "5,1,1,1,b,2,1\n")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0,1,1,1,a,1,;0,1,1,1,b,2,1 | 3 | a task after stage 1,",
                "0,1,1,1,a,2,1;1,1,1,1,a,1, | 2 | a task after stage 1,",
                "0,1,1,1,a,1,1 | 2 | in a circle: 1 after 1",
                "0,1,1,1,a,9,;0,1,1,1,a,1,2;0,1,1,1,a,2,1 | 3 | in a circle: 1 after 2 after 1",
                "0,1,1,1,a,3,2;0,1,1,1,a,2,1;0,1,1,1,a,1,2;9,1,1,1,a,1, | 3"
                        + " | in a circle: 2 after 1 after 2",
            })
    void refusesStagesThatAreUnknownOrWaitInACircle(String rows, int line, String message)
            throws IOException {
        Path file = file(STAGED + rows.replace(";", "\n") + "\n");
        assertThatThrownBy(() -> readAll(CsvWorkload.open(file)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(file + ":" + line + ": found")
                .hasMessageContaining(message);
        IngestRequest lenient =
                TestTraces.with(
                        TestTraces.request(Files.createTempDirectory(folder, "out"), 1, file),
                        ErrorPolicy.QUARANTINE,
                        1);
        assertThatThrownBy(() -> new CsvFormat().ingest(lenient))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message);
    }

    @Test
    void followsLongChainsOfStages() throws IOException {
        int length = 50_000;
        StringJoiner rows = new StringJoiner("\n", STAGED, "\n");
        for (int stage = length; stage > 0; stage--) {
            rows.add("0,1,1,1,a," + stage + "," + (stage == 1 ? "" : stage - 1));
        }
        readAll(CsvWorkload.open(file(rows.toString())));
        Path circle = file(rows.toString().replace("a,1,\n", "a,1," + length + "\n"));
        assertThatThrownBy(() -> readAll(CsvWorkload.open(circle)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("in a circle");
    }

    @Test
    void setsAsideRowsWithBadExtras() throws IOException {
        Path file = file(BASE + ",gpu,constraints\n0,1,1,1,-1,\n1,1,1,1,,oops\n2,1,1,1,1,a=1\n");
        IngestReport report =
                new CsvFormat()
                        .ingest(
                                TestTraces.with(
                                        TestTraces.request(
                                                Files.createTempDirectory(folder, "out"), 1, file),
                                        ErrorPolicy.QUARANTINE,
                                        1));
        assertThat(report.manifest().quarantinedByReason())
                .isEqualTo(Map.of("negative", 1L, "malformed-constraint", 1L));
        assertThat(report.manifest().tables().get("tasks").rowsUsed()).isEqualTo(1);
    }

    @Test
    void saysInTheHeaderWhatTheColumnsAre() {
        List<CsvColumn> columns = List.of(CsvColumn.values());
        assertThat(CsvWorkload.HEADER)
                .isEqualTo(
                        columns.stream()
                                        .filter(CsvColumn::isRequired)
                                        .map(CsvColumn::header)
                                        .collect(Collectors.joining(","))
                                + columns.stream()
                                        .filter(column -> !column.isRequired())
                                        .map(CsvColumn::header)
                                        .collect(Collectors.joining(",", "[,", "]")));
        assertThat(
                        Stream.of(CsvColumn.values())
                                .flatMap(column -> column.extra().stream())
                                .distinct())
                .containsExactlyElementsOf(ALL);
    }

    @Test
    void numbersTextsInOrderOfFirstAppearance() {
        TextIndex index = new TextIndex();
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 5_000; i++) {
                byte[] text = ("text " + i).getBytes(StandardCharsets.US_ASCII);
                assertThat(index.findOrAdd(text, 0, text.length)).isEqualTo(i);
            }
        }
    }
}
