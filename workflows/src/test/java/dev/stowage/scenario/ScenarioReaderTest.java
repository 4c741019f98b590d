package dev.stowage.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.stowage.basis.InputException;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.model.PowerModel;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.policy.placement.PlacementPolicies;
import dev.stowage.stats.output.Reliability;
import dev.stowage.workload.growth.Demand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ScenarioReaderTest {
    private static final KnownNames NAMES =
            new KnownNames(
                    PlacementPolicies.registry(),
                    AdmissionPolicies.registry(),
                    List.of("google-2011"),
                    Map.of("aws", List.of("us-east-1", "eu-west-1"), "gcp", List.of("us-central1")),
                    List.of("always-on"));

    private static final String GOOD =
            """
            workload: {csv: tasks.csv}
            servers: {type: {cpu: 48, memoryGiB: 256}}
            objective: {pendingSeconds: {p99: 60}}
            """;

    @TempDir private Path folder;

    @BeforeEach
    void writeTasks() throws IOException {
        Files.writeString(folder.resolve("tasks.csv"), "submit_s,duration_s,cpu,memory_gib\n");
        Files.createDirectory(folder.resolve("june.trace"));
    }

    @Test
    void fillsInEveryDefault() {
        Scenario scenario = read(GOOD);

        assertThat(scenario.name()).isEqualTo("june");
        assertThat(scenario.workload())
                .isEqualTo(
                        new Scenario.FromCsv(
                                folder.resolve("tasks.csv").toAbsolutePath(), Demand.SAME));
        assertThat(scenario.server().name()).isEqualTo("48c256g");
        assertThat(scenario.server().power()).isEqualTo(PowerModel.DEFAULT);
        assertThat(scenario.policies().placement()).hasToString("best-fit");
        assertThat(scenario.policies().admission()).hasToString("capacity");
        assertThat(scenario.policies().queue()).hasToString("fifo");
        assertThat(scenario.search())
                .isEqualTo(new Scenario.Search(20_000, 61, 300, new Reliability(0.9, 0.95)));
        assertThat(scenario.clouds().providers()).containsExactlyInAnyOrder("aws", "gcp");
        assertThat(scenario.clouds().policies()).containsExactly("always-on");
        assertThat(scenario.seed()).isEqualTo(42);
        assertThat(scenario.objective().limit("pendingSeconds.p99")).isEqualTo(60);
        assertThat(scenario.objective().limit("rejected")).isZero();
        assertThat(scenario.objective().limit("pending")).isZero();
    }

    @Test
    void readsSizesAsDecimalsAndNotThroughADouble() {
        Scenario scenario = read(GOOD.replace("48", "0.3").replace("256", "0.1"));

        assertThat(scenario.server().capacity().cpuMicroCores()).isEqualTo(300_000);
        assertThat(scenario.server().capacity().memoryBytes()).isEqualTo(107_374_182);
        assertThat(scenario.server().name()).isEqualTo("0.3c0.1g");
    }

    @Test
    void takesTheModelFactorsOfOneClassFromTheFactorOfBoth() {
        Scenario scenario =
                read(
                        GOOD.replace(
                                "{csv: tasks.csv}",
                                "{model: google-2011, durationScale: 2, durationScaleBatch: 3,"
                                        + " growth: 1.3, jobs: 10}"));

        assertThat(scenario.workload())
                .isEqualTo(
                        new Scenario.FromModel(
                                "google-2011",
                                OptionalLong.of(10),
                                new Scenario.Scaling(1, 3, 2, "count", "auto"),
                                Optional.empty(),
                                new Demand(1.3, 1.3, Optional.empty())));
    }

    @Test
    void readsBackWhatItWrites() throws IOException {
        List<String> scenarios =
                List.of(
                        GOOD,
                        GOOD.replace("tasks.csv", "./x/../tasks.csv")
                                .replace("256", "255.7, idleWatts: 200, monthlyUsd: 310.55"),
                        GOOD.replace(
                                "256}",
                                "256, gpu: 1.5, diskGiB: 0.7, networkGbps: 2.5, attributes: {arch:"
                                        + " x86, kernel: 3, 'a b': 'yes', v: '3.10'}},"
                                        + " serversPerDomain: 20"),
                        GOOD.replace("{csv: tasks.csv}", "{trace: june.trace}") + "seed: 9007\n",
                        GOOD.replace(
                                "{csv: tasks.csv}",
                                "{csv: tasks.csv, growth: {BATCH: 1.3}, seasonal: {hourOfDay: [1, 1,"
                                        + " 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.5, 2, 0, 1, 1, 1, 1,"
                                        + " 1, 1, 1, 1], startHour: 7.5, startDay: friday}}"),
                        GOOD.replace(
                                "{csv: tasks.csv}",
                                "{model: google-2011, load: 0.6, loadServers: 100, growth:"
                                        + " {USER_FACING: 0.5}}"),
                        GOOD.replace(
                                "256}}",
                                "256}, serversPerDomain: 4, failures: {mttfHours: 0.3333333333,"
                                        + " mttrHours: 7.1, shape: 0.73}, domainFailures:"
                                        + " {mttfHours: 1000000, mttrHours: 0.000001}, maintenance:"
                                        + " [{firstServer: 3, startHours: 0, lengthHours: 0.1},"
                                        + " {firstServer: 0, servers: 5, startHours: 2.00000007,"
                                        + " lengthHours: 0.7, everyHours: 24}], idleOff:"
                                        + " {afterSeconds: 0.1, offWatts: 7.5, startsOff: true},"
                                        + " keepProgress: true}"),
                        GOOD.replace("60}}", "60}, cpuUsed: {p95: 0.7}, slowdown: {mean: 1.25}}")
                                + "fidelity: {mode: contended, cpuOvercommit: 1.5}\n",
                        GOOD + "policies: {maxQueue: 0, queue: easy-backfill}\n",
                        GOOD + "policies: {gang: true, queue: 'priority[preempt=0]'}\n",
                        GOOD.replace("60}}", "60.5}, cpuAllocated: {p95: 0.9}, rejected: 7}")
                                + "policies: {placement: 'power-of-d[d=3]', admission: none}\n",
                        GOOD.replace("csv: tasks.csv", "model: google-2011, arrivalScale: 0.05")
                                + "name: 'a: #b'\nclouds: {providers: [gcp], regions: [us-central1], sharedCores: true}\n");
        Path elsewhere = Files.createDirectory(folder.resolve("plan"));
        for (String text : scenarios) {
            Scenario scenario = read(text);
            Path written = elsewhere.resolve("scenario.yaml");
            Files.writeString(written, ScenarioWriter.yaml(scenario, elsewhere));
            assertThat(new ScenarioReader(NAMES).read(written).scenario()).isEqualTo(scenario);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "objective: {pendingSeconds: {p99: 60}} | objectif: {pendingSeconds: {p99: 60}}"
                        + " | 3:1 | unknown key \"objectif\" | Did you mean objective?",
                "p99: 60 | p98: 60 | 3:30 | unknown key \"p98\" | mean, p50, p90, p95, p99, max",
                "p99: 60 | p99: soon | 3:35 | the text \"soon\" | a number of at least 0",
                "p99: 60 | p99: -1 | 3:35 | found -1 | a number of at least 0",
                "p99: 60 | p99: | 3:34 | found nothing | a number of at least 0",
                "pendingSeconds: {p99: 60} | cpuAllocated: {p99: 0.9} | 3:28 | unknown key"
                        + " \"p99\" | one of mean, p50, p95, peak",
                "pendingSeconds: {p99: 60} | cpuAllocated: {p95: 1.2} | 3:33 | found 1.2 | a"
                        + " number above 0 and at most 1",
                "pendingSeconds: {p99: 60} | memoryAllocated: {peak: 0} | 3:37 | found 0 | above 0",
                "pendingSeconds: {p99: 60} | cpuUsed: {p95: 0.9} | 3:13 | a bound on cpuUsed without"
                        + " contended fidelity | fidelity: {mode: contended}",
                "pendingSeconds: {p99: 60} | slowdown: {p95: 0.9} | 3:29 | found 0.9 | a number of"
                        + " at least 1",
                "{pendingSeconds: {p99: 60}} | {} | 3:12 | nothing in it | at least one of"
                        + " pendingSeconds",
                "{pendingSeconds: {p99: 60}} | 60 | 3:12 | found 60 | a map with keys",
                "{csv: tasks.csv} | {csv: tasks.csv, trace: june.trace} | 1:11 | trace and csv |"
                        + " exactly one of model, trace, csv",
                "{csv: tasks.csv} | {} | 1:11 | none of them | exactly one of model, trace, csv",
                "{csv: tasks.csv} | {csv: tasks.csv, jobs: 5} | 1:28 | \"jobs\" without \"model\" |"
                        + " beside a model",
                "{csv: tasks.csv} | {csv: tasks.csv, growth: 0} | 1:36 | found 0 | from 0.000001 to"
                        + " 1000000, or a map of BATCH, USER_FACING",
                "{csv: tasks.csv} | {csv: tasks.csv, growth: {}} | 1:36 | nothing in it | at least"
                        + " one of BATCH, USER_FACING",
                "{csv: tasks.csv} | {csv: tasks.csv, growth: {BATCH: -1}} | 1:44 | found -1 | a"
                        + " number from 0.000001",
                "{csv: tasks.csv} | {csv: tasks.csv, growth: {batch: 2}} | 1:37 | unknown key"
                        + " \"batch\" | Did you mean BATCH?",
                "{csv: tasks.csv} | {csv: tasks.csv, load: 0.6} | 1:28 | \"load\" without"
                        + " \"model\" | beside a model",
                "{csv: tasks.csv} | {model: google-2011, load: 0.6} | 1:32 | load without"
                        + " loadServers | load: 0.6, loadServers: 100",
                "{csv: tasks.csv} | {model: google-2011, loadServers: 6} | 1:32 | loadServers"
                        + " without load | both",
                "{csv: tasks.csv} | {model: google-2011, load: 0, loadServers: 6} | 1:38 | found 0"
                        + " | a number above 0",
                "{csv: tasks.csv} | {model: google-2011, load: 1, loadServers: 6, arrivalScale: 2}"
                        + " | 1:57 | arrivalScale beside load | one or the other",
                "{csv: tasks.csv} | {csv: tasks.csv, seasonal: {hourOfDay: [1, 2]}} | 1:50 | a"
                        + " list | a list of 24 numbers",
                "{csv: tasks.csv} | {csv: tasks.csv, seasonal: {dayOfWeek: [0, 0, 0, 0, 0, 0, 0]}}"
                        + " | 1:50 | factors that are all 0 | one above 0",
                "{csv: tasks.csv} | {csv: tasks.csv, seasonal: {dayOfWeek: [1, 1, 1, -1, 1, 1, 1]}}"
                        + " | 1:60 | found -1 | a number from 0",
                "{csv: tasks.csv} | {csv: tasks.csv, seasonal: {startHour: 3}} | 1:38 | neither"
                        + " hourOfDay nor dayOfWeek | factors",
                "{csv: tasks.csv} | {csv: tasks.csv, seasonal: {startDay: mon}} | 1:49 | \"mon\""
                        + " | one of monday",
                "{csv: tasks.csv} | {csv: no.csv} | 1:17 | \"no.csv\" | a CSV file of tasks",
                "{csv: tasks.csv} | {csv: june.trace} | 1:17 | a folder | a CSV file of tasks",
                "{csv: tasks.csv} | {trace: tasks.csv} | 1:19 | a file | a canonical trace",
                "{csv: tasks.csv} | {model: google} | 1:19 | \"google\" | google-2011",
                "{csv: tasks.csv} | {model: gogle-2011} | 1:19 | \"gogle-2011\" | Did you mean"
                        + " google-2011?",
                "{csv: tasks.csv} | {model: google-2011, generator: exact} | 1:43 |"
                        + " \"exact\" | one of auto, resampled, faithful, paper",
                "{csv: tasks.csv} | {model: google-2011, jobs: 1.5} | 1:38 | found 1.5 | a whole"
                        + " number from 1",
                "{cpu: 48, memoryGiB: 256} | {cpu: 48} | 2:17 | no key \"memoryGiB\" | memory that"
                        + " tasks",
                "cpu: 48 | cpu: 0 | 2:23 | found 0 | from 0.001 to 65536",
                "cpu: 48 | cpu: '48' | 2:23 | the text \"48\" | a number",
                "cpu: 48 | cpu: 0x30 | 2:23 | the text \"0x30\" | a number",
                "cpu: 48 | cpu: .inf | 2:23 | the text \".inf\" | a number",
                "cpu: 48 | cpu: 48, idleWatts: 400, peakWatts: 200 | 2:38 | found 400 | at most"
                        + " peakWatts, 200",
                "256}} | 256}, failures: {mttfHours: 0, mttrHours: 2}} | 2:66 | found 0 | a number"
                        + " from 0.000001 to 1000000",
                "256}} | 256}, failures: {mttfHours: -1, mttrHours: 2}} | 2:66 | found -1 | a"
                        + " number from 0.000001",
                "256}} | 256}, failures: {mttfHours: .nan, mttrHours: 2}} | 2:66 | the text"
                        + " \".nan\" | a number",
                "256}} | 256}, failures: {mttfHours: 3}} | 2:54 | no key \"mttrHours\" | mean time"
                        + " to the repair",
                "256}} | 256}, domainFailures: {mttfHours: 3, mttrHours: 1, shape: 0}} | 2:96 |"
                        + " found 0 | a number from 0.1 to 100",
                "256}} | 256}, maintenance: {firstServer: 0}} | 2:57 | a map | a list of 1 to"
                        + " 10000 entries",
                "256}} | 256}, maintenance: [{firstServer: 0, startHours: 1, lengthHours: 2,"
                        + " everyHours: 2}]} | 2:118 | found 2 | above lengthHours, 2",
                "256}} | 256}, idleOff: {afterSeconds: 5, wakeSeconds: soon}} | 2:84 | \"soon\" | a"
                        + " number from 0",
                "256}} | 256}, idleOff: {afterSeconds: 5, startsOff: 1}} | 2:82 | found 1 | true or"
                        + " false",
                "256}} | 256}, mttf: 3} | 2:44 | the unknown key \"mttf\" | failures",
                "cpu: 48 | cpu: 48, cpu: 49 | 2:27 | the key \"cpu\" a second time | each key once"
            })
    void saysWhereAndWhatIsWrong(
            String good, String bad, String position, String found, String expected)
            throws IOException {
        assertThat(GOOD).contains(good);
        List<Issue> issues = issues(GOOD.replace(good, bad));

        assertThat(issues)
                .anySatisfy(
                        issue -> {
                            assertThat(issue.place()).startsWith(file() + ":" + position);
                            assertThat(issue.message()).contains(found).contains(expected);
                        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "policies: {placement: best-fitt} | Did you mean best-fit?",
                "policies: {placement: type-adaptive} | one of first-fit, best-fit",
                "policies: {placement: 'power-of-d[d=0]'} | a whole number from 1",
                "policies: {placement: 'best-fit[d=1]'} | best-fit without parameters",
                "policies: {admission: all} | one of capacity, quota, quman-user, quman-provider, none",
                "policies: {queue: lifo} | one of fifo",
                "policies: {maxQueue: -1} | a whole number from 0",
                "policies: {gang: both} | true or false",
                "policies: {gang: true, queue: drf} | fifo or priority[preempt=0]",
                "policies: {gang: true, maxQueue: 5} | a queue without a limit",
                "policies: {gang: true, queue: lifo} | one of fifo",
                "search: {replications: 0} | a whole number from 1 to 10000",
                "search: {confidence: 1} | a number from 0.5 to 0.999",
                "search: {max: 1e9} | a whole number from 1 to 100000",
                "clouds: {providers: [aws, ibm]} | one of",
                "clouds: {providers: [aws, aws]} | each entry once",
                "clouds: {policies: [type-adaptive]} | one of always-on",
                "clouds: {sharedCores: often} | true or false",
                "clouds: {policies: []} | a list with at least one entry",
                "clouds: {providers: [gcp], regions: [us-east-1]} | one of us-central1",
                "seed: -1 | a whole number from 0",
                "seed: [1] | a whole number from 0"
            })
    void listsWhatWouldBeValid(String line, String expected) throws IOException {
        List<Issue> issues = issues(GOOD + line + "\n");

        assertThat(issues).hasSize(1);
        assertThat(issues.get(0).place()).startsWith(file() + ":4:");
        assertThat(issues.get(0).message()).contains(expected);
    }

    @Test
    void reportsAllIssuesOfAFileAtOnceInTheOrderOfTheFile() throws IOException {
        List<Issue> issues =
                issues(
                        """
                        workload: {csv: missing.csv}
                        servers: {type: {cpu: many, memoryGiB: 256}}
                        policies: {placement: nearest}
                        objective: {cpuAllocated: {p95: 2}}
                        sed: 42
                        """);

        assertThat(issues)
                .extracting(
                        issue -> issue.place().substring(file().length()).replaceAll(": .*", ""))
                .containsExactly(":1:17", ":2:23", ":3:23", ":4:33", ":5:1");
        assertThat(issues.get(4).remedy()).isEqualTo("Did you mean seed?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   \n",
                "# only a comment\n",
                "[1, 2]",
                "just text",
                "a: [1\nb: 2",
                "\t"
            })
    void refusesWhatIsNoScenario(String text) throws IOException {
        assertThat(issues(text)).isNotEmpty();
    }

    @Test
    void refusesBytesThatAreNotText() throws IOException {
        Files.write(Path.of(file()), "workload: \u00fc".getBytes(StandardCharsets.ISO_8859_1));

        assertThat(problem().getMessage()).contains("not UTF-8");
    }

    @Test
    void refusesAnchorsWhichCouldRefuseToEnd() throws IOException {
        assertThat(issues("workload: &w {csv: *w}\n").get(0).message()).contains("anchor &w");
    }

    @Test
    void refusesAMissingFileAndAFolder() {
        InputException missing =
                catchThrowableOfType(
                        InputException.class,
                        () -> new ScenarioReader(NAMES).read(folder.resolve("no.yaml")));
        InputException aFolder =
                catchThrowableOfType(
                        InputException.class, () -> new ScenarioReader(NAMES).read(folder));

        assertThat(missing.getMessage()).contains("no such file");
        assertThat(aFolder.getMessage()).contains("a folder");
    }

    private String file() {
        return folder.resolve("june.yaml").toString();
    }

    private Scenario read(String text) {
        try {
            Files.writeString(Path.of(file()), text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return new ScenarioReader(NAMES).read(Path.of(file())).scenario();
    }

    private List<Issue> issues(String text) throws IOException {
        Files.writeString(Path.of(file()), text);
        return problem().issues();
    }

    private InputException problem() {
        return catchThrowableOfType(
                InputException.class, () -> new ScenarioReader(NAMES).read(Path.of(file())));
    }
}
