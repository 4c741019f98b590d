package dev.stowage.ingest.google;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.format.ErrorPolicy;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class Google2011ConstraintsTest {
    private static final String MACHINES =
            """
            0,7,0,p1,0.5,0.25
            0,8,0,p1,0.5,0.25
            """;
    private static final String CONSTRAINTS =
            """
            601000000,1,0,2,cores,9
            601000000,1,0,3,cores,3
            601000000,1,0,0,arch,x;1
            601000000,1,1,1,arch,
            601000000,1,1,2,cores,9
            602000000,1,1,0,arch,x;1
            602000000,1,1,2,cores,9
            603000000,1,1,3,cores,1
            601000000,9,0,1,kernel,2
            601000000,1,2,2,cores,many
            600000000,1,1,2,cores,9
            """;
    private static final String ATTRIBUTES =
            """
            0,7,arch,x;1,0
            0,7,cores,2,0
            700000000,7,cores,4,0
            0,8,arch,x;1,0
            0,8,cores,4,0
            700000000,8,arch,,1
            0,8,disks,3,0
            """;

    @TempDir Path folder;
    private Path output;
    private IngestReport report;

    @BeforeEach
    void ingest() throws IOException {
        Path source = Files.createDirectories(folder.resolve("source"));
        StringBuilder tasks = new StringBuilder();
        for (int index = 0; index < 4; index++) {
            tasks.append("601000000,,1,").append(index).append(",,0,u,2,9,0.5,0.25,0.1,0\n");
            tasks.append("602000000,,1,").append(index).append(",7,1,u,2,9,0.5,0.25,0.1,0\n");
            tasks.append("603000000,,1,").append(index).append(",7,4,u,2,9,0.5,0.25,0.1,0\n");
        }
        write(source, "task_events", tasks.toString());
        write(source, "machine_events", MACHINES);
        write(source, "task_constraints", CONSTRAINTS);
        write(source, "machine_attributes", ATTRIBUTES);
        output = Files.createDirectories(folder.resolve("out"));
        report =
                TraceFormats.named("google-2011")
                        .ingest(
                                TestTraces.with(
                                        TestTraces.request(output, 1, source),
                                        ErrorPolicy.QUARANTINE,
                                        0.5));
    }

    private static void write(Path source, String table, String rows) throws IOException {
        Path part = Files.createDirectories(source.resolve(table)).resolve("part-0.csv");
        Files.writeString(part, rows);
    }

    @Test
    void rowsOfOneTimeAddUpAndLaterOnesReplaceThoseOfTheirAttribute() {
        List<PlacementConstraints> found = new ArrayList<>();
        TaskBatch batch = new TaskBatch(10);
        try (TaskSource source =
                CanonicalTrace.open(output).workload(Set.of(TaskColumn.CONSTRAINTS)).open()) {
            assertThat(source.read(batch)).isTrue();
            for (int i = 0; i < batch.size; i++) {
                PlacementConstraints constraints = batch.constraints[i];
                found.add(constraints == null ? PlacementConstraints.NONE : constraints);
            }
        }
        assertThat(found)
                .extracting(PlacementConstraints::toString)
                .containsExactly("arch=x%3B1;cores<9;cores>3", "arch=x%3B1;cores>1", "", "");
        assertThat(report.manifest().facts())
                .containsEntry("tasks.withConstraints", 2L)
                .containsEntry("tasks.constraintChanges", 2L)
                .containsEntry("constraints.ofUnknownTasks", 1L);
        assertThat(report.manifest().quarantinedByReason())
                .isEqualTo(Map.of("malformed-constraint", 1L, "time-goes-back", 1L));
    }

    @Test
    void machinesHaveTheLastValueOfTheAttributesThatConstraintsLookAt() {
        var machines = CanonicalTrace.open(output).machineEvents().orElseThrow();
        assertThat(machines.extras(0).attributes())
                .isEqualTo(Map.of("platform", "p1", "arch", "x;1", "cores", "4"));
        assertThat(machines.extras(1).attributes())
                .isEqualTo(Map.of("platform", "p1", "cores", "4"));
        assertThat(report.manifest().tables().get("machine_attributes").rowsIgnored())
                .isEqualTo(Map.of("attribute-not-needed", 1L));
        assertThat(report.manifest().facts()).containsEntry("machines.attributeChanges", 2L);
    }
}
