package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Gangs through the command line. */
class GangCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path directory;

    /** One task for 10 s, then at 1 s a job of several that take 30 s. */
    private Stowage.Result simulate(int gang, Object... options) throws IOException {
        StringBuilder rows =
                new StringBuilder("submit_s,duration_s,cpu,memory_gib,job\n0,10,1,1,1\n");
        for (int i = 0; i < gang; i++) {
            rows.append("1,30,1,1,2\n");
        }
        Path csv = Files.writeString(directory.resolve("tasks.csv"), rows);
        List<Object> command = new ArrayList<>(List.of("simulate", csv, "--servers", "2x1c1g"));
        command.addAll(List.of("-o", directory.resolve("r"), "--json", "--force"));
        command.addAll(List.of(options));
        return Stowage.run(command.toArray());
    }

    private static double meanWait(Stowage.Result result) throws IOException {
        JsonNode summary = JSON.readTree(result.exits(0).out());
        return summary.findValue("pendingSeconds").get("mean").asDouble();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fifo", "priority[preempt=0]"})
    void startsTheTasksOfAJobTogether(String queue) throws IOException {
        // of three tasks the first starts at once, and one of the two others if it may do so alone
        assertThat(meanWait(simulate(2, "--queue", queue))).isEqualTo(9 / 3.0);
        assertThat(meanWait(simulate(2, "--queue", queue, "--gang"))).isEqualTo(18 / 3.0);
    }

    @Test
    void aGangLargerThanTheClusterWaitsForEver() throws IOException {
        simulate(3, "--gang").exits(0).says("3 tasks wait for ever", "next gang");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--queue=priority",
                "--queue=easy-backfill",
                "--queue=drf",
                "--max-queue=5",
                "--idle-off=30s",
            })
    void refusesWhatGangsAreNotDefinedFor(String option) throws IOException {
        simulate(2, "--gang", option).exits(2).says("--gang", "gangs");
    }
}
