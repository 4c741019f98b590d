package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code plan} of several workloads on the same servers. */
class SharingPlanTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String REST =
            """
            servers: {type: {name: r, cpu: 16, memoryGiB: 64, monthlyUsd: 100}}
            objective: {pendingSeconds: {p99: 30, max: 60}}
            clouds: {providers: []}
            """;

    @TempDir private Path directory;

    @BeforeEach
    void writeTasks() throws IOException {
        write("web.csv", 1, 200, 100);
        write("night.csv", 2, 150, 300);
    }

    private void write(String name, int seed, int tasks, int longest) throws IOException {
        Random random = new Random(seed);
        StringBuilder csv = new StringBuilder("submit_s,duration_s,cpu,memory_gib\n");
        int at = 0;
        for (int i = 0; i < tasks; i++) {
            at += random.nextInt(15);
            csv.append(at).append(',').append(20 + random.nextInt(longest)).append(',');
            csv.append(1 + random.nextInt(6)).append(',').append(1 + random.nextInt(8));
            csv.append('\n');
        }
        Files.writeString(directory.resolve(name), csv);
    }

    private Stowage.Result planned(String workloads, String out, String... options)
            throws IOException {
        Path file = directory.resolve("s.yaml");
        Files.writeString(file, workloads + "\n" + REST);
        return planned(file, out, options);
    }

    private Stowage.Result planned(Path file, String out, String... options) {
        Object[] all = new Object[5 + options.length];
        System.arraycopy(
                new Object[] {"plan", file, "-o", directory.resolve(out), "--force"}, 0, all, 0, 5);
        System.arraycopy(options, 0, all, 5, options.length);
        return run(all);
    }

    private JsonNode plan(String out) throws IOException {
        return JSON.readTree(directory.resolve(out).resolve("plan.json").toFile());
    }

    private static JsonNode figures(JsonNode plan) {
        ObjectNode copy = plan.deepCopy();
        copy.remove(List.of("notes", "assumptions", "provenance", "confidence", "name", "sharing"));
        return copy;
    }

    /** One workload by name has the figures of the plain plan, to the byte. */
    @Test
    void oneWorkloadIsThePlainPlan() throws IOException {
        String web = "csv: web.csv, growth: 1.3";
        planned("workload: {" + web + "}", "plain").exits(0);
        planned("workloads: [{name: web, " + web + "}]", "named").exits(0);
        assertThat(figures(plan("named")).toString()).isEqualTo(figures(plan("plain")).toString());
        assertThat(plan("named").get("confidence")).isEqualTo(plan("plain").get("confidence"));
        String how = " (uncertainty.growth and uncertainty.generators give servers for it)";
        assertThat(plan("named").get("notes").toString())
                .isEqualTo(plan("plain").get("notes").toString().replace(how, ""));
        assertThat(plan("plain").get("notes").toString()).contains("Planned for growth × 1.3; ");
        assertThat(plan("named").has("sharing")).isFalse();
        assertThat(plan("named").get("assumptions")).isEqualTo(plan("plain").get("assumptions"));
    }

    /** Every task is counted, and what each needs alone is what a plan for it alone says. */
    @Test
    void sharedAndApartAreThePlansThatTheyAreCalled() throws IOException {
        String text =
                planned(
                                "workloads:\n  - {name: web, csv: web.csv, growth: 1.3}\n"
                                        + "  - {name: night, csv: night.csv, startHours: 0.1}",
                                "both")
                        .exits(0)
                        .out()
                        .replaceAll("\\s+", " ");
        JsonNode both = plan("both");
        assertThat(Schemas.problems("plan.schema.json", both)).isEmpty();
        JsonNode web = both.at("/sharing/workloads/0");
        JsonNode night = both.at("/sharing/workloads/1");
        assertThat(web.get("tasks").asInt()).isEqualTo(260);
        assertThat(night.get("tasks").asInt()).isEqualTo(150);
        assertThat(both.at("/workload/tasks").asInt()).isEqualTo(410);
        assertThat(both.at("/workload/coreHours").asDouble())
                .isEqualTo(web.get("coreHours").asDouble() + night.get("coreHours").asDouble());
        assertThat(night.get("firstSubmitSeconds").asDouble()).isGreaterThanOrEqualTo(360);

        planned("workload: {csv: web.csv, growth: 1.3}", "web", "--seed", web.get("seed").asText())
                .exits(0);
        planned("workload: {csv: night.csv}", "night").exits(0);
        int webAlone = plan("web").at("/servers/0/count").asInt();
        int nightAlone = plan("night").at("/servers/0/count").asInt();
        assertThat(web.get("alone").asInt()).isEqualTo(webAlone);
        assertThat(night.get("alone").asInt()).isEqualTo(nightAlone);
        int saved = webAlone + nightAlone - both.at("/servers/0/count").asInt();
        assertThat(both.at("/sharing/apart").asInt()).isEqualTo(webAlone + nightAlone);
        assertThat(both.at("/sharing/saved").asInt()).isEqualTo(saved);
        assertThat(both.at("/sharing/level").asDouble()).isEqualTo(0.95);
        assertThat(both.at("/sharing/savedAtLeast").asInt()).isLessThanOrEqualTo(saved);
        assertThat(both.at("/sharing/savedAtMost").asInt()).isGreaterThanOrEqualTo(saved);
        assertThat(text)
                .contains("these 2 workloads together")
                .contains("On servers of their own they would need")
                .contains("at 95 % confidence between")
                .contains("web: ", "misses first");
        assertThat(Files.readString(directory.resolve("both/report.html")))
                .contains("id=\"workloads\"", "What each misses on fewer servers");

        planned(directory.resolve("both/scenario.yaml"), "again").exits(0);
        assertThat(plan("again").get("sharing")).isEqualTo(both.get("sharing"));
        assertThat(figures(plan("again"))).isEqualTo(figures(both));
        planned(directory.resolve("both/scenario.yaml"), "one", "--threads", "1").exits(0);
        assertThat(plan("one")).isEqualTo(plan("again"));
    }

    /** Who misses first is who misses in a run of all tasks on one server less. */
    @Test
    void namesWhoMissesFirst() throws IOException {
        planned("workloads: [{name: web, csv: web.csv}, {name: night, csv: night.csv}]", "both")
                .exits(0);
        JsonNode sharing = plan("both").get("sharing");
        int servers = plan("both").at("/servers/0/count").asInt();
        int first = sharing.at("/first/servers").asInt();
        assertThat(first).isLessThan(servers);
        List<String> names = List.of("web", "night");
        boolean[] misses = {misses(0, first), misses(1, first)};
        for (int i = 0; i < 2; i++) {
            assertThat(sharing.at("/first/workloads").toString().contains(names.get(i)))
                    .as("%s on %s", names.get(i), first)
                    .isEqualTo(misses[i]);
        }
        for (int on = first + 1; on < servers; on++) {
            assertThat(misses(0, on) || misses(1, on)).isFalse();
        }
    }

    /**
     * By a run of the merged list, jobs numbered by hand, and the waits of each taken from its log.
     */
    private boolean misses(int member, int servers) throws IOException {
        List<String> lines = new java.util.ArrayList<>();
        for (String name : List.of("web.csv", "night.csv")) {
            String job = name.startsWith("web") ? "1" : "2";
            for (String line : Files.readAllLines(directory.resolve(name)).subList(1, 151)) {
                lines.add(line + "," + job);
            }
            if (name.startsWith("web")) {
                Files.readAllLines(directory.resolve(name))
                        .subList(151, 201)
                        .forEach(line -> lines.add(line + "," + job));
            }
        }
        lines.sort(
                java.util.Comparator.comparingInt(
                        line -> Integer.parseInt(line.substring(0, line.indexOf(',')))));
        Files.writeString(
                directory.resolve("merged.csv"),
                "submit_s,duration_s,cpu,memory_gib,priority\n" + String.join("\n", lines) + "\n");
        // the priority tells them apart; strict FIFO does not look at it
        Files.writeString(
                directory.resolve("m.yaml"),
                """
                workload: {csv: merged.csv}
                servers: {type: {name: r, cpu: 16, memoryGiB: 64, monthlyUsd: 100}}
                objective:
                  parts: [{of: {priorityFrom: %d, priorityTo: %d}, pendingSeconds: {p99: 30, max: 60}}]
                  pendingSeconds: {max: 1000000}
                search: {max: %d}
                clouds: {providers: []}
                """
                        .formatted(member + 1, member + 1, servers));
        planned(directory.resolve("m.yaml"), "m");
        for (JsonNode point : plan("m").get("curve")) {
            if (point.get("servers").asInt() == servers) {
                String part = "[priority=" + (member + 1) + "to" + (member + 1) + "]";
                return point.get("pendingSeconds" + part + ".p99").asDouble() > 30
                        || point.get("pendingSeconds" + part + ".max").asDouble() > 60;
            }
        }
        throw new AssertionError("no point on " + servers + " servers: " + plan("m").get("curve"));
    }

    @Test
    void refusesWhatCanNotBeMeantAllAtOnce() throws IOException {
        Stowage.Result result =
                planned(
                        """
                        workloads:
                          - {name: web, csv: web.csv, startHours: -1}
                          - {name: web, csv: none.csv}
                          - {name: "a b", csv: web.csv, trace: t}
                        workload: {csv: web.csv}
                        uncertainty: {growth: {triangular: [1, 1.2, 1.5]}}
                        """,
                        "no");
        result.exits(3);
        assertThat(result.err().replaceAll("\\s+", " "))
                .contains("exactly one of workload, workloads")
                .contains("workloads[0].startHours")
                .contains("a second workload called web")
                .contains("workloads[1].csv")
                .contains("workloads[2].name")
                .contains("exactly one of model, trace, csv")
                .contains("uncertainty");
        Files.writeString(
                directory.resolve("p.yaml"),
                """
                workloads: [{name: web, csv: web.csv}, {name: night, csv: night.csv}]
                servers: {type: {cpu: 16, memoryGiB: 64}}
                objective: {parts: [{of: {workload: nite}, pendingSeconds: {p99: 30}}]}
                """);
        assertThat(planned(directory.resolve("p.yaml"), "no").exits(3).err())
                .contains("the unknown workload \"nite\"", "web, night");
        Files.writeString(
                directory.resolve("p.yaml"),
                """
                workload: {csv: web.csv}
                servers: {type: {cpu: 16, memoryGiB: 64}}
                objective: {parts: [{of: {workload: web}, pendingSeconds: {p99: 30}}]}
                """);
        assertThat(planned(directory.resolve("p.yaml"), "no").exits(3).err())
                .contains("workloads by name, instead of workload");
    }

    /** A bound of a workload's own stands instead of that of all; kinds have no numbers apart. */
    @Test
    void boundsOfItsOwnAndSeveralKinds() throws IOException {
        Files.writeString(
                directory.resolve("k.yaml"),
                """
                workloads: [{name: web, csv: web.csv}, {name: night, csv: night.csv}]
                servers:
                  types:
                    - {name: small, cpu: 8, memoryGiB: 32, monthlyUsd: 60}
                    - {name: large, cpu: 32, memoryGiB: 128, monthlyUsd: 190}
                objective:
                  pendingSeconds: {max: 60}
                  parts: [{of: {workload: web}, pendingSeconds: {max: 5}}]
                search: {max: 40}
                clouds: {providers: []}
                """);
        String text =
                planned(directory.resolve("k.yaml"), "k").exits(0).out().replaceAll("\\s+", " ");
        JsonNode plan = plan("k");
        assertThat(Schemas.problems("plan.schema.json", plan)).isEmpty();
        assertThat(plan.at("/sharing/apart").isNull()).isTrue();
        assertThat(text).contains("is not told of several kinds of servers");
        List<String> metrics = plan.get("objective").findValuesAsText("metric");
        assertThat(metrics)
                .containsExactly(
                        "pendingSeconds.max",
                        "pendingSeconds[workload=night].max",
                        "pendingSeconds[workload=web].max",
                        "rejected",
                        "pending");
        assertThat(plan.at("/objective/2/bound").asDouble()).isEqualTo(5);
        assertThat(plan.at("/objective/1/bound").asDouble()).isEqualTo(60);
    }
}
