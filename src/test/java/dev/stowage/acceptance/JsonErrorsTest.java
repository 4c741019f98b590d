package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong under {@code --json}, for the program that called. */
class JsonErrorsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path directory;

    private static JsonNode error(Stowage.Result result) throws IOException {
        List<String> lines = result.err().lines().toList();
        return JSON.readTree(lines.get(lines.size() - 1)).path("error");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plan",
                "plan missing.yaml",
                "plan examples/quickstart.yaml --threads 0",
                "simulate missing.trace --servers 3x2c4g",
                "simulate google-2011 --servers 3x",
                "simulate google-2011 --servers 3x2c4g --placement bestfit",
                "sweep",
                "cloud oscillating --providers nimbus",
                "forecast missing.csv",
                "ingest auto missing -o a.trace",
                "catalog show nowhere@2020-01",
                "push missing.plan --target files",
                "bogus"
            })
    void saysWhatAPersonReadsWithTheSameExitCode(String command) throws IOException {
        Stowage.Result plain = Stowage.run((Object[]) command.split(" "));
        Stowage.Result json = Stowage.run((Object[]) (command + " --json").split(" "));
        assertThat(json.exit()).isEqualTo(plain.exit()).isGreaterThan(1);
        assertThat(json.out()).isEmpty();
        JsonNode error = error(json);
        assertThat(error.path("exit").asInt()).isEqualTo(plain.exit());
        assertThat(error.path("code").asText()).isEqualTo(plain.exit() == 2 ? "usage" : "input");
        assertThat(plain.err().replace("stowage: ", ""))
                .endsWith(error.path("message").asText() + "\n");
        assertThat(error.path("problems")).isNotEmpty();
        for (JsonNode problem : error.path("problems")) {
            assertThat(problem.path("found").asText()).isNotBlank();
            assertThat(problem.path("expected").asText()).isNotBlank();
        }
    }

    @Test
    void namesEachProblemOfAFileWithItsPlace() throws IOException {
        Path scenario =
                Files.writeString(
                        directory.resolve("s.yaml"),
                        "workload: {trace: google-2011}\nservers: {type: {cpu: -1}}\nextra: 1\n");
        JsonNode error = error(Stowage.run("plan", scenario, "--json").exits(3));
        List<String> places = new ArrayList<>();
        error.path("problems").forEach(each -> places.add(each.path("place").asText()));
        assertThat(places).hasSizeGreaterThan(1).allMatch(each -> each.contains("s.yaml"));
    }

    @Test
    void namesThePlaceOfWhatCannotBeWrittenAndOpened() throws IOException {
        Path tasks =
                Files.writeString(
                        directory.resolve("tasks.csv"),
                        "submit_s,duration_s,cpu,memory_gib\n0,10,1,1\n");
        Stowage.Result unwritten =
                Stowage.run(
                        "simulate", tasks, "--servers", "1x4c4g", "-o", "/proc/x.run", "--json");
        JsonNode problem = error(unwritten.exits(4)).at("/problems/0");
        assertThat(problem.path("place").asText()).startsWith("/proc/");
        assertThat(problem.path("found").asText()).isNotBlank();
        assertThat(problem.path("remedy").asText()).contains("another place");

        Path page = Files.writeString(directory.resolve("report.html"), "<p>");
        Stowage.Result unopened =
                Stowage.runOn(false, Map.of("BROWSER", "false"), "open", page, "--json");
        JsonNode error = error(unopened.exits(4));
        assertThat(error.at("/problems/0/place").asText()).isEqualTo("false");
        assertThat(error.at("/problems/0/remedy").asText()).contains("Set BROWSER");
    }

    @Test
    void leavesAnErrorInAFileNameOnItsOneLine() throws IOException {
        Stowage.Result result = Stowage.run("inspect", "a\nb\u001b[31m.trace", "--json").exits(3);
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.err()).doesNotContain("\u001b");
        assertThat(error(result).at("/problems/0/place").asText()).startsWith("a");
    }
}
