package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.terminal.ShellWord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** First contact: {@code init} writes scenarios that run, {@code doctor} says what can be done. */
class InitTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path directory;

    private JsonNode init(Object... args) throws IOException {
        Object[] all = new Object[args.length + 2];
        all[0] = "init";
        System.arraycopy(args, 0, all, 1, args.length);
        all[all.length - 1] = "--json";
        return JSON.readTree(Stowage.run(all).exits(0).out());
    }

    @ParameterizedTest
    @CsvSource({
        "examples/night-batch.csv, data that ingest reads (csv)",
        "examples/sample/google-2011, data that ingest reads (google-2011)",
        "trace-ingest/src/test/resources/dev/stowage/ingest/kubernetes/snapshot.json,"
                + " a snapshot of a Kubernetes cluster",
    })
    void writesAScenarioThatRuns(String data, String what) throws IOException {
        Path scenario = directory.resolve("s.yaml");
        JsonNode answer = init(data, "-o", scenario);
        assertThat(answer.path("found").asText()).isEqualTo(what);
        assertThat(answer.path("next")).hasSize(3);
        Stowage.Result plan =
                Stowage.run("plan", scenario, "-q", "--json", "-o", directory.resolve("p"))
                        .exits(0);
        assertThat(JSON.readTree(plan.out()).path("met").asBoolean()).isTrue();
    }

    @Test
    void saysThatSemicolonsAreNoCommas() throws IOException {
        Path csv =
                Files.writeString(
                        directory.resolve("s.csv"),
                        "submit_s;duration_s;cpu;memory_gib\n0;60;3,5;10\n");
        Stowage.run("init", csv)
                .exits(3)
                .says("s.csv:1", "semicolons", "Save it with commas", "s.csv > commas.csv does it");
    }

    @Test
    void takesSizesOfTheDataAndMarksWhatIsAssumed() throws IOException {
        Path csv =
                Files.writeString(
                        directory.resolve("t.csv"),
                        "submit_s,duration_s,cpu,memory_gib\n0,60,3,10\n5,60,2,12\n9,1,1,1\n");
        init(csv, "-o", directory.resolve("t.yaml"));
        assertThat(Files.readString(directory.resolve("t.yaml")))
                .contains(
                        "# assumed: four times the largest request",
                        "cpu: 12 ",
                        "memoryGiB: 48",
                        "pendingSeconds: {p99: 60}      # assumed",
                        "trace: 't.trace'");
    }

    @Test
    void beginsWithASampleInTheFormThatAnybodyCanBring() throws IOException {
        Path scenario = directory.resolve("first.yaml");
        JsonNode answer = init("-o", scenario);
        assertThat(answer.path("data").isNull()).isTrue();
        Path csv = directory.resolve("first.csv");
        assertThat(csv).isRegularFile();
        Stowage.run("plan", scenario, "-q", "-o", directory.resolve("p")).exits(0);
        String command = answer.at("/next/1/command").asText();
        assertThat(command).matches("stowage simulate \\S+first.csv --servers \\d+x16c64g");
        String spec = command.substring(command.lastIndexOf(' ') + 1);
        Path run = directory.resolve("first.run");
        Stowage.run("simulate", csv, "--servers", spec, "-q", "-o", run).exits(0);
        init(csv, "-o", directory.resolve("again.yaml"));
    }

    /** Whoever types what is printed gets an answer, and knows what it leaves open. */
    @Test
    void printsCommandsThatWorkForASnapshot() throws IOException {
        String node =
                "{'kind':'Node','metadata':{'name':'n','creationTimestamp':'2026-01-01T00:00:00Z'},"
                        + "'status':{'allocatable':{'cpu':'4','memory':'8Gi','pods':'9'}}}";
        String pod =
                "{'kind':'Pod','metadata':{'name':'p','creationTimestamp':'2026-01-01T00:00:00Z'},"
                        + "'spec':{'nodeName':'n','containers':[{'resources':{'requests':"
                        + "{'cpu':'1'}}}]},'status':{'phase':'Running'}}";
        Path snapshot =
                Files.writeString(
                        directory.resolve("k.json"),
                        ("{'apiVersion':'v1','items':[" + node + "," + pod + "]}")
                                .replace('\'', '"'));
        JsonNode answer = init(snapshot, "-o", directory.resolve("s.yaml"));
        assertThat(answer.at("/next/0/command").asText()).startsWith("stowage pack ");
        assertThat(answer.at("/next/1/why").asText())
                .contains("of waits it says nothing: no task has a duration");
        for (JsonNode step : answer.path("next")) {
            List<Object> words = new ArrayList<>(List.of(step.path("command").asText().split(" ")));
            words.addAll(List.of("-q", "-o", directory.resolve(words.get(1) + ".out")));
            assertThat(Stowage.run(words.subList(1, words.size()).toArray()).exit())
                    .as(step.toString())
                    .isIn(0, 1);
        }
        String text =
                Stowage.run("init", snapshot, "-o", directory.resolve("s.yaml"), "--force").out();
        assertThat(text.lines().filter(line -> line.startsWith("      ")))
                .hasSize(4)
                .allMatch(line -> line.length() <= 80);
        Stowage.run("pack", snapshot).exits(3).says("stowage init " + snapshot);
    }

    @Test
    void saysThatAHeaderAloneHasNoTasks() throws IOException {
        Path csv =
                Files.writeString(
                        directory.resolve("e.csv"), "submit_s,duration_s,cpu,memory_gib\n");
        Stowage.Result result = Stowage.run("init", csv, "-o", directory.resolve("e.yaml"));
        assertThat(result.exits(0).out())
                .contains("No scenario was written: there are no tasks to plan for.")
                .doesNotContain("no task has a duration");
    }

    @Test
    void needsNoScenarioForAHistory() throws IOException {
        JsonNode answer = init("examples/forecast/shop.csv");
        assertThat(answer.path("scenario").isNull()).isTrue();
        assertThat(answer.at("/next/1/command").asText())
                .isEqualTo("stowage forecast examples/forecast/shop.csv --capacity 826c3500g");
        assertThat(Path.of("shop.yaml")).doesNotExist();
    }

    @Test
    void plansForAModelOfOnesOwn() throws IOException {
        Path model = directory.resolve("farm.json");
        Files.copy(Path.of("examples/build-farm.json"), model);
        Path scenario = directory.resolve("farm.yaml");
        init(model, "-o", scenario);
        assertThat(Files.readString(scenario)).contains("model: 'farm.json'", "cpu: 8 ");
    }

    @Test
    void replacesNothingUnasked() throws IOException {
        Path scenario = Files.writeString(directory.resolve("mine.yaml"), "mine");
        Stowage.run("init", "-o", scenario).exits(3).says("mine.yaml", "--force");
        assertThat(Files.readString(scenario)).isEqualTo("mine");
        Stowage.run("init", "-o", scenario, "--force").exits(0);
        assertThat(Files.readString(scenario)).startsWith("# Written by `stowage init`");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-dash.csv", "e\u001bs'c.csv", "r\u202etl\\.csv", "a b.csv"})
    void namesOddFilesSoThatAShellFindsThem(String name) throws Exception {
        Path csv =
                Files.writeString(
                        directory.resolve(name), "submit_s,duration_s,cpu,memory_gib\n0,60,1,1\n");
        String word = ShellWord.ofPath(name);
        Process shell =
                new ProcessBuilder("bash", "-c", "cat " + word)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .start();
        assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .as(word)
                .isEqualTo(Files.readString(csv));
        Path scenario = directory.resolve("s.yaml");
        String command = init(csv, "-o", scenario).at("/next/2/command").asText();
        assertThat(command).isEqualTo("stowage inspect " + ShellWord.of(traceOf(csv)));
        Stowage.run("plan", scenario, "-q", "-o", directory.resolve("p")).exits(0);
    }

    private static String traceOf(Path csv) {
        return csv.toString().replaceFirst("csv$", "trace");
    }

    @Test
    void keepsHostileNamesInTheirPlace() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("it's\nseed: 7 #"));
        Path csv =
                Files.writeString(
                        folder.resolve("a b.csv"),
                        "submit_s,duration_s,cpu,memory_gib\n0,60,1,1\n");
        Path scenario = folder.resolve("s.yaml");
        JsonNode answer = init(csv, "-o", scenario);
        assertThat(answer.at("/next/0/command").asText()).contains("'\\''");
        assertThat(Files.readAllLines(scenario)).doesNotContain("seed: 7 #").contains("seed: 42");
        Stowage.run("plan", scenario, "-q", "-o", directory.resolve("p")).exits(0);
    }

    @Test
    void saysWhatDataMayBe() throws IOException {
        Stowage.run("init", directory.resolve("none")).exits(3).says("none", "a folder of traces");
        Path text = Files.writeString(directory.resolve("letter.txt"), "Dear planner,\n");
        Stowage.run("init", text).exits(3).says("letter.txt");
    }

    @Test
    void saysWhatMachineAndDataAllow() throws IOException {
        Stowage.Result machine = Stowage.run("doctor").exits(0);
        assertThat(machine.out()).contains("processors", "memory", "disk", "prices", "browser");
        assertThat(machine.out().lines()).allMatch(line -> line.length() <= 80);
        init("examples/sample/google-2011", "-o", directory.resolve("g.yaml"));
        JsonNode trace =
                JSON.readTree(
                        Stowage.run("doctor", directory.resolve("google-2011.trace"), "--json")
                                .exits(1)
                                .out());
        assertThat(trace.path("findings"))
                .anySatisfy(
                        each -> {
                            assertThat(each.path("what").asText()).isEqualTo("right-size");
                            assertThat(each.path("state").asText()).isEqualTo("NO");
                        });
    }

    @Test
    void saysWhyAHistoryCanNotSupportAForecast() throws IOException {
        Path few =
                Files.writeString(
                        directory.resolve("h.csv"), "time_s,cpu,memory_gib\n0,1,1\n3600,2,2\n");
        Stowage.Result result = Stowage.run("doctor", few).exits(1);
        assertThat(result.out()).containsPattern("forecast +no +found ");
        Stowage.run("forecast", few).exits(3);
    }

    @Test
    void readsASnapshotInOneLineAndSaysWhatToDoWithBadRows() throws IOException {
        Path snapshot = directory.resolve("one-line.json");
        Files.writeString(
                snapshot,
                "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[{\"apiVersion\":\"v1\",\"kind\":\"Node\","
                        + "\"metadata\":{\"name\":\"n1\",\"creationTimestamp\":\"2026-01-01T00:00:00Z\"},"
                        + "\"status\":{\"allocatable\":{\"cpu\":\"4\",\"memory\":\"8Gi\",\"pods\":\"9\"}}}]}");
        Stowage.run("init", snapshot, "-o", directory.resolve("a.yaml")).exits(0);
        Path bad = directory.resolve("bad.csv");
        Files.writeString(bad, "submit_s,duration_s,cpu,memory_gib\n0,1,500m,1\n");
        Stowage.run("init", bad, "-o", directory.resolve("b.yaml"))
                .exits(3)
                .says("500m", "stowage ingest csv", "--max-errors");
    }

    @Test
    void givesServersTheDiskThatTasksAskForAndRefusesNoUnit() throws IOException {
        Path csv = directory.resolve("disk.csv");
        Files.writeString(
                csv, "submit_s,duration_s,cpu,memory_gib,disk_gib\n0,10,1,1,50\n5,10,1,1,20\n");
        Path scenario = directory.resolve("disk.yaml");
        Stowage.run("init", csv, "-o", scenario).exits(0);
        assertThat(Files.readString(scenario)).contains("diskGiB: 200");
        Stowage.run("plan", scenario, "-o", directory.resolve("disk.plan")).exits(0);

        Path large = directory.resolve("large.csv");
        Files.writeString(large, "submit_s,duration_s,cpu,memory_gib\n0,10,1e9,1\n5,10,1,1\n");
        Path other = directory.resolve("large.yaml");
        Stowage.run("init", large, "-o", other).exits(0);
        assertThat(Files.readString(other)).contains("is it their unit?", "cpu: 16");
    }

    @Test
    void saysWhatIsOneAlready() throws IOException {
        Stowage.run("init", "examples/quickstart.yaml")
                .exits(3)
                .says("found a scenario, expected data", "stowage plan examples/quickstart.yaml");
        Path other = Files.writeString(directory.resolve("o.yml"), "services: []\n");
        Stowage.run("init", other).exits(3).says("found a file of YAML", "stowage pack");
    }
}
