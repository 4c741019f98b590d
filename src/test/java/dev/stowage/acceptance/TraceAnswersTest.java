package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.ingest.format.JobSample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a trace can answer: in the text, in the manifest, and where a command would mislead. */
class TraceAnswersTest {
    private static final String POD =
            "{'kind':'Pod','metadata':{'name':'p','creationTimestamp':'2026-01-01T00:00:00Z'},"
                    + "'spec':{'nodeName':'n','containers':[{'resources':{'requests':{'cpu':'1'}}}]},"
                    + "'status':{'phase':'Running'}}";

    /** Older by weeks: when those that are there began is no history of demand. */
    private static final String OLDER =
            POD.replace("'name':'p'", "'name':'p-older'")
                    .replace("2026-01-01T00:00:00Z", "2024-01-01T00:00:00Z");

    @TempDir private Path folder;

    @Test
    void aTraceWithoutDurationsSaysSoAndSoDoesItsReplay() throws IOException {
        Path file =
                write(
                        "k.json",
                        ("{'apiVersion':'v1','items':[" + POD + "," + OLDER + "]}")
                                .replace('\'', '"'));
        Path trace = folder.resolve("k.trace");
        Stowage.Result ingest = Stowage.run("ingest", "kubernetes", file, "-o", trace).exits(0);
        ingest.says("replay: no task has a duration");
        assertThat(ingest.out()).contains("what this trace can answer");
        assertThat(answers(trace))
                .containsEntry("replay", "NO")
                .containsEntry("fit", "NO")
                .containsEntry("right-size", "NO")
                .containsEntry("forecast", "NO");
        Stowage.run("simulate", trace, "--servers", "1x4c8g", "-o", folder.resolve("r.run"))
                .exits(0)
                .says("replay: no task has a duration");
        assertThat(Stowage.run("inspect", trace).exits(0).out())
                .contains("what this trace can answer", "no task has a duration");
    }

    @Test
    void twoWeeksOfTasksAnswerWhatTheyCan() throws IOException {
        StringBuilder rows = new StringBuilder("submit_s,duration_s,cpu,memory_gib\n");
        for (int hour = 0; hour < 24 * 15; hour++) {
            rows.append(hour * 3600).append(",600,1,1\n");
        }
        Path trace = folder.resolve("c.trace");
        Stowage.run("ingest", "csv", write("c.csv", rows.toString()), "-o", trace).exits(0);
        assertThat(answers(trace))
                .containsEntry("replay", "YES")
                .containsEntry("fit", "YES")
                .containsEntry("objectives", "YES")
                .containsEntry("place", "PARTLY")
                .containsEntry("right-size", "NO")
                .containsEntry("forecast", "YES");
    }

    /** 20 tasks in the first hour and 20 after nine days: the gap is said, by fit too. */
    @Test
    void gapsAndWhatObjectivesSayAreInTheManifest() throws IOException {
        StringBuilder rows =
                new StringBuilder("submit_s,duration_s,cpu,memory_gib,priority,user\n");
        for (int i = 0; i < 40; i++) {
            long day = i < 20 ? 0 : 9;
            rows.append(day * 86_400 + i).append(",600,1,1,").append(i % 3).append(",ann\n");
        }
        Path trace = folder.resolve("c.trace");
        assertThat(said(Stowage.run("ingest", "csv", write("c.csv", rows.toString()), "-o", trace)))
                .contains("nothing is submitted for 9.0 of 9.0 days", "by 3 priorities, by user");
        assertThat(answers(trace))
                .containsEntry("fit", "PARTLY")
                .containsEntry("objectives", "YES");
        Stowage.run("fit", trace, "-o", folder.resolve("m.json"))
                .says("nothing is submitted for 9.0 of 9.0 days");
    }

    /** A table has columns for what no task says. */
    @Test
    void tasksWithoutUsersAnswerNothingByUser() throws IOException {
        Path file = write("c.csv", "submit_s,duration_s,cpu,memory_gib\n0,60,1,1\n9,60,1,1\n");
        Path trace = folder.resolve("c.trace");
        Stowage.run("ingest", "csv", file, "-o", trace).exits(0);
        assertThat(said(Stowage.run("inspect", trace).exits(0)))
                .contains("waits, makespan", "column class, and batch where there is none")
                .doesNotContain("by user");
    }

    /** A plan of tasks that never end would be of nothing: it says so, as simulate does. */
    @Test
    void aPlanWarnsOfATraceWithoutDurations() throws IOException {
        Path file =
                write("k.json", ("{'apiVersion':'v1','items':[" + POD + "]}").replace('\'', '"'));
        Stowage.run("ingest", "kubernetes", file, "-o", folder.resolve("k.trace")).exits(0);
        Path scenario =
                write(
                        "p.yaml",
                        """
                        workload: {trace: k.trace}
                        servers: {type: {name: s, cpu: 4, memoryGiB: 8}}
                        objective: {pendingSeconds: {p99: 60}}
                        """);
        assertThat(said(Stowage.run("plan", scenario, "-o", folder.resolve("p.plan"))))
                .contains("replay: no task has a duration");
    }

    private static String said(Stowage.Result result) {
        return (result.out() + " " + result.err()).replaceAll("\\s+", " ");
    }

    @Test
    void jobsAndTasksOfOtherTimesAreSaid() throws IOException {
        String job = "7,0,u,2,job,job\n";
        String task = ",0,,0,u,2,9,0.5,0.25,0.1,0\n";
        write("g/job_events/part-0.csv", "700000000,," + job);
        write("g/task_events/part-0.csv", "90000000000,,7" + task + "90001000000,,8" + task);
        String out =
                Stowage.run("ingest", "google-2011", folder.resolve("g"), "-o", at("g.trace"))
                        .err();
        assertThat(out).contains("no task has a duration");

        String ran = ",0,3,1,u,2,9,0.5,0.25,0.1,0\n";
        String ended = ",0,3,4,u,2,9,0.5,0.25,0.1,0\n";
        write(
                "g/task_events/part-0.csv",
                "90000000000,,7" + task + "90001000000,,7" + ran + "90002000000,,7" + ended);
        Stowage.run("ingest", "google-2011", folder.resolve("g"), "-o", at("h.trace"))
                .exits(0)
                .says("they do not overlap in time");
        assertThat(answers(at("h.trace"))).containsEntry("replay", "PARTLY");
    }

    /**
     * 200 jobs, of which 4 hold nearly all of the load; added up here by the jobs in the sample.
     */
    @Test
    void aSampleSaysHowMuchOfTheLoadItKeeps() throws IOException {
        StringBuilder rows = new StringBuilder();
        for (int j = 1; j <= 200; j++) {
            int seconds = j % 50 == 0 ? 100_000 : 10;
            rows.append("M1,2,j_" + j + ",1,Terminated,100," + (100 + seconds) + ",50,0.1\n");
        }
        Path file = write("batch_task.csv", rows.toString());
        Path trace = at("s.trace");
        Stowage.Result run =
                Stowage.run("ingest", "alibaba-2018", file, "--sample", "0.1", "-o", trace)
                        .exits(0);
        double kept = 0;
        double coreSeconds = 0;
        for (int j = 1; j <= 200; j++) {
            byte[] name = ("j_" + j).getBytes(StandardCharsets.UTF_8);
            if (new JobSample(0.1).keeps(name, 0, name.length)) {
                kept++;
                coreSeconds += j % 50 == 0 ? 100_000 : 10;
            }
        }
        assertThat(kept).isBetween(5.0, 40.0);
        run.says(
                "--sample takes a share of the jobs and not of the load",
                String.format(Locale.ROOT, "%.3g %% of the rows", kept / 2),
                String.format(Locale.ROOT, "%.3g %% of the CPU", kept / 2),
                String.format(
                        Locale.ROOT,
                        "%.3g %% of the core-seconds",
                        100 * coreSeconds / (4 * 100_000 + 196 * 10)));
    }

    private Path at(String name) {
        return folder.resolve(name);
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private static JsonNode manifest(Path trace) throws IOException {
        return new ObjectMapper().readTree(trace.resolve("manifest.json").toFile());
    }

    private static Map<String, String> answers(Path trace) throws IOException {
        Map<String, String> answers = new HashMap<>();
        manifest(trace)
                .path("answers")
                .forEach(a -> answers.put(a.path("question").asText(), a.path("can").asText()));
        return answers;
    }
}
