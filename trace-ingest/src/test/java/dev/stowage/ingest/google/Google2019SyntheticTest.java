package dev.stowage.ingest.google;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.inspection.TraceInspection;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.manifest.TraceManifest.Table;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.PlacementConstraints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of 2019 that we have no real piece of, synthetic: out comes what was put in. */
final class Google2019SyntheticTest {
    private static final List<String> CANONICAL = List.of("tasks", "jobs", "machines", "usage");

    @TempDir Path folder;
    private Synthetic2019 synthetic;
    private Path json;
    private Path output;
    private TraceManifest manifest;

    @BeforeEach
    void ingestJson() throws IOException {
        make(1);
    }

    private void make(long seed) throws IOException {
        synthetic = new Synthetic2019(seed);
        json = synthetic.writeJson(Files.createTempDirectory(folder, "json"));
        output = ingest(json, 1);
    }

    private Path ingest(Path input, int threads) throws IOException {
        Path directory = Files.createTempDirectory(folder, "out");
        IngestReport report =
                TraceFormats.named("google-2019")
                        .ingest(TestTraces.request(directory, threads, input));
        assertThat(report.warnings()).isEmpty();
        manifest = report.manifest();
        return directory;
    }

    private void assertSameTables(Path other) throws IOException {
        assertSameTables(other, CANONICAL);
    }

    private void assertSameTables(Path other, List<String> tables) throws IOException {
        for (String table : tables) {
            Path file = Path.of(table + ".parquet");
            assertThat(Files.mismatch(output.resolve(file), other.resolve(file)))
                    .as(table)
                    .isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void countsAndOutcomesAreAsGenerated(long seed) throws IOException {
        make(seed);
        Map<String, Long> counts = synthetic.counts;
        Table tasks = manifest.tables().get("tasks");
        assertThat(tasks.rowsUsed()).isEqualTo(counts.get("rows"));
        assertThat(tasks.rowsWritten()).isEqualTo(counts.get("tasks"));
        assertThat(tasks.rowsIgnored()).isEqualTo(Map.of("alloc-set", counts.get("allocRows")));
        assertThat(manifest.tables().get("jobs").rowsWritten()).isEqualTo(counts.get("jobs"));
        assertThat(manifest.tables().get("jobs").rowsIgnored()).isEqualTo(Map.of("alloc-set", 18L));
        assertThat(manifest.tables().get("usage").rowsUsed()).isEqualTo(counts.get("usage"));
        assertThat(manifest.tables().get("usage").rowsIgnored())
                .isEqualTo(Map.of("alloc-set", counts.get("allocUsage")));
        assertThat(manifest.tables().get("machine_attributes").rowsIgnored())
                .isEqualTo(Map.of("attribute-not-needed", 8L));
        assertThat(manifest.quarantinedByReason()).isEmpty();
        counts.forEach(
                (fact, count) -> {
                    if (fact.contains(".")) {
                        assertThat(manifest.facts()).containsEntry(fact, count);
                    }
                });
        assertThat(counts).allSatisfy((fact, count) -> assertThat(count).as(fact).isPositive());
        assertThat(TraceInspection.of(CanonicalTrace.open(output)).tasksByOutcome())
                .containsAllEntriesOf(synthetic.outcomes);
    }

    @Test
    void everyExportGivesTheSameTables() throws IOException {
        for (boolean asParquet : new boolean[] {true, false}) {
            Path exported = Files.createTempDirectory(folder, "export");
            synthetic.export(json, exported, asParquet);
            assertThat(TraceFormats.recognise(List.of(exported)).format().name())
                    .isEqualTo("google-2019");
            assertSameTables(ingest(exported, 1));
        }
    }

    @Test
    void tablesAreRecognisedByTheirContent() throws IOException {
        Path exported = Files.createTempDirectory(folder, "export");
        synthetic.export(json, exported, true);
        Path renamed = Files.createDirectories(folder.resolve("renamed"));
        int number = 0;
        try (var files = Files.list(exported)) {
            for (Path file : files.toList()) {
                Files.copy(file, renamed.resolve("x" + number++));
            }
        }
        try (var files = Files.list(renamed)) {
            Path directory = Files.createTempDirectory(folder, "out");
            TraceFormats.named("google-2019")
                    .ingest(TestTraces.request(directory, 1, files.toArray(Path[]::new)));
            assertSameTables(directory);
        }
    }

    @Test
    void theOrderOfRowsAndTheNumberOfThreadsDoNotMatter() throws IOException {
        for (List<String> rows : synthetic.tables.values()) {
            Collections.shuffle(rows, new Random(7));
        }
        Path shuffled = synthetic.writeJson(Files.createTempDirectory(folder, "json"));
        // measurements of one start stay in the order of the file
        assertSameTables(ingest(shuffled, 3), List.of("tasks", "jobs", "machines"));
    }

    @Test
    void constraintsAndAttributesReachAReplay() {
        assertThat(
                        TestTraces.duckDb(
                                "select distinct constraints from '"
                                        + output.resolve("tasks.parquet")
                                        + "' where constraints is not null"))
                .containsExactly("arch=x86;zone>=1");
        PlacementConstraints constraints = PlacementConstraints.parse("arch=x86;zone>=1");
        var machines = CanonicalTrace.open(output).machineEvents().orElseThrow();
        long fitting = 0;
        for (int machine = 0; machine < machines.machines(); machine++) {
            fitting += constraints.holdFor(machines.extras(machine).attributes()) ? 1 : 0;
        }
        assertThat(fitting).isEqualTo(4);
    }

    @Test
    void productionIsUserFacing() {
        assertThat(
                        TestTraces.duckDb(
                                "select count(*) filter ((class = 'USER_FACING') <> (priority >="
                                        + " 120)), count(distinct class) from '"
                                        + output.resolve("tasks.parquet")
                                        + "'"))
                .containsExactly("0", "2");
    }
}
