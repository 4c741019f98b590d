package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code simulate --controller}: services with objectives of one's own. */
class ControllersTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CALM = "disturbance: {burst: 0, noise: 0}";

    @TempDir private Path directory;

    private Path at(String name) {
        return directory.resolve(name);
    }

    private void write(String... lines) throws IOException {
        Files.write(at("shop.yaml"), List.of(lines));
    }

    /** Ten copies that need two of eight cores at load 1. */
    private void steady(double load) throws IOException {
        write(
                "durationSeconds: 100",
                CALM,
                "services:",
                "  - name: web",
                "    copies: 10",
                "    measured: {cores: 2, memoryGib: 1}",
                "    objectives: [{metric: latency, level: 20, measured: 20}]",
                "    load: {constant: " + load + "}");
    }

    private Stowage.Result simulate(String servers, String controllers, String... more) {
        Object[] arguments = {
            "simulate", at("shop.yaml"), "--servers", servers, "--controller", controllers, "--json"
        };
        Object[] all = Arrays.copyOf(arguments, arguments.length + more.length);
        System.arraycopy(more, 0, all, arguments.length, more.length);
        return Stowage.run(all);
    }

    private JsonNode study(String servers, String controllers) throws IOException {
        return JSON.readTree(
                simulate(servers, controllers, "-o", at("out").toString(), "--force")
                        .exits(0)
                        .out());
    }

    /**
     * By hand. Ten copies at half load need ten cores, and a tenth more: on servers of 8 cores, of
     * which 7.2 may be placed, that is 6 and 4 copies. Equal shares on two servers are 1.6 cores.
     */
    @Test
    void packsWhatIsEnough() throws IOException {
        steady(0.5);
        JsonNode study = study("3x8c32g", "skynet,native,oracle");
        JsonNode skynet = study.at("/controllers/0");
        assertThat(skynet.at("/violatedShare/mean").asDouble()).isZero();
        assertThat(skynet.at("/servers").asDouble()).isEqualTo(2);
        assertThat(skynet.at("/overprovision/0").asDouble()).isBetween(0.0999, 0.1001);
        assertThat(skynet.at("/overprovision/2").isNull()).isTrue();
        assertThat(skynet.at("/cpuUsedShare").asDouble()).isBetween(0.4166, 0.4167);
        assertThat(study.at("/controllers/1/servers").asDouble()).isEqualTo(3);
        assertThat(study.at("/best").asText()).startsWith("skynet[");
        assertThat(study.at("/notes")).isEmpty(); // nothing is drawn
        assertThat(study.at("/applications").asInt()).isEqualTo(10);
        assertThat(Files.readString(at("out").resolve("report.html"))).contains("Over time");
        assertThat(JSON.readTree(at("out").resolve("controllers.json").toFile())).isEqualTo(study);
    }

    private JsonNode crowded(String... services) throws IOException {
        List<String> lines = new ArrayList<>(List.of("durationSeconds: 100", CALM, "services:"));
        for (String each : services) {
            String[] words = each.split(" ", -1); // copies, cores of each
            lines.add("  - name: of-" + words[1]);
            lines.add("    copies: " + words[0]);
            lines.add("    measured: {cores: " + words[1] + ", memoryGib: 1}");
            lines.add("    objectives: [{metric: latency, level: 20, measured: 20}]");
            lines.add("    load: {constant: 1}");
        }
        write(lines.toArray(String[]::new));
        return study("1x8c32g", "native,oracle");
    }

    private static double violated(JsonNode study, int controller) {
        return study.at("/controllers/" + controller + "/violatedShare/mean").asDouble();
    }

    /** Four copies of two cores fill eight cores: who knows that needs no reserve. */
    @Test
    void letsTheOracleFillAServer() throws IOException {
        JsonNode full = crowded("4 2");
        assertThat(violated(full, 0)).isZero();
        assertThat(violated(full, 1)).isZero();
        assertThat(violated(crowded("5 2"), 1)).isCloseTo(0.2, offset(1e-9));
    }

    /** Six of seven have enough of equal shares; the oracle serves the largest first. */
    @Test
    void callsTheOracleNoBound() throws IOException {
        JsonNode study = crowded("1 6", "6 1");
        assertThat(violated(study, 0)).isCloseTo(1 / 7.0, offset(1e-9));
        assertThat(violated(study, 1)).isCloseTo(4 / 7.0, offset(1e-9));
    }

    /**
     * By hand: of ten copies at half load 1.1 cores each 6 fit into 7.2 cores, 3 into 3.6. A second
     * kind of server counts with its own size; a service is there from one second to another.
     */
    @Test
    void runsServicesThatComeAndGoOnServersOfSeveralKinds() throws IOException {
        write(
                "durationSeconds: 100",
                CALM,
                "services:",
                "  - name: web",
                "    copies: 9",
                "    measured: {cores: 2, memoryGib: 1}",
                "    objectives: [{metric: latency, level: 20, measured: 20}]",
                "    load: {constant: 0.5}",
                "    startSeconds: 20",
                "    endSeconds: 60");
        JsonNode skynet = study("1x8c32g,1x4c32g", "skynet").at("/controllers/0");
        assertThat(skynet.at("/waitedShare").asDouble()).isZero();
        assertThat(skynet.at("/servers").asDouble()).isEqualTo(2 * 0.4);
        assertThat(skynet.at("/cpuUsedShare").asDouble()).isCloseTo(9 / 12.0 * 0.4, offset(1e-9));
        assertThat(study("1x8c32g,1x2c32g", "skynet").at("/controllers/0/waitedShare").asDouble())
                .isCloseTo(1 / 9.0, offset(1e-9)); // 6 and 1, and one in halves of 0.55
        Files.writeString(
                at("shop.yaml"),
                Files.readString(at("shop.yaml")).replace("endSeconds: 60", "endSeconds: 25"));
        assertThat(simulate("1x8c32g", "skynet").exits(3).err())
                .contains("shop.yaml:10", "at least 10 s within the 100 s of the run");
        Files.writeString(
                at("shop.yaml"),
                Files.readString(at("shop.yaml")).replace("endSeconds: 25", "endSeconds: 101"));
        assertThat(simulate("1x8c32g", "skynet").exits(3).err())
                .contains("101 s, which is beyond the run", "at most the 100 s of the run");
    }

    private void queued(String response, String... objectives) throws IOException {
        write(
                "durationSeconds: 100",
                CALM,
                "services:",
                "  - name: web",
                "    copies: 2",
                "    measured: {cores: 4, memoryGib: 1}",
                "    objectives: [" + String.join(", ", objectives) + "]",
                "    response: {" + response + "}",
                "    load: {constant: 1}");
    }

    /** At 0.8 busy four cores have 30 ms: alone on four it is on target, on three it is not. */
    @Test
    void letsLatencyFollowTheQueueOfTheNodeModel() throws IOException {
        String latency = "{metric: latency, level: 30, measured: 30}";
        queued("atRest: 8, utilisation: 0.8, percentile: 99, unit: ms", latency);
        assertThat(study("1x8c32g", "native").at("/controllers/0/violatedShare/mean").asDouble())
                .isZero();
        assertThat(study("1x7c32g", "native").at("/controllers/0/violatedShare/mean").asDouble())
                .isEqualTo(1);
        JsonNode oracle = study("1x9c32g", "oracle").at("/controllers/0");
        assertThat(oracle.at("/cpuUsedShare").asDouble()).isCloseTo(6.4 / 9, offset(1e-9));
        assertThat(oracle.at("/violatedShare/mean").asDouble()).isZero();
        assertThat(oracle.at("/overprovision/0").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "atRest: 8, utilisation: 0.8, percentile: 99, unit: ms;{metric: throughput, level:"
                        + " 3, measured: 3};0 objectives of latency",
                "atRest: 30, utilisation: 0.8, percentile: 99, unit: ms;{metric: latency, level:"
                        + " 30, measured: 30};less than the level of 30",
                "atRest: 8, utilisation: 0.02, percentile: 50, unit: ms;{metric: latency, level:"
                        + " 30, measured: 30};one at which a request waits",
                "atRest: 8, utilisation: 1, percentile: 99, unit: ms;{metric: latency, level: 30,"
                        + " measured: 30};0.98",
                "atRest: 8, utilisation: 0.8, percentile: 99;{metric: latency, level: 30, measured:"
                        + " 30};expected unit: unit of its latencies"
            })
    void refusesQueuesThatCantBe(String response, String objective, String expected)
            throws IOException {
        queued(response, objective);
        assertThat(simulate("2x8c32g", "skynet").exits(3).err())
                .contains("shop.yaml:8")
                .contains(expected);
    }

    /** Of several objectives the one that is worst met counts: 25/20 of what was measured. */
    @Test
    void holdsTheStrictestOfSeveralObjectives() throws IOException {
        write(
                "durationSeconds: 100",
                CALM,
                "services:",
                "  - name: web",
                "    measured: {cores: 4, memoryGib: 1}",
                "    objectives:",
                "      - {metric: latency, level: 20, measured: 25}",
                "      - {metric: throughput, level: 900, measured: 1000}",
                "    load: {constant: 0.8}");
        JsonNode oracle = study("1x8c32g", "oracle").at("/controllers/0");
        assertThat(oracle.at("/cpuUsedShare").asDouble()).isBetween(0.4999, 0.5001); // 4 of 8
    }

    /**
     * A column of a file is a load like any other; beyond its rows the answer says what is held.
     */
    @Test
    void takesALoadFromAFile() throws IOException {
        Files.write(at("load.csv"), List.of("t,share", "0,0.5", "50,0.5"));
        write(
                "durationSeconds: 100",
                CALM,
                "services:",
                "  - name: web",
                "    copies: 10",
                "    measured: {cores: 2, memoryGib: 1}",
                "    objectives: [{metric: latency, level: 20, measured: 20}]",
                "    load: {csv: {file: load.csv, time: t, load: share}}");
        JsonNode study = study("3x8c32g", "oracle");
        assertThat(study.at("/controllers/0/cpuUsedShare").asDouble()).isBetween(0.4166, 0.4167);
        assertThat(study.at("/notes/0").asText()).contains("load.csv ends at 50 s");
    }

    @Test
    void findsTheFewestServers() throws IOException {
        steady(0.5);
        JsonNode plan =
                JSON.readTree(simulate("9x8c32g", "skynet,native", fewest("0")).exits(0).out());
        assertThat(plan.at("/plans/0/servers").asInt()).isEqualTo(2);
        assertThat(plan.at("/plans/0/exact").asBoolean()).isTrue();
        assertThat(plan.at("/plans/0/heldOnOneLess").asInt()).isZero();
        assertThat(plan.at("/plans/1/servers").asInt()).isEqualTo(2);
        JsonNode headroom = plan.at("/plans/0/headroom"); // 1.4, 1.6, 1.8, 2, 2.2, 2.5, 3 rounded
        assertThat(headroom.findValues("servers").toString()).isEqualTo("[1, 2, 3]");
        assertThat(headroom.at("/0/worstService").asDouble()).isEqualTo(0.4); // 6 of 10 fit
        assertThat(headroom.at("/1/violatedShare").asDouble()).isZero();
        assertThat(JSON.readTree(at("fewest").resolve("fewest-servers.json").toFile()))
                .isEqualTo(plan);
        assertThat(Files.readString(at("fewest").resolve("report.html")))
                .contains("Head-room", "keeps the objectives on 2");
        steady(1);
        Stowage.Result none = simulate("2x8c32g", "skynet", fewest("1%")).exits(1);
        assertThat(JSON.readTree(none.out()).at("/plans/0/servers").isNull()).isTrue();
        assertThat(JSON.readTree(none.out()).at("/plans/0/headroom").findValues("servers"))
                .hasToString("[1, 2]"); // around the most that it may have
    }

    private String[] fewest(String violated) {
        return new String[] {"--violated", violated, "-o", at("fewest").toString(), "--force"};
    }

    /** Bursts are drawn, so the number is claimed of runs that were not seen. */
    @Test
    void claimsANumberOfRunsLikeThese() throws IOException {
        write(
                "durationSeconds: 60",
                "services:",
                "  - name: web",
                "    copies: 10",
                "    measured: {cores: 2, memoryGib: 1}",
                "    objectives: [{metric: latency, level: 20, measured: 20}]",
                "    load: {constant: 0.5}");
        JsonNode plan = JSON.readTree(simulate("9x8c32g", "skynet", fewest("20%")).exits(0).out());
        assertThat(plan.at("/plans/0/share").asDouble()).isEqualTo(0.9);
        assertThat(plan.at("/notes").toString()).contains("bursts of 20 % every 10 s");
    }

    @Test
    void isTheSameForTheSameSeedAndOtherThreads() throws IOException {
        write(
                "durationSeconds: 200",
                "services:",
                "  - name: web",
                "    copies: 30",
                "    measured: {cores: 2, memoryGib: 1}",
                "    objectives: [{metric: latency, level: 20, measured: 20}]",
                "    load: {steps: [[0, 0.3], [100, 0.8]]}");
        String[] of = {"--replications", "6", "-o", at("out").toString(), "--force", "--threads"};
        String all = "skynet,hpa,vpa,native,oracle";
        String one = simulate("9x8c32g", all, with(of, "1")).exits(0).out();
        assertThat(simulate("9x8c32g", all, with(of, "3")).exits(0).out()).isEqualTo(one);
        JsonNode study = JSON.readTree(one);
        assertThat(study.at("/controllers/0/violatedShare/medianLower").isNumber()).isTrue();
        assertThat(study.at("/notes").toString()).doesNotContain("One replication");
        assertThat(study("9x8c32g", "skynet,hpa").at("/notes").toString())
                .contains("One replication of what is drawn");
        assertThat(study.findValues("againstBest"))
                .hasSize(5)
                .filteredOn(JsonNode::isNull)
                .hasSize(1);
    }

    private static String[] with(String[] options, String last) {
        String[] all = Arrays.copyOf(options, options.length + 1);
        all[options.length] = last;
        return all;
    }

    /** Text has the verdict, the comparison and how to read it. */
    @Test
    void saysWhoViolatesLeast() throws IOException {
        steady(0.5);
        String out =
                Stowage.run(
                                "simulate",
                                at("shop.yaml"),
                                "--servers",
                                "1x8c32g",
                                "--controller",
                                "native,skynet",
                                "-o",
                                at("out"))
                        .exits(0)
                        .out();
        assertThat(out.replaceAll("\\s+", " "))
                .startsWith(
                        "Least violated under skynet: 40.0 % of application-seconds, on 1.0 servers.")
                .contains("Under skynet applications ran nowhere for 40.0 % of their time")
                .contains("Worst under native: web 100.0 %.");
    }

    /** What can't be held is refused with the range, at its line. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{metric: latency, level: 3, measured: 20, least: 4};a level of at least 4",
                "{metric: throughput, level: 9000, measured: 100, most: 900};a level of at most 720",
                "{metric: latency, level: 1, measured: 20};a level of at least 2.778",
                "{metric: latency, level: 50, measured: 20, least: 4, most: 40};a level from 4 to"
                        + " 40",
                "{metric: speed, level: 50, measured: 20};latency"
            })
    void refusesLevelsThatCantBeHeld(String objective, String expected) throws IOException {
        write(
                "durationSeconds: 100",
                "services:",
                "  - name: web",
                "    measured: {cores: 2, memoryGib: 1}",
                "    objectives: [" + objective + "]",
                "    load: {constant: 0.5}");
        assertThat(simulate("2x8c32g", "skynet").exits(3).err())
                .contains("shop.yaml:5")
                .contains(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "load: {constant: 2};shop.yaml:6",
                "load: {steps: [[0, 0.1], [0, 0.2]]};times that rise",
                "load: {csv: {file: no.csv, time: t, load: l}};no.csv",
                "load: {};shop.yaml:6",
                "copies: 0;shop.yaml:6"
            })
    void refusesLoadsThatMakeNoSense(String load, String expected) throws IOException {
        write(
                "durationSeconds: 100",
                "services:",
                "  - name: web",
                "    measured: {cores: 2, memoryGib: 1}",
                "    objectives: [{metric: latency, level: 20, measured: 20}]",
                "    " + load);
        assertThat(simulate("2x8c32g", "skynet").exits(3).err()).contains(expected);
    }

    @Test
    void refusesABandwidthOfUnknownServersAndNamesThatAreNotUnique() throws IOException {
        write(
                "durationSeconds: 100",
                "services:",
                "  - name: web",
                "    measured: {cores: 2, memoryGib: 1, ioMbps: 5}",
                "    objectives: [{metric: latency, level: 20, measured: 20}]",
                "    load: {constant: 0.5}",
                "  - name: web",
                "    measured: {cores: 2, memoryGib: 1}",
                "    objectives: [{metric: latency, level: 20, measured: 20}]",
                "    load: {constant: 0.5}");
        assertThat(simulate("2x8c32g", "skynet").exits(3).err())
                .contains("services[0].measured.ioMbps")
                .contains("the bandwidth of a server")
                .contains("a name that no other service has");
    }

    @ParameterizedTest
    @CsvSource({
        "--placement,best-fit,--placement: found with --controller",
        "--until,5s,--until: found with --controller",
        "--replications,0,--replications: found 0",
        "--violated,200%,0% to 100%"
    })
    void refusesOptionsThatMeanNothingToIt(String option, String value, String expected)
            throws IOException {
        steady(0.5);
        assertThat(simulate("2x8c32g", "skynet", option, value).exits(2).err()).contains(expected);
    }

    @Test
    void refusesControllersTwiceTheFewestOfTwoKindsAndAShareAlone() throws IOException {
        steady(0.5);
        assertThat(simulate("2x8c32g", "hpa,hpa").exits(2).err()).contains("twice");
        assertThat(simulate("2x8c32g", "hpaa").exits(2).err()).contains("hpa");
        assertThat(simulate("2x8c32g,1x4c8g", "hpa", "--violated", "5%").exits(2).err())
                .contains("2 groups of servers with --violated");
        assertThat(
                        Stowage.run(
                                        "simulate",
                                        at("shop.yaml"),
                                        "--servers",
                                        "1x8c32g",
                                        "--violated",
                                        "5%")
                                .exits(2)
                                .err())
                .contains("--violated: found without --controller");
    }
}
