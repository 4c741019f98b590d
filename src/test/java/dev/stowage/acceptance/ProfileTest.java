package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code stowage profile} and {@code stowage reproduce} from the outside. */
class ProfileTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HEADER = "app,cpu,memory_gib,ssd_gib,metric,value";

    @TempDir private Path directory;

    private Path csv(List<String> rows) throws IOException {
        List<String> lines = new ArrayList<>(List.of(HEADER));
        lines.addAll(rows);
        return Files.write(directory.resolve("runs.csv"), lines);
    }

    private Stowage.Result profile(Path csv) {
        return Stowage.run("profile", csv, "-o", directory.resolve("p.yaml"), "--force", "--json");
    }

    /** Times of a product of saturating exponentials give its scales back. */
    @Test
    void findsTheScalesOfAProductFromTimes() throws IOException {
        double[] taus = {0.2, 0.1, 0.4};
        double[][] slices = {
            {16, 64, 100},
            {2, 64, 100},
            {5, 64, 100},
            {16, 8, 100},
            {16, 20, 100},
            {16, 64, 12},
            {16, 64, 30},
            {8, 32, 50},
            {4, 16, 25},
            {2, 8, 12}
        };
        double[] whole = slices[0];
        List<String> rows = new ArrayList<>();
        for (double[] slice : slices) {
            double pi = 1;
            for (int r = 0; r < 3; r++) {
                double x = slice[r] / whole[r];
                pi *= (1 - Math.exp(-x / taus[r])) / (1 - Math.exp(-1 / taus[r]));
            }
            rows.add(
                    String.format(
                            Locale.ROOT,
                            "web,%s,%s,%s,time,%.9f",
                            slice[0],
                            slice[1],
                            slice[2],
                            40 / pi));
        }
        JsonNode web = JSON.readTree(profile(csv(rows)).exits(0).out()).at("/applications/0");
        assertThat(web.get("form").asText()).isEqualTo("product");
        assertThat(web.get("status").asText()).isEqualTo("measured");
        assertThat(web.get("secondsAlone").asDouble()).isBetween(39.999, 40.001);
        for (int r = 0; r < 3; r++) {
            assertThat(web.at("/parameters/" + r).asDouble())
                    .isBetween(taus[r] - 1e-4, taus[r] + 1e-4);
        }
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        Path first = directory.resolve("a.yaml");
        Path second = directory.resolve("b.yaml");
        Stowage.run("profile", "--sandbox", "thesis", "-o", first).exits(0);
        Stowage.run("profile", "--sandbox", first, "--noise", "0", "-o", second).exits(0);
        assertThat(second).content().contains("name: BLAST", "status: simulated");
    }

    @Test
    void theSameSeedGivesTheSameBytes() throws IOException {
        Path first = directory.resolve("a.yaml");
        Path second = directory.resolve("b.yaml");
        Stowage.run("profile", "--sandbox", "thesis", "-o", first).exits(0);
        Stowage.run("profile", "--sandbox", "thesis", "-o", second).exits(0);
        assertThat(Files.readString(second)).isEqualTo(Files.readString(first));
    }

    @Test
    void showsTheErrorsOfAllFormsAndTheLeastSlices() throws IOException {
        Path page = directory.resolve("p.html");
        String out =
                Stowage.run(
                                "profile",
                                Path.of("examples/profile/runs.csv"),
                                "-o",
                                directory.resolve("p.yaml"),
                                "--report",
                                page)
                        .exits(0)
                        .out();
        assertThat(Files.readString(page))
                .contains("Each application reaches 0.8 of its performance on the whole server")
                .contains("How sure: no run was made near the least slice of search; report");
        assertThat(out)
                .contains("product", "logistic", "monotone", "Refused for search; report, large")
                .contains("Least slice for a PI of 0.8")
                .contains("far from any run");
        assertThat(out.lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void namesWhatIsWrongWithRuns() throws IOException {
        String whole = "web,16,64,100,rate,1000";
        profile(csv(List.of("web,8,64,100,rate,1000", "db,16,64,100,rate,10")))
                .exits(3)
                .says("runs.csv:2: found no run of web on 16 cores, 64 GiB, 100 GiB SSD");
        profile(csv(List.of(whole, "web,8,64,100,time,3")))
                .exits(3)
                .says("runs.csv:3: found another metric of web", "Two applications need two names");
        profile(csv(List.of(whole, "web,8,64,100,rate,-3")))
                .exits(3)
                .says("runs.csv:3: found \"-3\" as value, expected a number above 0");
        profile(csv(List.of(whole, "web,8.5,64,100,rate,500", "web,16.5,64,100,rate,1001")))
                .exits(3)
                .says("whole multiple of its step 1.0", "--step");
        Stowage.run("profile").exits(2).says("RUNS.csv and --sandbox: found neither");
    }

    @Test
    void whatNoRunToldIsSaidAndNotMadeUp() throws IOException {
        List<String> rows =
                List.of(
                        "a,16,64,100,rate,1000",
                        "a,16,64,100,rate,500",
                        "a,8,64,100,rate,700",
                        "a,8,64,50,rate,600");
        Stowage.Result run = profile(csv(rows)).exits(0).says("2 runs of a", "500 to 1,000");
        JsonNode result = JSON.readTree(run.out());
        assertThat(result.at("/applications/0/unvaried/0").asText()).isEqualTo("memory");
        assertThat(result.at("/leastSlices/target").asDouble()).isEqualTo(0.8);
        assertThat(result.at("/leastSlices/applications/0/slice/memoryGib").asDouble())
                .isEqualTo(64);
        String text =
                Stowage.run("profile", csv(rows), "-o", directory.resolve("p.yaml"), "--force")
                        .exits(0)
                        .out();
        assertThat(text)
                .contains(
                        "1 application on 16 cores", "No run of a tells what less memory", "64 GiB")
                .contains("The error of logistic for a is unknown");
        String one =
                Stowage.run(
                                "profile",
                                csv(List.of("web,16,64,100,rate,1000")),
                                "-o",
                                directory.resolve("q.yaml"))
                        .exits(0)
                        .out();
        assertThat(one).contains("form proportional", "scarcest share");
    }

    @Test
    void aServerWithoutSsdIsProfiled() throws IOException {
        List<String> header = List.of("app,cpu,memory_gib,metric,value");
        List<String> rows = new ArrayList<>(header);
        for (int[] slice : new int[][] {{16, 64}, {8, 64}, {4, 64}, {16, 32}, {16, 16}, {4, 16}}) {
            rows.add("db," + slice[0] + "," + slice[1] + ",rate," + slice[0] * (slice[1] + 20));
        }
        Path bare = Files.write(directory.resolve("bare.csv"), rows);
        String text =
                Stowage.run("profile", bare, "-o", directory.resolve("p.yaml")).exits(0).out();
        assertThat(text).contains("1 application on 16 cores, 64 GiB").doesNotContain("SSD");
        profile(csv(List.of("db,16,64,0,rate,9", "db,8,64,0,rate,5"))).exits(0);
        profile(csv(List.of("db,16,64,0,rate,9", "db,8,64,9,rate,5")))
                .exits(3)
                .says("runs.csv:3", "0 in every row");
    }

    @Test
    void oneRunAndRunsFasterThanTheWholeServerAreSaid() throws IOException {
        JsonNode one =
                JSON.readTree(profile(csv(List.of("web,16,64,100,rate,1000"))).exits(0).out());
        assertThat(one.at("/applications/0/form").asText()).isEqualTo("proportional");
        profile(csv(List.of("web,16,64,100,rate,1000", "web,8,32,50,rate,1100")))
                .exits(0)
                .says("1 run of web on a slice was faster", "by up to 10 %");
    }

    @Test
    void reproducesWhatWasPublishedAndSaysWhatIsNotReached() throws IOException {
        String text = Stowage.run("reproduce", "isolation").exits(0).out();
        assertThat(text)
                .contains("claims hold", "published 2.5", "not reached. A prediction")
                .contains("holds, in the fit");
        assertThat(text.lines()).allMatch(line -> line.length() <= 80);
        JsonNode json =
                JSON.readTree(Stowage.run("reproduce", "qusparrow", "--json").exits(0).out());
        assertThat(json.get("lost").asInt()).isZero();
        for (JsonNode each : json.get("assertions")) {
            assertThat(each.get("held").asBoolean() || !each.get("why").asText().isBlank())
                    .as("%s", each)
                    .isTrue();
        }
        Stowage.run("reproduce", "tracy").exits(2).says("one of quman, isolation, qusparrow");
    }

    @Test
    void aTraceRunsOnTheSlicesThatItsApplicationsNeed() throws IOException {
        Path profiles = directory.resolve("p.yaml");
        Path runs = directory.resolve("runs.csv");
        Files.write(
                runs,
                List.of(
                        HEADER,
                        "search,16,64,100,rate,1000",
                        "search,8,64,100,rate,800",
                        "search,16,32,100,rate,900",
                        "search,16,64,50,rate,990",
                        "search,4,16,25,rate,300"));
        Stowage.run("profile", runs, "-o", profiles).exits(0);
        Path tasks = Path.of("examples/profile/tasks.csv");
        Path map = Path.of("examples/profile/applications.csv");
        Path out = directory.resolve("a.run");
        Stowage.run(
                        "simulate",
                        tasks,
                        "--servers",
                        "2x16c64g",
                        "--admission",
                        "quman-user[pi=80]",
                        "--profiles",
                        profiles,
                        "--applications",
                        map,
                        "-o",
                        out)
                .exits(0)
                .says(
                        "search: 4 tasks with",
                        "2 tasks of report, which has no profile, keep their requests",
                        "2 tasks of jobs that the file of applications does not name keep");
        JsonNode summary = JSON.readTree(out.resolve("summary.json").toFile());
        assertThat(summary.at("/policies/fidelity").asText()).isEqualTo("profiled");
        assertThat(summary.at("/tasks/finished").asInt()).isEqualTo(8);
        Stowage.run("simulate", tasks, "--servers", "2x16c64g", "--admission", "quman-user")
                .exits(2)
                .says("found without --profiles and --applications");
        Stowage.run(
                        "simulate",
                        tasks,
                        "--servers",
                        "2x16c64g",
                        "--admission",
                        "quman-user",
                        "--profiles",
                        profiles,
                        "--applications",
                        tasks)
                .exits(3)
                .says("tasks.csv:1: found \"submit_s,duration_s", "job,application");
    }
}
