package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.acceptance.Stowage.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code stowage sweep} as a whole. */
class SweepTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path folder;

    @BeforeEach
    void tasks() throws IOException {
        StringBuilder tasks = new StringBuilder("submit_s,duration_s,cpu,memory_gib\n");
        for (int i = 0; i < 60; i++) {
            tasks.append(i / 9)
                    .append(',')
                    .append(20 + i % 11)
                    .append(",1,")
                    .append(1 + i % 3)
                    .append('\n');
        }
        Files.writeString(folder.resolve("tasks.csv"), tasks);
        Files.writeString(
                folder.resolve("base.yaml"),
                """
                name: Base
                workload: {csv: tasks.csv}
                servers: {type: {name: small, cpu: 4, memoryGiB: 8, monthlyUsd: 38}}
                objective: {pendingSeconds: {p99: 5}}
                clouds: {providers: []}
                """);
    }

    private Path sweep(String text) throws IOException {
        return Files.writeString(folder.resolve("sweep.yaml"), text);
    }

    private Path planSweep() throws IOException {
        return sweep(
                """
                question: plan
                base: base.yaml
                vary:
                  workload.growth: [1, 1.5, 2]
                  servers.type.cpu: 3..4
                """);
    }

    private JsonNode cells(Path output) throws IOException {
        return JSON.readTree(output.resolve("sweep.json").toFile()).get("cells");
    }

    @Test
    void aCellOfPlanIsToTheByteWhatTheCommandPrints() throws IOException {
        Path output = folder.resolve("out");
        Stowage.run("sweep", planSweep(), "-o", output).exits(0);
        Path single = folder.resolve("single.yaml");
        Files.writeString(
                single,
                Files.readString(folder.resolve("base.yaml"))
                        .replace("csv: tasks.csv", "csv: tasks.csv, growth: 1.5")
                        .replace("cpu: 4", "cpu: 3"));
        String printed =
                Stowage.run("plan", single, "--json", "-o", folder.resolve("single.plan"))
                        .exits(0)
                        .out();
        assertThat(answers()).contains(printed);
        assertThat(cells(output)).hasSize(6);
    }

    @Test
    void cellsOfEveryQuestionAreToTheByteWhatTheCommandsPrint() throws IOException {
        Path demand = folder.resolve("demand.csv");
        StringBuilder text = new StringBuilder("time_s,cpu,memory_gib\n");
        for (int hour = 0; hour < 24 * 20; hour++) {
            text.append(hour * 3600).append(',').append(4 + hour % 24 % 5).append(",8\n");
        }
        Files.writeString(demand, text);
        String tasks = folder.resolve("tasks.csv").toString();
        same("simulate", Map.of("workload", tasks, "servers", "8x4c16g"), "placement", "best-fit");
        same("cloud", Map.of("demand", demand.toString(), "providers", "aws"), "seed", "7");
        same("forecast", Map.of("input", demand.toString(), "bucket", "1d"), "seed", "3");
        String shop = Path.of("examples/packing/shop.yaml").toAbsolutePath().toString();
        same("pack", Map.of("input", shop), "seed", "3");
        same("compare", Map.of("trace", tasks, "workload", tasks), "seed", "3");
        String burst = Path.of("examples/serverless/burst.yaml").toAbsolutePath().toString();
        same(
                "serverless",
                Map.of("workload", burst, "autoscaler", "fixed", "servers", "4x24c128g"),
                "seed",
                "3");
        String node = Path.of("examples/node/approximate.yaml").toAbsolutePath().toString();
        same("node", Map.of("scenario", node, "manager", "pliant"), "seed", "3");
        String server = Path.of("examples/energy/memcached.yaml").toAbsolutePath().toString();
        Map<String, String> tuned =
                Map.of("node", server, "sla", "p99=500us", "knobs", "frequency");
        same("tune", tuned, "seed", "3");
    }

    private void same(String question, Map<String, String> base, String varied, String value)
            throws IOException {
        Map<String, Object> settings = new TreeMap<>(base);
        Path file = folder.resolve(question + "-sweep.yaml");
        Files.writeString(
                file,
                "question: "
                        + question
                        + "\nbase: "
                        + JSON.writeValueAsString(settings)
                        + "\nvary: {"
                        + varied
                        + ": [\""
                        + value
                        + "\"]}\n");
        Path cache = folder.resolve(question + ".cache");
        Path output = folder.resolve(question + ".sweep");
        Result swept = Stowage.run("sweep", file, "--cache", cache, "-o", output);
        assertThat(swept.exit()).as(swept.out() + swept.err()).isZero();
        List<Object> arguments = new java.util.ArrayList<>(List.of(question));
        for (String name : List.of("trace", "workload", "demand", "input", "scenario", "node")) {
            if (settings.containsKey(name)) {
                arguments.add(settings.remove(name));
            }
        }
        settings.forEach((key, each) -> arguments.add("--" + key + "=" + each));
        arguments.addAll(List.of("--" + varied + "=" + value, "--json"));
        if (!List.of("compare", "serverless").contains(question)) { // they write nothing
            arguments.addAll(List.of("-o", folder.resolve(question)));
        }
        assertThat(answers(cache)).containsExactly(Stowage.run(arguments.toArray()).out());
    }

    private List<String> answers() throws IOException {
        return answers(folder.resolve("sweep.cells"));
    }

    private static List<String> answers(Path cells) throws IOException {
        try (Stream<Path> files = Files.walk(cells)) {
            List<String> answers = new java.util.ArrayList<>();
            for (Path file : files.filter(f -> f.toString().endsWith(".json")).toList()) {
                answers.add(JSON.readTree(file.toFile()).get("answer").textValue());
            }
            return answers;
        }
    }

    @Test
    void computesACellOnceAndAgainOnlyIfAnInputChanges() throws IOException {
        Path sweep = planSweep();
        assertThat(run(sweep, "first")).contains("0 of 6 answers were kept");
        assertThat(run(sweep, "second")).contains("6 of 6 answers were kept");
        assertSame("first", "second");
        Files.writeString(
                folder.resolve("tasks.csv"),
                Files.readString(folder.resolve("tasks.csv")) + "9,30,1,1\n");
        assertThat(run(sweep, "third")).contains("0 of 6 answers were kept");
    }

    private String run(Path sweep, String output, Object... more) {
        Object[] arguments = {"sweep", sweep, "-o", folder.resolve(output)};
        return Stowage.run(Stream.concat(Stream.of(arguments), Stream.of(more)).toArray())
                .exits(0)
                .out();
    }

    private void assertSame(String first, String second) throws IOException {
        for (String file :
                List.of("sweep.csv", "sweep.json", "sweep.parquet", "summary.md", "report.html")) {
            assertThat(folder.resolve(second).resolve(file))
                    .hasSameBinaryContentAs(folder.resolve(first).resolve(file));
        }
    }

    @Test
    void oneThreadAndManyGiveTheSameBytes() throws IOException {
        Path sweep = planSweep();
        run(sweep, "one", "--threads", 1, "--cache", folder.resolve("a"));
        run(sweep, "four", "--threads", 4, "--cache", folder.resolve("b"));
        assertSame("one", "four");
    }

    @Test
    void aDamagedCellIsComputedAgain() throws IOException {
        Path sweep = planSweep();
        run(sweep, "first");
        try (Stream<Path> files = Files.walk(folder.resolve("sweep.cells"))) {
            Path cell =
                    files.filter(f -> f.toString().endsWith(".json")).sorted().findFirst().get();
            Files.writeString(
                    cell,
                    Files.readString(cell).replace("\\\"met\\\" : true", "\\\"met\\\" : false"));
        }
        Result again = Stowage.run("sweep", sweep, "-o", folder.resolve("second")).exits(0);
        again.says("1 kept answers were damaged and are computed again");
        assertSame("first", "second");
    }

    @Test
    void aFailingCellIsARowAndTheOthersAreAnswered() throws IOException {
        Path sweep =
                sweep(
                        """
                        question: plan
                        base: base.yaml
                        vary: {servers.type.cpu: [0.5, 4]}
                        """);
        Result result = Stowage.run("sweep", sweep, "-o", folder.resolve("out")).exits(1);
        assertThat(result.out())
                .contains("1 of 2 cells without an answer", "too small for every one");
        JsonNode cells = cells(folder.resolve("out"));
        assertThat(cells.get(0).get("state").textValue()).isEqualTo("failed");
        assertThat(cells.get(1).get("figures").get("servers").intValue()).isPositive();
    }

    @Test
    void saysEverythingThatIsWrongBeforeAnythingRuns() throws IOException {
        Path unknown =
                sweep(
                        """
                        question: plan
                        base: base.yaml
                        vary:
                          workload.grwth: [1]
                          placement: [best-fit]
                          servers.type.cpu: "5..1"
                        """);
        Stowage.run("sweep", unknown)
                .exits(3)
                .says(
                        "Did you mean workload.growth",
                        "Did you mean policies.placement",
                        "\"5..1\"");
        Path wrong =
                sweep(
                        """
                        question: plan
                        base: base.yaml
                        vary:
                          workload.growth: [1, -1]
                          policies.placement: [best-fit, worstest]
                        """);
        Stowage.run("sweep", wrong).exits(3).says("2 cells, first", "worstest", "found -1");
        assertThat(folder.resolve("sweep.cells")).doesNotExist();
    }

    @Test
    void sweepJsonKeepsToItsSchema() throws IOException {
        Path sweep = planSweep();
        run(sweep, "first");
        run(sweep, "second", "--against", folder.resolve("first"));
        assertThat(
                        Schemas.problems(
                                "sweep-result.schema.json",
                                JSON.readTree(folder.resolve("second/sweep.json").toFile())))
                .isEmpty();
    }

    @Test
    void refusesWhatAnotherSweepHolds() throws IOException {
        Path sweep = planSweep();
        run(sweep, "first");
        try (var store =
                dev.stowage.workflow.sweep.CellStore.open(folder.resolve("sweep.cells"), false)) {
            assertThat(store).isNotNull();
            Stowage.run("sweep", sweep, "-o", folder.resolve("second"))
                    .exits(3)
                    .says("another sweep at work", "--wait");
        }
    }

    @Test
    void countsDuplicatesOnceAndLeavesOutWhatIsExcluded() throws IOException {
        Path sweep =
                sweep(
                        """
                        question: plan
                        base: base.yaml
                        vary: {workload.growth: [1, 1.0, 2], servers.type.cpu: [3, 4]}
                        exclude: [{workload.growth: 2, servers.type.cpu: 3}]
                        include: [{workload.growth: 3, servers.type.cpu: 5}]
                        """);
        assertThat(Stowage.run("sweep", sweep, "--dry-run").exits(0).out())
                .contains(
                        "4 cells",
                        "2 of the given cells repeat another",
                        "workload.growth=3, servers.type.cpu=5")
                .doesNotContain("workload.growth=2, servers.type.cpu=3");
    }

    @Test
    void checksDecideTheExitCode() throws IOException {
        Path sweep =
                sweep(
                        """
                        question: plan
                        base: base.yaml
                        vary: {workload.growth: [1, 2]}
                        checks: [servers <= 20 where workload.growth <= 1, servers <= 1]
                        """);
        Path junit = folder.resolve("checks.xml");
        Result result =
                Stowage.run(
                                "sweep",
                                sweep,
                                "-o",
                                folder.resolve("out"),
                                "--markdown",
                                "--junit",
                                junit)
                        .exits(1);
        assertThat(result.out()).contains("| `servers <= 1` | broken by 2 of 2 cells | 2 |");
        assertThat(junit).content().contains("failures=\"1\"", "tests=\"2\"");
    }

    @Test
    void saysWhatChangedSinceYesterdayAndWhy() throws IOException {
        Path sweep =
                sweep(
                        """
                        question: plan
                        base: base.yaml
                        vary: {workload.growth: [1, 2]}
                        checks: [change of servers = 0]
                        """);
        Result first = Stowage.run("sweep", sweep, "-o", folder.resolve("monday")).exits(0);
        assertThat(first.out()).contains("1 not decided").doesNotContain("holds");
        Files.writeString(
                folder.resolve("base.yaml"),
                Files.readString(folder.resolve("base.yaml")).replace("cpu: 4", "cpu: 2"));
        Result result =
                Stowage.run(
                                "sweep",
                                sweep,
                                "-o",
                                folder.resolve("tuesday"),
                                "--against",
                                folder.resolve("monday"))
                        .exits(1);
        assertThat(result.out())
                .contains(
                        "servers.type.cpu: 4 before, 2 now",
                        "servers changed from",
                        "2 joined cells");
    }

    @Test
    void aCheckAboutNoFigureIsRefused() throws IOException {
        Path sweep =
                sweep(
                        "question: plan\nbase: base.yaml\nvary: {seed: [1]}\nchecks: [serverz <= 4]\n");
        Stowage.run("sweep", sweep, "-o", folder.resolve("out"))
                .exits(3)
                .says("sweep.yaml:4", "which no cell has", "Did you mean servers?");
        assertThat(folder.resolve("sweep.cells")).doesNotExist();
    }

    /** What the arguments of a command can't be shows before any cell is asked, all at once. */
    @Test
    void argumentsOfCommandsAreCheckedBeforeAnythingRuns() throws IOException {
        for (var each :
                Map.of(
                                "question: simulate\nbase: {workload: google-2011, servers: 5}",
                                "--servers: found \"5\", expected COUNT",
                                "question: simulate\nbase: {workload: no.csv, servers: 5x4c8g}",
                                "no.csv: found no such file or folder",
                                "question: pack\nbase: {input: no.yaml}",
                                "found no such file or folder",
                                "question: forecast\nbase: {input: no.csv}",
                                "found no such file or folder",
                                "question: node\nbase: {scenario: no.yaml, replications: 0}",
                                "--replications: found 0",
                                "question: cloud\nbase: {demand: steady, commitment: 2}",
                                "--commitment: found 2, expected 1 or 3",
                                "question: cloud\nbase: {demand: steady, policies: fixd}",
                                "--policies: found \"fixd\"")
                        .entrySet()) {
            Path sweep = folder.resolve("arguments.yaml");
            Files.writeString(sweep, each.getKey() + "\n");
            Stowage.run("sweep", sweep)
                    .exits(3)
                    .says("arguments.yaml (every cell): ", each.getValue());
        }
    }
}
