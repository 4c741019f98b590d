package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code plan diff} of the results of each command: one sentence first, in human units. */
class ResultDiffTest {
    private static final String SHOP =
            """
            servers:
              - {name: a, count: 8, cpu: 10, memoryGiB: 10, monthlyUsd: 100}
            services:
              - {name: web, replicas: 6, cpu: 4, memoryGiB: 1, on: [a-1, a-1, a-2, a-2, a-3, a-3]}
            """;

    private static final String PLAN =
            """
            workload: {csv: tasks.csv}
            servers: {type: {name: node, cpu: 4, memoryGiB: 16, monthlyUsd: 38}}
            objective: {pendingSeconds: {p99: 0}}
            """;

    @TempDir private Path directory;

    @Test
    void saysSmallMoneyAndHumanUnits() throws IOException {
        Path one = pack("one", SHOP);

        assertThat(diff(one, pack("dearer", SHOP.replace("Usd: 100", "Usd: 100.1")), 1))
                .startsWith("3 servers, +$0.30 a month: monthly usd of 8 servers 100 → 100.1.");
        assertThat(diff(one, pack("more", SHOP.replace("cpu: 4", "cpu: 5.5")), 1))
                .doesNotContain("000000")
                .contains("+$300 a month: cpu of web 4 cores → 5.5 cores");
        assertThat(diff(one, pack("unpriced", SHOP.replace(", monthlyUsd: 100", "")), 1))
                .startsWith("3 servers, without a price now: monthly usd of 8 servers $100 → none.")
                .doesNotContain("result, cost  ", "%");
    }

    /** What was asked is a reason, what came of it none. */
    @Test
    void givesTheLimitOfMovesAndTheHeadroomAsReasons() throws IOException {
        String full =
                SHOP.replace("[a-1, a-1, a-2, a-2, a-3, a-3]", "[a-1, a-2, a-3, a-4, a-5, a-6]");
        Path free = pack("free", full);

        assertThat(diff(free, pack("one", full, "--max-moves", "1"), 1))
                .startsWith("3 → 5 servers, +$200 a month: max moves none → 1.");
        assertThat(diff(free, pack("room", "headroom: 0.2\n" + full), 0))
                .startsWith("The answer is the same");
        assertThat(diff(free, pack("space", "headroom: 0.3\n" + full), 1))
                .startsWith("3 → 6 servers, +$300 a month: headroom of 8 servers 0 % → 30 %.");
        Path told = Files.createDirectory(directory.resolve("told.pack"));
        Files.writeString(
                told.resolve("placement.json"),
                Files.readString(free.resolve("placement.json"))
                        .replaceFirst("\"reason\" : null", "\"reason\" : \"no place\""));
        assertThat(diff(free, told, 0))
                .contains("they also say", "items, web/0, reason")
                .doesNotContain("what they rest on");
    }

    /** A name is nothing to split, nor to spell in another way. */
    @Test
    void leavesNamesAsTheyAre() throws IOException {
        String named = SHOP.replace("name: web", "name: 'AD.Datei, Server'");

        assertThat(diff(pack("n", named), pack("m", named.replace("cpu: 4", "cpu: 5.5")), 1))
                .contains("cpu of AD.Datei, Server 4 cores", "services, AD.Datei, Server, request");
    }

    /** Also if the type keeps its name. */
    @Test
    void tellsServersOfAnotherSize() throws IOException {
        tasks(4);
        Path small = plan("small", PLAN);

        assertThat(diff(small, plan("large", PLAN.replace("cpu: 4", "cpu: 4.5")), 1))
                .startsWith(
                        "2 servers of another size (2 node of 4 cores, 16 GiB → 2 node of 4.5"
                                + " cores, 16 GiB), $76 a month as before: servers, type, cpu 4 → 4.5.");
        Path one = pack("one", SHOP);
        assertThat(diff(one, pack("big", SHOP.replace("memoryGiB: 10,", "memoryGiB: 11,")), 1))
                .contains("3 a of 10 cores, 10 GiB → 3 a of 10 cores, 11 GiB");
    }

    @Test
    void namesWhatIsNoResult() throws IOException {
        Path one = pack("one", SHOP);
        Path empty = Files.createDirectory(directory.resolve("empty"));
        Path none = directory.resolve("none.plan");

        Stowage.run("plan", "diff", empty, one).exits(3).says(empty + ": found a folder without");
        Stowage.run("plan", "diff", one, empty).exits(3).says(empty + ": found a folder without");
        Stowage.run("plan", "diff", one, none).exits(3).says(none + ": found nothing there");
        Stowage.run("plan", "diff", none, one).exits(3).says(none + ": found nothing there");
        Stowage.run("plan", "diff", one, one, "--rows", "-1").exits(2).says("--rows", "-1");
    }

    /** What pack can't read is named, with what makes something of it. */
    @Test
    void packNamesWhatItWasGiven() throws IOException {
        Path csv = Files.writeString(directory.resolve("vms.csv"), "a,b\n1,2\n");
        Stowage.run("pack", csv).exits(3).says("found a CSV file", "stowage ingest csv " + csv);
        Stowage.run("pack", directory).exits(3).says("found a folder that is no trace");
        Path comma = directory.resolve("comma.yaml");
        Files.writeString(comma, SHOP.replace("cpu: 4", "cpu: '1,5'"));
        Stowage.run("pack", comma).exits(3).says("Write a decimal point: 1.5.");
        Files.writeString(comma, SHOP + "rules:\n  - {name: r}\n");
        assertThat(Stowage.run("pack", comma).exits(3).says("exactly one of together").err())
                .doesNotContain("expected together:", "scenario.md");
    }

    @Test
    void comparesRuns() throws IOException {
        tasks(4);
        Path one = simulate("one", "1x4c16g");

        assertThat(diff(one, simulate("same", "1x4c16g"), 0)).startsWith("The answer is the same");
        assertThat(diff(one, simulate("two", "2x4c16g"), 1))
                .contains(" → ", "99 % of admitted tasks wait at most", "servers");
        assertThat(diff(one, directory, 3)).isEmpty();
    }

    @Test
    void comparesClouds() throws IOException {
        Path one = cloud("one", 4);

        assertThat(diff(one, cloud("same", 4), 0)).startsWith("The answer is the same");
        assertThat(diff(one, cloud("two", 40), 1)).contains("+$", "for the whole demand");
        assertThat(diff(one, pack("p", SHOP), 3)).isEmpty();
    }

    /** Neither a cloud's price nor none is less than that of own servers. */
    @Test
    void makesNoSavingOfAPriceThatWasTakenAway() throws IOException {
        tasks(4);
        Path priced = plan("priced", PLAN);

        assertThat(diff(priced, plan("unpriced", PLAN.replace(", monthlyUsd: 38", "")), 1))
                .startsWith("2 servers, $76 a month → $")
                .contains("monthly usd $38 → none")
                .doesNotContain("-$", "+$");
    }

    /** What was drawn, and where it goes then, follows from the seed. */
    @Test
    void givesNoResultAsAReason() throws IOException {
        String drawn =
                """
                workload: {model: google-2011, generator: paper, jobs: 60, arrivalScale: 0.001}
                servers: {type: {name: small, cpu: 2, memoryGiB: 2, monthlyUsd: 38}}
                objective: {pendingSeconds: {p90: 60}}
                search: {replications: 5, maxReplications: 5, reliability: 0.5, confidence: 0.6}
                """;
        Path one = plan("one", drawn + "seed: 1\n");

        String out = diff(one, plan("other", drawn + "seed: 3\n"), 1);
        assertThat(out).contains(": seed 1 → 3. ").doesNotContain("placement, tasks");
        assertThat(out.split("seed +1 +3", -1)).as("once in the table: %s", out).hasSize(2);
        assertThat(diff(one, plan("more", drawn.replace("jobs: 60", "jobs: 90") + "seed: 1\n"), 1))
                .contains(": jobs 60 → 90. ");
    }

    @Test
    void saysThatNoNumberOfServersHolds() throws IOException {
        tasks(200);
        Path holds = plan("holds", PLAN);
        Path few = directory.resolve("short.plan");
        Stowage.run("plan", scenario("short", PLAN + "search: {max: 2}\n"), "-o", few).exits(1);

        assertThat(diff(holds, few, 1)).contains("→ no number of servers that holds: ");
    }

    private String diff(Path first, Path second, int exit) {
        return Stowage.run("plan", "diff", first, second).exits(exit).out().replace('\n', ' ');
    }

    private Path pack(String name, String text, String... options) throws IOException {
        Path plan = directory.resolve(name + ".pack");
        Path file = Files.writeString(directory.resolve(name + ".yaml"), text);
        List<Object> call = new ArrayList<>(List.of("pack", file, "-o", plan, "--work", "5"));
        call.addAll(List.of(options));
        Stowage.run(call.toArray()).exits(0);
        return plan;
    }

    private Path simulate(String name, String servers) {
        Path run = directory.resolve(name + ".run");
        Stowage.run("simulate", directory.resolve("tasks.csv"), "--servers", servers, "-o", run)
                .exits(0);
        return run;
    }

    private Path cloud(String name, int cores) throws IOException {
        Path demand = directory.resolve(name + "-demand.csv");
        Files.writeString(demand, "time_s,cpu,memory_gib\n0,%d,8\n3600,1,1\n".formatted(cores));
        Path out = directory.resolve(name + ".cloud");
        Stowage.run("cloud", demand, "--policies", "single", "--providers", "aws", "-o", out)
                .exits(0);
        return out;
    }

    private Path plan(String name, String text) throws IOException {
        Path plan = directory.resolve(name + ".plan");
        Stowage.run("plan", scenario(name, text), "-o", plan).exits(0);
        return plan;
    }

    private Path scenario(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name + "-scenario.yaml"), text);
    }

    private void tasks(int count) throws IOException {
        StringBuilder csv = new StringBuilder("submit_s,duration_s,cpu,memory_gib\n");
        for (int i = 0; i < count; i++) {
            csv.append(i).append(",50,2,1\n");
        }
        Files.writeString(directory.resolve("tasks.csv"), csv.toString());
    }
}
