package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How fast a task is on what it asks for, wherever its duration was recorded. Performance is the
 * scarcest share of 16 cores and 64 GiB, so that durations can be written by hand.
 */
class RecordedPerformanceTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HEADER = "submit_s,duration_s,cpu,memory_gib,job";

    @TempDir private Path directory;

    @BeforeEach
    void profiles() throws IOException {
        write("runs.csv", "app,cpu,memory_gib,metric,value", "\"web, shop\",16,64,rate,1000");
        Stowage.run("profile", at("runs.csv"), "-o", at("profiles.yaml")).exits(0);
        write("map.csv", "application,share", "\"web, shop\",1");
    }

    private Path at(String name) {
        return directory.resolve(name);
    }

    private void write(String name, String... lines) throws IOException {
        Files.write(at(name), List.of(lines));
    }

    private Stowage.Result simulate(String tasks, String servers, Object... more) {
        Object[] first = {
            "simulate", at(tasks), "--servers", servers, "-o", at("run"), "--force", "--json"
        };
        return Stowage.run(Stream.concat(Stream.of(first), Stream.of(more)).toArray());
    }

    private Object[] profiled(String... more) {
        Object[] first = {"--profiles", at("profiles.yaml"), "--applications", at("map.csv")};
        return Stream.concat(Stream.of(first), Stream.of(more)).toArray();
    }

    private JsonNode plan(String tasks, String policies, String server) throws IOException {
        write(
                "plan.yaml",
                "workload: {csv: " + tasks + "}",
                "servers: {type: {" + server + "}, serversPerDomain: 1}",
                "policies: {" + policies + "}",
                "objective: {pendingSeconds: {max: 10}}",
                "clouds: {providers: []}");
        Stowage.run("plan", at("plan.yaml"), "-o", at("out"), "--force").exits(0);
        return JSON.readTree(at("out").resolve("plan.json").toFile());
    }

    /** Twenty tasks as a server recorded them, and with the durations that follow for requests. */
    private void recordedOnServer(long seed) throws IOException {
        Random random = new Random(seed);
        List<String> recorded = new ArrayList<>(List.of(HEADER));
        List<String> asDeclared = new ArrayList<>(List.of(HEADER));
        for (int job = 1; job <= 20; job++) {
            int cores = 1 << random.nextInt(6); // up to 32: twice the server
            int gib = 8 << random.nextInt(5);
            double share = Math.min(1, Math.min(cores / 16.0, gib / 64.0));
            String rest = "," + cores + "," + gib + "," + job;
            recorded.add(10 * job + ",100" + rest);
            asDeclared.add(10 * job + "," + 100 / share + rest);
        }
        Files.write(at("recorded.csv"), recorded);
        Files.write(at("declared.csv"), asDeclared);
    }

    @Test
    void whoKeepsItsRequestRunsAsFastAsThatIs() throws IOException {
        for (long seed = 0; seed < 4; seed++) {
            recordedOnServer(seed);
            double written =
                    JSON.readTree(simulate("declared.csv", "4x64c256g").exits(0).out())
                            .at("/makespanSeconds")
                            .asDouble();
            Stowage.Result kept =
                    simulate("recorded.csv", "4x64c256g", profiled("--recorded-on", "server"))
                            .exits(0)
                            .says("web, shop: in the first draw 20 tasks with what they ask for");
            assertThat(JSON.readTree(kept.out()).at("/makespanSeconds").asDouble())
                    .isCloseTo(written, offset(1e-4));
            // written out, durations are those of requests; slices are the same for both
            double byRequest = pi(0, "declared.csv", "request");
            assertThat(pi(0, "recorded.csv", "server")).isCloseTo(byRequest, offset(1e-4));
            assertThat(byRequest).isLessThanOrEqualTo(written + 1e-4);
            assertThat(pi(50, "recorded.csv", "server"))
                    .isCloseTo(pi(50, "declared.csv", "request"), offset(1e-4));
        }
    }

    private double pi(int percent, String tasks, String recordedOn) throws IOException {
        String admission = "quman-user[pi=" + percent + "]";
        return JSON.readTree(
                        simulate(
                                        tasks,
                                        "4x64c256g",
                                        profiled(
                                                "--admission",
                                                admission,
                                                "--recorded-on",
                                                recordedOn))
                                .exits(0)
                                .out())
                .at("/makespanSeconds")
                .asDouble();
    }

    @Test
    void comparisonsSetSlicesBesideRequestsAsFastAsTheyAre() throws IOException {
        recordedOnServer(7);
        String both = "admission=capacity; admission=quman-user[pi=80]";
        JsonNode byServer =
                JSON.readTree(
                        simulate(
                                        "recorded.csv",
                                        "2x64c256g",
                                        profiled("--recorded-on", "server", "--compare", both))
                                .exits(0)
                                .out());
        JsonNode byRequest =
                JSON.readTree(
                        simulate("declared.csv", "2x64c256g", profiled("--compare", both))
                                .exits(0)
                                .out());
        for (int metric = 0; metric < byServer.get("metrics").size(); metric++) {
            for (int i = 0; i < 2; i++) {
                String path = "/metrics/" + metric + "/alternatives/" + i + "/mean";
                assertThat(byServer.at(path).asDouble())
                        .as(path)
                        .isCloseTo(byRequest.at(path).asDouble(), offset(1e-3));
            }
        }
    }

    @Test
    void aPlanCountsTheServersOfRequestsAsFastAsTheyAre() throws IOException {
        recordedOnServer(28);
        String server = "cpu: 64, memoryGiB: 256";
        String given = "profiles: profiles.yaml, applications: map.csv, recordedOn: server";
        JsonNode written = plan("declared.csv", "admission: capacity", server);
        JsonNode sliced =
                plan("recorded.csv", "admission: \"quman-user[pi=80]\", " + given, server);
        assertThat(sliced.at("/otherwise/0/servers")).isEqualTo(written.at("/servers/0/count"));
        assertThat(sliced.at("/otherwise/1/servers").asInt())
                .isLessThanOrEqualTo(written.at("/servers/0/count").asInt());
        JsonNode declared = plan("recorded.csv", "admission: capacity, " + given, server);
        assertThat(declared.at("/servers/0/count")).isEqualTo(written.at("/servers/0/count"));
        assertThat(declared.at("/otherwise")).isEmpty();
    }

    /** Twice the profiled server is no faster than all of it: half of the servers will do. */
    @Test
    void aRequestLargerThanTheProfiledServerGetsAsGoodASlice() throws IOException {
        List<String> tasks = new ArrayList<>(List.of(HEADER));
        for (int job = 1; job <= 16; job++) {
            tasks.add("0,100,32,128," + job);
        }
        Files.write(at("large.csv"), tasks);
        String given =
                "admission: \"quman-user[pi=100]\", profiles: profiles.yaml, applications: map.csv";
        JsonNode plan = plan("large.csv", given, "cpu: 64, memoryGiB: 256");
        assertThat(plan.at("/servers/0/count").asInt()).isEqualTo(4);
        assertThat(plan.at("/otherwise/0/servers").asInt()).isEqualTo(8);
        assertThat(plan.at("/otherwise/1/servers").asInt()).isEqualTo(4);
        JsonNode run =
                JSON.readTree(
                        simulate(
                                        "large.csv",
                                        "16x16c64g",
                                        profiled("--admission", "quman-user[pi=0]"))
                                .exits(0)
                                .says("16 tasks with 16 cores, 64 GiB")
                                .out());
        assertThat(run.at("/tasks/finished").asInt()).isEqualTo(16);
    }

    /** Of seven requests five can't be smaller, one can, one says nothing. */
    @Test
    void whoKeepsItsRequestIsCounted() throws IOException {
        List<String> tasks = new ArrayList<>(List.of(HEADER));
        for (int job = 1; job <= 5; job++) {
            tasks.add("0,100,4,16," + job);
        }
        tasks.add("0,100,16,8,6");
        tasks.add("0,100,16,16,7");
        Files.write(at("some.csv"), tasks);
        simulate("some.csv", "4x16c64g", profiled("--admission", "quman-user[pi=0]"))
                .exits(0)
                .says(
                        "5 tasks with what they ask for; 1 task with 3 cores, 9 GiB",
                        "1 task with 4 cores, 16 GiB");
    }

    @Test
    void anAlternativeThatNoNumberMeetsIsNamedSo() throws IOException {
        write("one.csv", HEADER, "0,100,20,64,1");
        String given =
                "admission: \"quman-user[pi=80]\", profiles: profiles.yaml, applications: map.csv";
        assertThat(plan("one.csv", given, "cpu: 16, memoryGiB: 64").at("/notes").toString())
                .contains(
                        "Slices take 1 server; with requests as declared no number of servers meets"
                                + " the objective.")
                .doesNotContain("more than 1 server");
    }

    /**
     * A profile that saw nothing as small says nothing of a task's time there. Recorded there, it
     * is at most the 70 s of work that it would be on the least that was seen; recorded on the
     * server, nobody knows how long it takes.
     */
    @Test
    void aTaskOfWhichTheProfileKnowsNoPerformanceIsRefusedWhereItHasToRunThere()
            throws IOException {
        write(
                "steps.yaml",
                "formVersion: 1",
                "server: {name: s, cores: 16, memoryGib: 64, ssdGib: 0, step: {cores: 1,"
                        + " memoryGib: 1, ssdGib: 1}}",
                "applications:",
                "  - {name: a, form: monotone, parameters: [0.5, 0.5, 1, 0.7, 1, 1, 1, 1],"
                        + " status: measured, source: runs}");
        write("a.csv", "application,share", "a,1");
        write("small.csv", HEADER, "0,100,4,16,9");
        simulate("small.csv", "4x16c64g", steps("request", "quman-user[pi=50]"))
                .exits(0)
                .says("a: 1 task asks for what its profile does not tell", "from 0.00", "to 0.70");
        simulate("small.csv", "4x16c64g", steps("server", "capacity"))
                .exits(3)
                .says("profile of a: found no performance on the little that a task of job 9");
    }

    private Object[] steps(String recordedOn, String admission) {
        return new Object[] {
            "--profiles",
            at("steps.yaml"),
            "--applications",
            at("a.csv"),
            "--recorded-on",
            recordedOn,
            "--admission",
            admission
        };
    }

    @Test
    void schedulersSayTheirSlicesToo() throws IOException {
        write(
                "use.csv",
                "app,cpu,memory_gib,metric,value,cpu_util",
                "\"web, shop\",16,64,rate,1000,0.5",
                "\"web, shop\",8,64,rate,900,0.8",
                "\"web, shop\",4,64,rate,500,0.9",
                "\"web, shop\",16,32,rate,950,0.5",
                "\"web, shop\",16,16,rate,800,0.5");
        String slice = "10 cores, 24 GiB (far from any run";
        assertThat(
                        Stowage.run("profile", at("use.csv"), "-o", at("profiles.yaml"), "--force")
                                .exits(0)
                                .out())
                .contains(slice);
        write("task.csv", HEADER, "0,100,16,64,1");
        assertThat(
                        simulate(
                                        "task.csv",
                                        "2x16c64g",
                                        profiled(
                                                "--scheduler",
                                                "quman-user[pi=80],quman-sparrow,sparrow"))
                                .exits(0)
                                .out())
                .contains(
                        "Least slices of quman-user[fallback=0,margin=0,pi=80,refuse=0]: web, shop "
                                + slice,
                        "Least slices of quman-sparrow");
    }
}
