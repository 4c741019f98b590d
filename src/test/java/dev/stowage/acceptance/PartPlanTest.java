package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code plan} of an objective for parts of the tasks by themselves. */
class PartPlanTest {
    private static final int HOUR = 3600;

    @TempDir private Path directory;

    private final List<Task> tasks = new ArrayList<>();

    /** One core each, on servers of one core. */
    private record Task(int submit, int duration, int job, boolean isUserFacing) {
        int priority() {
            return isUserFacing ? 9 : 1;
        }
    }

    @BeforeEach
    void writeTasks() throws IOException {
        Random random = new Random(31);
        StringBuilder csv =
                new StringBuilder("submit_s,duration_s,cpu,memory_gib,job,class,priority\n");
        int submit = 0;
        for (int job = 1; job <= 150; job++) {
            submit += random.nextInt(300);
            boolean isUserFacing = random.nextInt(3) == 0;
            for (int i = 0; i <= random.nextInt(3); i++) {
                Task task = new Task(submit, 60 + random.nextInt(1500), job, isUserFacing);
                tasks.add(task);
                csv.append(submit).append(',').append(task.duration).append(",1,1,").append(job);
                csv.append(isUserFacing ? ",user-facing,9\n" : ",batch,1\n");
            }
        }
        Files.writeString(directory.resolve("tasks.csv"), csv);
    }

    private Stowage.Result planned(String parts) throws IOException {
        return planned(parts, "{cpu: 1, memoryGiB: 1}");
    }

    private Stowage.Result planned(String parts, String servers) throws IOException {
        Files.writeString(
                directory.resolve("s.yaml"),
                """
                workload: {csv: tasks.csv}
                servers: {type: %s}
                policies: {queue: "priority[preempt=0,keep=0]"}
                objective:
                  pendingSeconds: {max: 360000}
                  parts: %s
                search: {max: 60}
                clouds: {providers: []}
                """
                        .formatted(servers, parts));
        return run("plan", directory.resolve("s.yaml"), "-o", directory.resolve("p"), "--force");
    }

    private JsonNode plan(String parts) throws IOException {
        return plan(parts, "{cpu: 1, memoryGiB: 1}");
    }

    private JsonNode plan(String parts, String servers) throws IOException {
        planned(parts, servers).exits(0);
        return new ObjectMapper().readTree(directory.resolve("p/plan.json").toFile());
    }

    /** What another simulator says of so many servers: waits of a class, times of jobs. */
    private final class Oracle {
        final List<Integer> userFacingWaits = new ArrayList<>();
        final TreeMap<Integer, Integer> jobEnds = new TreeMap<>();
        final TreeMap<Integer, Integer> jobSubmits = new TreeMap<>();

        Oracle(int servers) {
            List<Task> left = new ArrayList<>(tasks);
            left.sort(Comparator.comparingInt(Task::submit));
            PriorityQueue<Integer> ends = new PriorityQueue<>();
            List<Task> queue = new ArrayList<>();
            while (!left.isEmpty() || !queue.isEmpty()) {
                int nextSubmit = left.isEmpty() ? Integer.MAX_VALUE : left.get(0).submit;
                int nextEnd = ends.isEmpty() ? Integer.MAX_VALUE : ends.peek();
                int now = Math.min(nextSubmit, nextEnd);
                while (!ends.isEmpty() && ends.peek() <= now) {
                    ends.remove();
                }
                while (!left.isEmpty() && left.get(0).submit <= now) {
                    queue.add(left.remove(0));
                    start(queue, ends, servers, now);
                }
                start(queue, ends, servers, now);
            }
        }

        private void start(List<Task> queue, PriorityQueue<Integer> ends, int servers, int now) {
            while (!queue.isEmpty() && ends.size() < servers) {
                Task best = queue.get(0);
                for (Task each : queue) {
                    best = each.priority() > best.priority() ? each : best;
                }
                queue.remove(best);
                ends.add(now + best.duration);
                if (best.isUserFacing) {
                    userFacingWaits.add(now - best.submit);
                }
                jobEnds.merge(best.job, now + best.duration, Math::max);
                jobSubmits.merge(best.job, best.submit, Math::min);
            }
        }

        double userFacingP90() {
            return quantile(userFacingWaits, 0.9);
        }

        double jobP95() {
            return quantile(
                    jobEnds.keySet().stream()
                            .map(job -> jobEnds.get(job) - jobSubmits.get(job))
                            .toList(),
                    0.95);
        }

        double late(int by, int every, int lead) {
            long late =
                    jobEnds.keySet().stream()
                            .filter(
                                    job -> {
                                        int due = by;
                                        while (due < jobSubmits.get(job) + lead) {
                                            due += every;
                                        }
                                        return jobEnds.get(job) > due;
                                    })
                            .count();
            return (double) late / jobEnds.size();
        }

        private static double quantile(List<Integer> values, double p) {
            return values.stream().sorted().toList().get((int) Math.ceil(p * values.size()) - 1);
        }
    }

    /** Of each bound the smallest number that another simulator finds, with its figures. */
    @Test
    void equalsAnotherSimulatorOnEachNumberOfServers() throws IOException {
        JsonNode ofClass = plan("[{of: {class: user-facing}, pendingSeconds: {p90: 30}}]");
        int servers = 1;
        while (new Oracle(servers).userFacingP90() > 30) {
            servers++;
        }
        assertThat(ofClass.at("/servers/0/count").asInt()).isEqualTo(servers).isGreaterThan(1);
        assertThat(value(ofClass, "pendingSeconds[class=user-facing].p90"))
                .isEqualTo(new Oracle(servers).userFacingP90());

        JsonNode ofJobs = plan("[{jobSeconds: {p95: 1800}}]");
        servers = 1;
        while (new Oracle(servers).jobP95() > 1800) {
            servers++;
        }
        assertThat(ofJobs.at("/servers/0/count").asInt()).isEqualTo(servers).isGreaterThan(1);
        assertThat(value(ofJobs, "jobSeconds.p95")).isEqualTo(new Oracle(servers).jobP95());

        JsonNode due =
                plan("[{lateJobs: {share: 0.05, byHours: 2, everyHours: 4, leadHours: 0.5}}]");
        servers = 1;
        while (new Oracle(servers).late(2 * HOUR, 4 * HOUR, HOUR / 2) > 0.05) {
            servers++;
        }
        assertThat(due.at("/servers/0/count").asInt()).isEqualTo(servers).isGreaterThan(1);
        assertThat(value(due, "lateJobs[by=2h,every=4h,lead=30min]"))
                .isCloseTo(new Oracle(servers).late(2 * HOUR, 4 * HOUR, HOUR / 2), offset(1e-12));
    }

    private static double value(JsonNode plan, String metric) {
        for (JsonNode each : plan.get("objective")) {
            if (each.get("metric").asText().equals(metric)) {
                return each.get("value").asDouble();
            }
        }
        throw new AssertionError("no " + metric + " in " + plan.get("objective"));
    }

    /** The same tasks, told apart by their user, by their GPU and by a resource with a name. */
    @Test
    void tellsTasksApartByUserAndByWhatTheyAskFor() throws IOException {
        StringBuilder csv =
                new StringBuilder(
                        "submit_s,duration_s,cpu,memory_gib,job,class,priority,user,gpu,constraints\n");
        for (Task task : tasks) {
            csv.append(task.submit).append(',').append(task.duration).append(",1,1,");
            csv.append(task.job).append(task.isUserFacing ? ",user-facing,9," : ",batch,1,");
            csv.append(task.isUserFacing ? "ann=b]%+ c,0.5,resource fpga>=1\n" : "bob,,\n");
        }
        Files.writeString(directory.resolve("tasks.csv"), csv);
        String servers = "{cpu: 1, memoryGiB: 1, gpu: 1, attributes: {\"resource fpga\": 1}}";
        JsonNode ofClass = plan("[{of: {class: user-facing}, pendingSeconds: {p90: 30}}]", servers);
        List<String> others = List.of("user: \"ann=b]%+ c\"", "asks: gpu", "asks: fpga");
        for (String of : others) {
            JsonNode plan = plan("[{of: {" + of + "}, pendingSeconds: {p90: 30}}]", servers);
            assertThat(plan.get("servers")).as(of).isEqualTo(ofClass.get("servers"));
            assertThat(plan.at("/objective/1/value")).isEqualTo(ofClass.at("/objective/1/value"));
        }
        JsonNode named = plan("[{of: {" + others.get(0) + "}, jobSeconds: {max: 90000}}]", servers);
        assertThat(named.at("/objective/1/metric").asText())
                .isEqualTo("jobSeconds[user=ann%3Db%5D%25%2B+c].max");
        assertThat(Files.readString(directory.resolve("p/report.html")))
                .contains("(user ann=b]%+ c)");
        run("plan", directory.resolve("p/scenario.yaml"), "-o", directory.resolve("q")).exits(0);
        assertThat(
                        new ObjectMapper()
                                .readTree(directory.resolve("q/plan.json").toFile())
                                .get("objective"))
                .isEqualTo(named.get("objective"));
        planned("[{of: {user: eve}, jobSeconds: {p50: 1}}]", servers)
                .exits(3)
                .says("no task of user=eve in tasks", "ann=b]%+ c", "bob");
        planned("[{of: {asks: network}, jobSeconds: {p50: 1}}]", servers)
                .exits(3)
                .says("no task of asks=network");
    }

    @Test
    void writesPartsSoThatTheyAreReadAgain() throws IOException {
        JsonNode first =
                plan(
                        "[{of: {class: batch, priorityFrom: 0, priorityTo: 4}, pendingSeconds:"
                                + " {p99: 3600, p50: 60}, jobSeconds: {max: 40000}}, {of:"
                                + " {priorityFrom: 5}, lateJobs: {share: 0.5, byHours: 0.25}}]");
        run("plan", directory.resolve("p/scenario.yaml"), "-o", directory.resolve("q")).exits(0);
        JsonNode second = new ObjectMapper().readTree(directory.resolve("q/plan.json").toFile());
        assertThat(second.get("objective")).isEqualTo(first.get("objective"));
        assertThat(first.at("/objective/1/metric").asText())
                .isEqualTo("pendingSeconds[class=batch,priority=0to4].p99");
        assertThat(Files.readString(directory.resolve("p/report.html")))
                .contains("99th percentile (class batch, priority 0 to 4)")
                .contains("(priority 5 and above, by 15min, every 24h)");
    }

    /** A batch task at 0 s, and a user-facing one of the same job at 1,000 s. */
    @Test
    void countsJobsFromTheirFirstSubmitWhateverThePart() throws IOException {
        Files.writeString(
                directory.resolve("tasks.csv"),
                """
                submit_s,duration_s,cpu,memory_gib,job,class,priority
                0,10,1,1,1,batch,1
                1000,10,1,1,1,user-facing,9
                """);
        JsonNode plan =
                plan(
                        "[{of: {class: user-facing}, jobSeconds: {max: 2000}, lateJobs: {share: 1,"
                                + " byHours: 0.1, everyHours: 0.25}}]");
        assertThat(value(plan, "jobSeconds[class=user-facing].max")).isEqualTo(1010);
        assertThat(value(plan, "lateJobs[class=user-facing,by=6min,every=15min]")).isEqualTo(1);
    }

    @Test
    void theOrderOfPartsMeansNothing() throws IOException {
        String first = "{of: {class: user-facing}, pendingSeconds: {p90: 30}}";
        String second = "{of: {priorityTo: 3}, jobSeconds: {p50: 9000}}";
        JsonNode one = plan("[" + first + ", " + second + "]");
        String scenario = Files.readString(directory.resolve("p/scenario.yaml"));
        assertThat(plan("[" + second + ", " + first + "]")).isEqualTo(one);
        assertThat(Files.readString(directory.resolve("p/scenario.yaml"))).isEqualTo(scenario);
    }

    @Test
    void refusesPartsThatAreNone() throws IOException {
        planned("[{of: {class: online}, jobSeconds: {p50: 1}}]")
                .exits(3)
                .says("parts[0].of.class", "\"online\"", "user-facing");
        planned("[{of: {priorityFrom: 4, priorityTo: 3}, jobSeconds: {p50: 1}}]")
                .exits(3)
                .says("priorities from 4 to 3");
        planned("[{pendingSeconds: {p50: 1}}]").exits(3).says("the pending time of all tasks");
        planned("[{of: {class: batch}, slowdown: {p50: 2}}]").exits(3).says("without contended");
        planned("[{of: {class: batch}}]").exits(3).says("no bound", "jobSeconds or lateJobs");
        planned("[{jobSeconds: {p50: 1}}, {jobSeconds: {p50: 2}}]")
                .exits(3)
                .says("a second bound on jobSeconds.p50");
        planned("[{lateJobs: {share: 0.1, byHours: 24}}]").exits(3).says("24 h in a day of 24");
        planned("[{lateJobs: {share: 2, byHours: 1}}]")
                .exits(3)
                .says("share: found 2", "from 0 to 1");
        planned("[{of: {priorityFrom: 50}, jobSeconds: {p50: 1}}]").exits(0);
        assertThat(Files.readString(directory.resolve("p/plan.json")))
                .contains("No task of jobSeconds[priority>=50].p50");
    }
}
