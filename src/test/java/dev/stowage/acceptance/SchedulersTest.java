package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code simulate --scheduler}: schedulers of profiled tasks on a trace of one's own. */
class SchedulersTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path directory;

    /** One run, so the performance on a slice is its scarcest share; half of the CPU is used. */
    @BeforeEach
    void files() throws IOException {
        write(
                "runs.csv",
                "app,input,cpu,memory_gib,ssd_gib,metric,value,cpu_util",
                "web,,16,64,100,rate,1000,0.5");
        Stowage.run("profile", at("runs.csv"), "-o", at("p.yaml")).exits(0);
        write(
                "tasks.csv",
                "submit_s,duration_s,cpu,memory_gib,job",
                "0,100,16,64,1",
                "0,100,16,64,2",
                "0,100,16,64,3",
                "0,100,16,64,4");
        write("map.csv", "job,application", "1,web", "2,web", "3,web");
    }

    private Path at(String name) {
        return directory.resolve(name);
    }

    private void write(String name, String... lines) throws IOException {
        Files.write(at(name), List.of(lines));
    }

    private Stowage.Result simulate(String servers, String schedulers, String... more) {
        Object[] arguments = {
            "simulate",
            at("tasks.csv"),
            "--servers",
            servers,
            "--profiles",
            at("p.yaml"),
            "--applications",
            at("map.csv"),
            "--scheduler",
            schedulers,
            "--json",
            "--force",
            "-o",
            at("out")
        };
        Object[] all = Arrays.copyOf(arguments, arguments.length + more.length);
        System.arraycopy(more, 0, all, arguments.length, more.length);
        return Stowage.run(all);
    }

    /**
     * By hand. With slices of a half two tasks run for 200 s and the third waits so long; its
     * memory is its own half, so it is no faster alone. One slot: 100 s each, one after the other.
     */
    @Test
    void runsTasksAsFastAsTheirSlicesLetThem() throws IOException {
        JsonNode study =
                JSON.readTree(
                        simulate("1x16c64g", "quman-user[pi=50],sparrow[slots=1]").exits(0).out());
        assertThat(study.at("/tasks").asInt()).isEqualTo(3);
        assertThat(study.at("/leftOut/without a profile").asInt()).isEqualTo(1);
        JsonNode user = study.at("/schedulers/0");
        assertThat(user.at("/leastPerformance").asDouble()).isEqualTo(0.5);
        assertThat(user.at("/meanWaitSeconds").asDouble()).isEqualTo(200 / 3.0);
        assertThat(user.at("/isolation").asText()).isEqualTo("frimics");
        JsonNode sparrow = study.at("/schedulers/1");
        assertThat(sparrow.at("/leastPerformance").asDouble()).isEqualTo(1);
        assertThat(sparrow.at("/meanWaitSeconds").asDouble()).isEqualTo(100);
        assertThat(sparrow.at("/ended").asInt()).isEqualTo(3);
        assertThat(study.at("/notes").toString()).contains("Of web nobody said");
        assertThat(at("out").resolve("report.html")).content().contains("Schedulers");
    }

    @Test
    void theHeadlineSaysHowManyTasksAreNotInIt() {
        String out =
                Stowage.run(
                                "simulate",
                                at("tasks.csv"),
                                "--servers",
                                "1x16c64g",
                                "--profiles",
                                at("p.yaml"),
                                "--applications",
                                at("map.csv"),
                                "--scheduler",
                                "mesos",
                                "-o",
                                at("text"))
                        .exits(0)
                        .out();
        assertThat(out.replaceAll("\\s+", " "))
                .startsWith("Under mesos all 3 tasks ended, each with at least")
                .contains("1 of 4 tasks is not in it: without a profile. scheduler")
                .contains("1 task of jobs that the file of applications does not name is left");
    }

    /**
     * One task of the whole server at a time, 100 s each, and 3 arrive: with refusal one ends and
     * no one waits; in the queue the waits are 0, 100 and 200 s.
     */
    @Test
    void theHeadlineCountsAllTasksAndNamesWhoItMeans() throws IOException {
        String all = "quman-user[pi=100],quman-user[pi=100;refuse=1]".replace(';', ',');
        Stowage.Result run = simulate("1x16c64g", all).exits(0);
        JsonNode study = JSON.readTree(run.out());
        assertThat(study.at("/schedulers/1/refused").asInt()).isEqualTo(2);
        assertThat(study.at("/schedulers/0/meanWaitSeconds").asDouble()).isEqualTo(100);
        String text = Files.readString(at("out").resolve("report.html"));
        assertThat(text)
                .contains("all 3 tasks ended, each with at least 1.00")
                .contains("Under quman-user[fallback=0,margin=0,pi=100,refuse=0]")
                .contains("under no other did as many end");
    }

    /** 40 tasks of 100 s one after the other, cut at 1,000 s: 10 end, and 30 wait for 1,000 s. */
    @Test
    void whoStillWaitsCountsInTheMeanWait() throws IOException {
        String[] tasks = new String[41];
        String[] map = new String[41];
        tasks[0] = "submit_s,duration_s,cpu,memory_gib,job";
        map[0] = "job,application";
        for (int i = 1; i <= 40; i++) {
            tasks[i] = "0,100,16,64," + i;
            map[i] = i + ",web";
        }
        write("tasks.csv", tasks);
        write("map.csv", map);
        JsonNode study = JSON.readTree(simulate("1x16c64g", "sparrow[slots=1]").exits(0).out());
        JsonNode sparrow = study.at("/schedulers/0");
        int ended = sparrow.at("/ended").asInt();
        int started = ended + 1; // one begins at the cut itself
        assertThat(ended).isEqualTo(10);
        double waited = 100.0 * started * (started - 1) / 2 + 1000.0 * (40 - started);
        assertThat(sparrow.at("/meanWaitSeconds").asDouble()).isEqualTo(waited / 40);
        assertThat(study.at("/tasks").asInt()).isEqualTo(40);
    }

    @Test
    void theSameSeedGivesTheSameBytes() throws IOException {
        String all = "quman-provider,quman-sparrow,sparrow,mesos";
        String first = simulate("2x16c64g", all).exits(0).out();
        assertThat(simulate("2x16c64g", all).exits(0).out()).isEqualTo(first);
        assertThat(Files.readString(at("out").resolve("schedulers.json"))).isEqualTo(first);
    }

    @Test
    void saysWhatDoesNotGoTogether() throws IOException {
        simulate("2x16c64g", "quman").exits(2).says("--scheduler", "quman-user");
        simulate("2x16c64g", "mesos", "--placement", "best-fit")
                .exits(2)
                .says("--placement: found with --scheduler");
        simulate("2x16c64g", "mesos", "--isolation", "walls")
                .exits(2)
                .says("--isolation", "native", "frimics");
        simulate("2x8c64g", "quman-provider")
                .exits(3)
                .says("2x8c64g with quman-provider", "servers like that of the profiles");
        simulate("2x8c64g", "quman-user[pi=80]")
                .exits(3)
                .says("profile of web", "no slice of 2x8c64g with a performance of 0.8");
        simulate("1x16c64g,1x8c64g", "mesos").exits(3).says("servers of one kind");
        write("runs.csv", "app,cpu,memory_gib,ssd_gib,metric,value", "web,16,64,100,rate,1000");
        Stowage.run("profile", at("runs.csv"), "-o", at("p.yaml"), "--force").exits(0);
        simulate("2x16c64g", "mesos").exits(3).says("profile of web", "no CPU use", "cpu_util");
        Stowage.run("simulate", at("tasks.csv"), "--servers", "1x16c64g", "--scheduler", "mesos")
                .exits(2)
                .says("--scheduler: found without --profiles and --applications");
    }

    @Test
    void aReportOfProfilesHasCurvesAndMaps() throws IOException {
        Path report = at("profiles.html");
        Stowage.run("profile", "--sandbox", "thesis", "-o", at("t.yaml"), "--report", report)
                .exits(0);
        assertThat(report)
                .content()
                .contains("Performance by share of one resource", "SSD cache: 16 GiB", "✓");
    }

    /** Two at once on a server, 200 s each: for waits within 10 s the third needs another. */
    @Test
    void findsTheFewestServersThatHoldABound() throws IOException {
        JsonNode fewest =
                fewest(
                        "9x16c64g",
                        "quman-user[pi=50]",
                        "--p99-wait=10s",
                        "--least-performance=50%");
        assertThat(fewest.at("/schedulers/0/servers").asInt()).isEqualTo(2);
        assertThat(fewest.at("/schedulers/0/exact").asBoolean()).isTrue();
        assertThat(fewest.at("/schedulers/0/heldOnOneLess").asInt()).isZero();
        assertThat(fewest.at("/goal/p99WaitSeconds").asDouble()).isEqualTo(10);
        assertThat(fewest.at("/schedulers/0/firstRun/leastPerformance").asDouble()).isEqualTo(0.5);
        assertThat(
                        fewest("1x16c64g", "quman-user[pi=50]", "--p99-wait=200s")
                                .at("/schedulers/0/servers")
                                .asInt())
                .isEqualTo(1);
        find(1, "1x16c64g", "quman-user[pi=50]", "--p99-wait=10s");
        find(1, "9x16c64g", "quman-user[pi=50]", "--least-performance=0.51");
        find(2, "9x16c64g", "quman-user[pi=50]", "--least-performance=0")
                .says("--least-performance: found \"0\"", "above 0");
    }

    /** Three tasks of the whole server: on one they wait 0, 100 and 200 s, which nobody asked. */
    @Test
    void aSearchSaysWhatWasNotAsked() throws IOException {
        JsonNode fewest = fewest("9x16c64g", "quman-user[pi=100]", "--least-performance=1");
        assertThat(fewest.at("/schedulers/0/servers").asInt()).isEqualTo(1);
        assertThat(fewest.at("/schedulers/0/firstRun/p99WaitSeconds").asDouble()).isEqualTo(200);
        assertThat(fewest.at("/schedulers/0/firstRun/meanWaitSeconds").asDouble()).isEqualTo(100);
        assertThat(text("--least-performance=1"))
                .contains("99 of 100 tasks wait 3.33 min or less: no bound of waits was asked.");
        assertThat(text("--p99-wait=0s"))
                .contains("the worst task has 1.00 of its performance: no bound of it was asked.");
    }

    private String text(String bound) {
        return Stowage.run(
                        "simulate",
                        at("tasks.csv"),
                        "--servers",
                        "9x16c64g",
                        "--profiles",
                        at("p.yaml"),
                        "--applications",
                        at("map.csv"),
                        "--scheduler",
                        "quman-user[pi=100]",
                        bound)
                .exits(0)
                .out()
                .replaceAll("\\s+", " ");
    }

    /**
     * Runs from 4 of 16 cores on say nothing of 1 core: recorded there, a task of 600 s may be as
     * much work as with 4 cores, 0.98 of 600 s, and not a quarter of that.
     */
    @Test
    void workRecordedOnLessThanAnyRunHadIsTheLongestThatItMayBe() throws IOException {
        write(
                "runs.csv",
                "app,cpu,memory_gib,metric,value,cpu_util",
                "web,16,64,rate,1000,0.06",
                "web,8,32,rate,990,0.12",
                "web,4,64,rate,985,0.25",
                "web,16,16,rate,988,0.06",
                "web,4,16,rate,980,0.25");
        Stowage.run("profile", at("runs.csv"), "-o", at("p.yaml"), "--force").exits(0);
        write("tasks.csv", "submit_s,duration_s,cpu,memory_gib,job", "0,600,1,4,1", "0,9,16,64,2");
        write("map.csv", "job,application", "1,web", "2,web");
        JsonNode study = JSON.readTree(simulate("4x16c64g", "quman-user[pi=95]").exits(0).out());
        assertThat(study.at("/notes").toString())
                .contains(
                        "1 task asks for what no run tells",
                        "which runs on no less bound",
                        "longest work");
        JsonNode fewest = fewest("9x16c64g", "quman-user[pi=95]", "--p99-wait=0s");
        assertThat(fewest.at("/notes").toString()).contains("1 task asks for what no run tells");
        Stowage.run(
                        "simulate",
                        at("tasks.csv"),
                        "--servers",
                        "1x16c64g",
                        "--admission",
                        "quman-user[pi=95]",
                        "--profiles",
                        at("p.yaml"),
                        "--applications",
                        at("map.csv"),
                        "-o",
                        at("low.run"),
                        "--json")
                .exits(0);
        JsonNode summary = JSON.readTree(Files.readString(at("low.run").resolve("summary.json")));
        assertThat(summary.toString()).contains("1 task asks for what no run tells");
        assertThat(summary.at("/makespanSeconds").asDouble()).isBetween(580.0, 605.0);
    }

    /** Equal to one run after another on 1, 2, 3, … servers; Sparrow's is claimed of its draws. */
    @Test
    void theFewestServersAreThoseOfRunsOnEachNumber() throws IOException {
        Random random = new Random(28);
        List<String> tasks = new ArrayList<>(List.of("submit_s,duration_s,cpu,memory_gib,job"));
        List<String> map = new ArrayList<>(List.of("job,application"));
        int submit = 0;
        for (int job = 1; job <= 60; job++) {
            submit += random.nextInt(40);
            tasks.add(submit + "," + (20 + random.nextInt(200)) + ",16,64," + job);
            map.add(job + ",web");
        }
        write("tasks.csv", tasks.toArray(String[]::new));
        write("map.csv", map.toArray(String[]::new));
        for (String scheduler : List.of("quman-user[pi=40]", "quman-provider[floor=20]")) {
            int expected = 0;
            boolean isHeld = false;
            while (!isHeld) {
                expected++;
                JsonNode run =
                        JSON.readTree(simulate(expected + "x16c64g", scheduler).exits(0).out())
                                .at("/schedulers/0");
                isHeld =
                        run.required("refused").asInt() == 0
                                && run.required("unfinished").asInt() == 0
                                && run.required("leastPerformance").asDouble() >= 0.2
                                && run.required("p99WaitSeconds").asDouble() <= 30;
            }
            assertThat(
                            fewest(
                                            "64x16c64g",
                                            scheduler,
                                            "--least-performance=0.2",
                                            "--p99-wait=30s")
                                    .at("/schedulers/0/servers")
                                    .asInt())
                    .isEqualTo(expected);
            assertThat(expected).isGreaterThan(1);
        }
        JsonNode sparrow = fewest("64x16c64g", "sparrow[slots=1,probes=400]", "--p99-wait=200s");
        assertThat(sparrow.at("/schedulers/0/exact").asBoolean()).isFalse();
        assertThat(sparrow.at("/schedulers/0/share").asDouble()).isEqualTo(0.9);
        assertThat(sparrow.at("/schedulers/0/held").asInt())
                .isGreaterThan(sparrow.at("/schedulers/0/heldOnOneLess").asInt());
    }

    private JsonNode fewest(String servers, String scheduler, String... bounds) throws IOException {
        return JSON.readTree(find(0, servers, scheduler, bounds).out());
    }

    private Stowage.Result find(int exit, String servers, String scheduler, String... bounds) {
        List<Object> arguments =
                new ArrayList<>(
                        List.of(
                                "simulate",
                                at("tasks.csv"),
                                "--servers",
                                servers,
                                "--profiles",
                                at("p.yaml"),
                                "--applications",
                                at("map.csv"),
                                "--scheduler",
                                scheduler,
                                "--json"));
        arguments.addAll(List.of(bounds));
        return Stowage.run(arguments.toArray()).exits(exit);
    }
}
