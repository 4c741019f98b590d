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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures, maintenance and switching of servers through the command line. */
class ServerDynamicsCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path directory;

    private Stowage.Result simulate(Object... options) throws IOException {
        Path csv = directory.resolve("tasks.csv");
        StringBuilder rows = new StringBuilder("submit_s,duration_s,cpu,memory_gib\n");
        for (int i = 0; i < 500; i++) {
            rows.append(i * 10).append(",30,0.5,0.5\n");
        }
        Files.writeString(csv, rows);
        Object[] command = new Object[options.length + 6];
        System.arraycopy(
                new Object[] {"simulate", csv, "-o", directory.resolve("r"), "--json", "--force"},
                0,
                command,
                0,
                6);
        System.arraycopy(options, 0, command, 6, options.length);
        return Stowage.run(command);
    }

    @Test
    void reportsFailuresMaintenanceAndSwitching() throws IOException {
        JsonNode summary =
                JSON.readTree(
                        simulate(
                                        "--servers",
                                        "8x1c1g",
                                        "--mttf",
                                        "1h",
                                        "--mttr",
                                        "2m",
                                        "--maintenance",
                                        "0-1@10m+5m/30m",
                                        "--idle-off",
                                        "30s",
                                        "--wake",
                                        "10s",
                                        "--failure-shape",
                                        "0.7")
                                .exits(0)
                                .out());
        JsonNode outages = summary.get("outages");
        assertThat(outages.get("failures").asLong()).isPositive();
        assertThat(outages.get("lostCoreSeconds").asDouble()).isPositive();
        assertThat(Files.readString(directory.resolve("r/report.html")))
                .contains("work lost and done anew, core hours");
        assertThat(outages.get("maintenances").asLong()).isPositive();
        assertThat(outages.get("switchOffs").asLong()).isPositive();
        assertThat(outages.get("availability").asDouble()).isBetween(0.1, 0.9);
        assertThat(summary.at("/tasks/finished").asLong()).isEqualTo(500);
    }

    @Test
    void savesEnergyByACurveFromAFile() throws IOException {
        Path servers = directory.resolve("servers.yaml");
        Files.writeString(
                servers,
                "servers:\n  - {name: c, count: 2, cpu: 1, memoryGiB: 1, powerWatts: [100, 160, 200]}\n");
        JsonNode summary = JSON.readTree(simulate("--servers", servers).exits(0).out());
        assertThat(summary.get("energyAssumed").asBoolean()).isFalse();
        Files.writeString(
                servers,
                "servers:\n  - {name: c, count: 2, cpu: 1, memoryGiB: 1, powerWatts: [100, 90]}\n");
        simulate("--servers", servers).exits(3).says("90.0 W behind 100.0 W", "never fall");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--mttf|0|--mttr|2h|mean of zero",
                "--mttf|-1|--mttr|2h|a time such as",
                "--mttf|NaN|--mttr|2h|a time such as",
                "--mttf|1h|--mttr|0s|mean of zero",
                "--domain-mttf|0|--domain-mttr|2h|Leave the options for the mean times out",
                "--mttf|999999999999d|--mttr|2h|ten thousand years",
                "--mttf|30d|--failure-shape|1|--mttf and --mttr together",
                "--mttf|soon|--mttr|2h|a time such as",
                "--maintenance|3-1@1h+1h|--seed|1|last server not before the first",
                "--maintenance|0-99@1h+1h|--seed|1|servers 0 to 7",
                "--maintenance|8@1h+1h|--seed|1|numbered from 0",
                "--maintenance|0@1h|--seed|1|FIRST[-LAST]@START+LENGTH[/EVERY]",
                "--idle-off|-5|--wake|1s|a time such as",
            })
    void refusesWhatMakesNoSense(String a, String b, String c, String d, String said)
            throws IOException {
        simulate("--servers", "8x1c1g", a, b, c, d).exits(2).says("found", "expected", said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "NaN", "-1", "1e9", "round"})
    void refusesAShapeThatIsNone(String shape) throws IOException {
        simulate("--servers=8x1c1g", "--mttf=1h", "--mttr=1m", "--failure-shape=" + shape)
                .exits(2)
                .says("found \"" + shape + "\"", "a number from 0.1 to 100", "0.7 was measured");
    }

    /** Memory and time that grow with servers times tasks would not get through this. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--placement=best-fit",
                "--fidelity=contended",
                "--idle-off=30s",
                "--mttf=30d --mttr=2h --placement=kubernetes"
            })
    void runsAMillionServers(String options) throws IOException {
        List<String> all = new ArrayList<>(List.of("--servers=1000000x1c1g"));
        all.addAll(List.of(options.split(" ")));
        JsonNode summary = JSON.readTree(simulate(all.toArray()).exits(0).out());
        assertThat(summary.at("/tasks/finished").asLong()).isEqualTo(500);
    }
}
