package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code simulate --replications} and {@code --compare} from the outside. */
class StudyTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HEADER = "submit_s,duration_s,cpu,memory_gib\n";

    @TempDir private Path directory;

    @Test
    void writesReplicationsInTheirDocumentedForm() throws IOException {
        JsonNode study = model("replications.json", "--replications", "4");
        assertThat(Schemas.problems("replications.schema.json", study)).isEmpty();
        assertThat(study.get("replications").asInt()).isEqualTo(4);
        assertThat(out().toFile().list())
                .containsExactlyInAnyOrder(
                        "report.html",
                        "replications.json",
                        "replication-0.json",
                        "replication-1.json",
                        "replication-2.json",
                        "replication-3.json");
        JsonNode makespan = metric(study, "makespanSeconds");
        assertThat(makespan.get("values")).hasSize(4);
        assertThat(makespan.get("median").asDouble()).isPositive();
        assertThat(makespan.get("lower").isNull()).as("4 are too few at 95 %").isTrue();
        assertThat(study.at("/verdict/details").toString())
                .contains("4 replications are too few to bound the median")
                .contains("6 would do", "takes 29 replications");
        assertThat(makespan.at("/values/0").asDouble())
                .isEqualTo(
                        JSON.readTree(out().resolve("replication-0.json").toFile())
                                .get("makespanSeconds")
                                .asDouble());
        assertThat(Schemas.problems("summary.schema.json", summary())).isEmpty();
    }

    private JsonNode summary() throws IOException {
        return JSON.readTree(out().resolve("replication-3.json").toFile());
    }

    @Test
    void drawsFromAModelAsSynthDoes() throws IOException {
        Path trace = directory.resolve("drawn.trace");
        Stowage.run("synth", "google-2011", "--jobs", "60", "--seed", "7", "-o", trace).exits(0);
        String[] servers = {"--servers", "3x2c8g", "--seed", "7", "-q", "--json"};
        JsonNode recorded = JSON.readTree(simulate(trace, "a.run", servers).exits(0).out());
        List<String> drawing = new ArrayList<>(List.of(servers));
        drawing.addAll(List.of("--jobs", "60"));
        JsonNode drawn =
                JSON.readTree(
                        simulate("google-2011", "b.run", drawing.toArray(String[]::new))
                                .exits(0)
                                .out());
        for (String key :
                new String[] {"tasks", "pendingSeconds", "makespanSeconds", "steadyState"}) {
            assertThat(drawn.get(key)).as(key).isEqualTo(recorded.get(key));
        }
    }

    @Test
    void writesTheSameWithAnyNumberOfThreads() throws IOException {
        for (String[] options :
                new String[][] {
                    {"google-2011", "--jobs", "60", "--replications", "5"},
                    {"google-2011", "--jobs", "60", "--half-width", "10%", "--max-replications=9"},
                    {"google-2011", "--jobs", "60", "--compare", "first-fit,random"},
                    {randomTasks().toString(), "--compare", "best-fit,least-load,round-robin"}
                }) {
            Map<String, String> one = written(options, "1");
            assertThat(one).hasSizeGreaterThan(2);
            assertThat(written(options, "2")).isEqualTo(one);
            assertThat(written(options, "3")).isEqualTo(one);
            assertThat(one.toString()).doesNotContain(directory.toString());
        }
    }

    private Map<String, String> written(String[] options, String threads) throws IOException {
        Path out = Files.createTempDirectory(directory, "threads").resolve("out");
        List<Object> args = new ArrayList<>(List.of("simulate"));
        args.addAll(List.of(options));
        args.addAll(List.of("--servers=3x2c8g", "--threads", threads, "-q", "-o", out));
        Stowage.run(args.toArray()).exits(0);
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(out)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                content.put(out.relativize(file).toString(), Files.readString(file));
            }
        }
        return content;
    }

    @Test
    void doesNotStopWhereMostReplicationsNeverWait() throws IOException {
        Stowage.Result undecided =
                simulate(
                                "google-2011",
                                "out",
                                "--jobs=60",
                                "--servers=40x2c8g",
                                "--half-width=10s",
                                "--metric=pendingSeconds.p95",
                                "--max-replications=40")
                        .exits(0);
        JsonNode study = JSON.readTree(out().resolve("replications.json").toFile());
        JsonNode waits = metric(study, "pendingSeconds.p95");
        assertThat(waits.get("most").asDouble()).as("some wait").isPositive();
        assertThat(waits.get("upper").asDouble()).as("half do not").isZero();
        assertThat(study.at("/stopping/reached").asBoolean()).isFalse();
        assertThat(study.at("/stopping/halfWidth").asText()).isEqualTo("10s");
        assertThat(undecided.out().replaceAll("\\s+", " "))
                .contains("two limits that are equal, which is no certainty")
                .doesNotContain("wider than wanted");
        assertThat(study.get("replications").asInt()).isEqualTo(40);
        assertThat(study.at("/verdict/details").toString())
                .contains("Half of all windows", "nine windows of ten takes 53");

        Stowage.Result wide =
                simulate(
                                "google-2011",
                                "out",
                                "--servers=3x2c8g",
                                "--jobs=60",
                                "--half-width=1s",
                                "--metric=makespanSeconds",
                                "--max-replications=6",
                                "--force")
                        .exits(0);
        assertThat(wide.out()).contains("wider than wanted, 1s", "6 replications");
    }

    @Test
    void saysThatReplicationsOfARecordedWorkloadAreAllTheSame() throws IOException {
        Path tasks = randomTasks();
        Stowage.Result result =
                simulate(tasks, "out", "--servers=20x4c8g", "--replications", "3").exits(0);
        assertThat(result.out()).contains("1 replication", "every replication would be the same");
        simulate(
                        tasks,
                        "out",
                        "--servers=20x4c8g",
                        "--replications=3",
                        "--placement=random",
                        "--force")
                .exits(0);
        assertThat(out().resolve("replication-2.json")).exists();
    }

    @Test
    void comparesReplicationsUnderCommonRandomNumbers() throws IOException {
        JsonNode comparison =
                model(
                        "comparison.json",
                        "--compare",
                        "best-fit,power-of-d[d=3]",
                        "--metric=serversInUse.mean");
        assertThat(Schemas.problems("comparison.schema.json", comparison)).isEmpty();
        assertThat(comparison.get("pairedOver").asText()).isEqualTo("replications");
        assertThat(comparison.get("replications").asInt()).isEqualTo(10);
        assertThat(comparison.at("/alternatives/1/name").asText()).isEqualTo("power-of-d[d=3]");
        assertThat(comparison.at("/verdict/least").asText()).isEqualTo("best-fit");
        assertThat(comparison.at("/verdict/significant").asBoolean()).isTrue();
        assertThat(comparison.at("/verdict/sentence").asText())
                .startsWith(
                        "best-fit is better than power-of-d[d=3]: mean number of servers in use");
        JsonNode from = metric(comparison, "serversInUse.mean").at("/alternatives/1/fromLeast");
        assertThat(from.get("lower").asDouble()).isPositive();
        assertThat(from.get("upper").asDouble()).isGreaterThan(from.get("median").asDouble());
        assertThat(from.get("more").asInt()).isGreaterThan(8);
        assertThat(from.get("pValue").asDouble()).isLessThan(0.05);
        assertThat(out().resolve("alternative-2/replication-9.json")).exists();
    }

    @Test
    void comparesTasksOfARecordedWorkload() throws IOException {
        Stowage.Result result =
                simulate(
                                randomTasks(),
                                "out",
                                "--servers=20x4c8g,3x8c4g",
                                "--compare=best-fit;least-load",
                                "--compare=placement=round-robin,queue=fifo")
                        .exits(0);
        JsonNode comparison = JSON.readTree(out().resolve("comparison.json").toFile());
        assertThat(Schemas.problems("comparison.schema.json", comparison)).isEmpty();
        assertThat(comparison.get("pairedOver").asText()).isEqualTo("tasks");
        assertThat(comparison.get("alternatives")).hasSize(3);
        assertThat(comparison.at("/alternatives/2/name").asText())
                .isEqualTo("placement=round-robin,queue=fifo");
        JsonNode waits = metric(comparison, "pendingSeconds.mean");
        double bestFit = waits.at("/alternatives/0/mean").asDouble();
        double leastLoad = waits.at("/alternatives/1/mean").asDouble();
        assertThat(bestFit)
                .isCloseTo(
                        JSON.readTree(out().resolve("alternative-1/replication-0.json").toFile())
                                .at("/pendingSeconds/mean")
                                .asDouble(),
                        within(1e-6));
        String least = waits.get("least").asText();
        JsonNode other = waits.at(least.equals("best-fit") ? "/alternatives/1" : "/alternatives/0");
        if (!least.equals("placement=round-robin,queue=fifo")) {
            assertThat(other.at("/fromLeast/difference").asDouble())
                    .isCloseTo(Math.abs(bestFit - leastLoad), within(1e-6));
        }
        assertThat(comparison.findValues("pValue")).isEmpty();
        assertThat(metric(comparison, "slowdown.mean").get("lessIsBetter").asBoolean()).isTrue();
        assertThat(result.out())
                .contains("one run of each on the same tasks", "mean pending time")
                .contains("One run supports no interval")
                .doesNotContain("95 %")
                .contains("no difference is claimed to be significant");
        assertThat(Stowage.run("inspect", out()).exits(0).out()).isEqualTo(result.out());
    }

    @Test
    void saysThatAlternativesDoTheSame() throws IOException {
        Path tasks = Files.writeString(directory.resolve("t.csv"), HEADER + "0,10,1,1\n");
        Stowage.Result result =
                simulate(tasks, "out", "--servers=2x1c1g", "--compare=best-fit,least-load")
                        .exits(0);
        assertThat(result.out())
                .contains("The mean pending time is 0 s in all alternatives.", "The same in all:");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--seed=seven|seven",
                "--replications=0|--replications: found 0, expected a whole number of at least 1",
                "--replications=many|many",
                "--half-width=0%|a width above 0",
                "--half-width=0s|a width above 0",
                "--half-width=wide|wide",
                "--half-width=5% --metric=happiness|happiness",
                "--half-width=5% --metric=pendingSeconds.p98|pendingSeconds.p99",
                "--half-width=5% --max-replications=1|at least 2",
                "--half-width=5% --replications=9 --max-replications=8|at most --max-replications",
                "--max-replications=9|--half-width",
                "--confidence=0.9|--replications, --half-width or --compare",
                "--replications=3 --confidence=1|below 1",
                "--replications=3 --confidence=0|above 0",
                "--replications=3 --per-task|expected a single run",
                "--compare=best-fit|at least two",
                "--compare=,;|no alternative",
                "--compare=best-fit,best-fit|twice",
                "--compare=power-of-d,power-of-d[d=2]|twice",
                "--compare=best-fit,luckiest|luckiest",
                "--compare=best-fit,power-of-d[d=0]|a whole number from 1",
                "--compare=placement=best-fit;colour=red|KIND=POLICY",
                "--compare=placement=best-fit,placement=random|two of placement",
                "--compare=queue=fifo;queue=lottery|lottery",
                "--jobs=3|expected a model"
            })
    void refusesWhatMakesNoSense(String options, String expected) throws IOException {
        Path tasks = Files.writeString(directory.resolve("t.csv"), HEADER + "0,10,1,1\n");
        List<Object> args =
                new ArrayList<>(List.of("simulate", tasks, "--servers", "1x4c4g", "-o", out()));
        args.addAll(List.of(options.split(" ")));
        Stowage.run(args.toArray()).exits(2).says(expected);
        assertThat(out()).doesNotExist();
    }

    private JsonNode model(String file, String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of("--jobs=60"));
        if (!options[0].startsWith("--servers")) {
            all.add("--servers=3x2c8g");
        }
        all.addAll(List.of(options));
        simulate("google-2011", "out", all.toArray(String[]::new)).exits(0);
        return JSON.readTree(out().resolve(file).toFile());
    }

    private Stowage.Result simulate(Object workload, String out, String... options) {
        List<Object> args =
                new ArrayList<>(List.of("simulate", workload, "-o", directory.resolve(out)));
        args.addAll(List.of(options));
        return Stowage.run(args.toArray());
    }

    private Path out() {
        return directory.resolve("out");
    }

    private static JsonNode metric(JsonNode study, String name) {
        for (JsonNode metric : study.get("metrics")) {
            if (metric.get("metric").asText().equals(name)) {
                return metric;
            }
        }
        throw new AssertionError("no metric " + name);
    }

    /** Bursts that queue; the seed is fixed. */
    private Path randomTasks() throws IOException {
        Random random = new Random(7);
        StringBuilder rows = new StringBuilder(HEADER);
        int submit = 0;
        for (int i = 0; i < 3000; i++) {
            submit += random.nextInt(20) == 0 ? random.nextInt(200) : 0;
            rows.append(submit).append(',').append(random.nextInt(1, 400)).append(',');
            rows.append(random.nextInt(1, 20) / 10.0).append(',');
            rows.append(random.nextInt(1, 80) / 10.0).append('\n');
        }
        return Files.writeString(directory.resolve("tasks.csv"), rows);
    }
}
