package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.packing.placement.PlacementFile;
import dev.stowage.packing.placement.PlacementPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code pack --right-size} may not say of histories that would take a service down. */
class RightSizeTruthTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SLOTS = 24; // a day
    private static final int STEP = 3600;
    private static final long START = 1_782_000_000L / 86_400 * 86_400;
    private static final String HEADER = "service,replica,start_s,end_s,cpu,memory_gib\n";

    @TempDir private Path directory;

    /** Use of a service in one measurement, an hour. */
    @FunctionalInterface
    private interface Use {
        /** Cores, or nothing in this hour if it is below 0. */
        double cores(int service, int hour);
    }

    @Test
    void useOfReplicasThatAreNotPackedFailsTheCheck() throws IOException {
        StringBuilder csv = new StringBuilder(HEADER);
        for (int i = 0; i < 8 * SLOTS; i++) {
            int replicas = i % SLOTS >= 8 && i % SLOTS < 20 ? 12 : 2;
            for (int r = 0; r < replicas; r++) {
                String name = r < 2 ? "web-" + r : "web-" + i / SLOTS + "-" + r;
                row(csv, "web", name, i, 3, 2);
            }
        }
        Path input = input("web", 1, 2, 4, 16);

        String out = pack(input, csv, 1);

        assertThat(out)
                .startsWith("Not safe: 1 server would be asked for more CPU than it has: node-1.")
                .contains("at most 225 % of the CPU of node-1") // 36 cores of 16
                .contains("71.4 % of the use of web has no place: 12 replicas ran at once, 2 are")
                .doesNotContain("never");
        assertThat(report().at("/replay/overflows/0/mostAtOnce").asInt()).isEqualTo(12);
    }

    @Test
    void whatWasNotMeasuredIsUnknown() throws IOException {
        Path input = input("s", 12, 1, 8, 16);

        String out = pack(input, csv(12, 12, (s, hour) -> hour % 12 == s ? 5 : -1), 0);

        assertThat(out)
                .contains("Requests of 0 of 12 services come from measured use")
                .contains("each for at least 8.3 % of its time")
                .contains("nothing can be said of minutes a month")
                .doesNotContain("never");
        assertThat(plan().services().get(0).evidence())
                .contains("measured for less than 80 % of its time");
    }

    @Test
    void aServiceMeasuredByNightKeepsItsRequest() throws IOException {
        Path input = input("s", 2, 1, 8, 32);

        String out = pack(input, csv(2, 8, (s, hour) -> s == 0 && hour % SLOTS >= 6 ? -1 : 1.1), 0);

        assertThat(out).contains("Requests of 1 of 2 services").doesNotContain("never");
        assertThat(plan().services().get(0).requestBefore()).isNull();
        // said to be enough, it is still not known what happens by day
        String lax =
                pack(
                        input,
                        csv(2, 8, (s, hour) -> s == 0 && hour % SLOTS >= 6 ? -1 : 1.1),
                        0,
                        "--min-coverage",
                        "10%",
                        "--min-history",
                        "1h");
        assertThat(lax)
                .startsWith("Not known to be safe: requests of 1 service rest on less than 80 %");
    }

    @Test
    void aLeakGetsNoLimitButADay() throws IOException {
        StringBuilder csv = new StringBuilder(HEADER);
        for (int i = 0; i < 9 * SLOTS; i++) {
            double age = i % (3 * SLOTS) / (double) SLOTS; // restarted every three days
            row(csv, "s0", "p", i, 1, 2 + 2.5 * age);
        }

        String out = pack(input("s", 1, 1, 2, 16), csv, 1);

        PlacementPlan.Service service = plan().services().get(0);
        assertThat(service.limit()).isNull();
        // 2 + 2.5 * 71/24 GiB at the end, 64 GiB in all: 21.8 days on
        assertThat(out.replace('\n', ' '))
                .startsWith("Not safe: the memory of s0 leaks and, unless it restarts, runs out at")
                .contains(" on 2026-07-21 20:12 UTC. As packed:");
        assertThat(service.evidence()).contains("leaks 2.5 GiB a day");
    }

    @Test
    void memoryThatGoesUpAndDownEveryDayIsNoLeak() throws IOException {
        StringBuilder csv = new StringBuilder(HEADER);
        for (int i = 0; i < 9 * SLOTS; i++) {
            row(csv, "s0", "p", i, 1, 3 - 2 * Math.cos(2 * Math.PI * i / SLOTS));
        }

        assertThat(pack(input("s", 1, 1, 2, 16), csv, 0)).doesNotContain("leak");
        assertThat(plan().services().get(0).limit()).isNotNull();
    }

    @Test
    void namesTheUnitThatMeasurementsSeemToBeIn() throws IOException {
        Path input = input("s", 3, 1, 2, 16);

        assertThat(errors(input, csv(3, 8, (s, hour) -> 900 + 10 * (hour % 7))))
                .contains("found cpu with a level of 930 cores for a replica of s0")
                .contains("seems to be millicores (divide by 1,000)");
        assertThat(errors(input, csv(3, 8, (s, hour) -> 1800.0 * hour)))
                .contains("seems to be a counter of seconds (take its rate)");
        String one = pack(input, csv(3, 8, (s, hour) -> s == 0 ? 900 : 1), 0);
        assertThat(one)
                .startsWith(
                        "Not known to be safe: what was measured of s0 can't be right: cpu seems")
                .doesNotContain("never");
        assertThat(plan().services().get(0).request().get(0)).isEqualTo(2_000_000);
        assertThat(plan().services().get(1).request().get(0)).isEqualTo(1_150_000);
    }

    @Test
    void sizesByWhatCameAfterAStep() throws IOException {
        Random random = new Random(3);
        Path input = input("s", 12, 1, 12, 32);

        String out =
                pack(
                        input,
                        csv(
                                12,
                                8,
                                (s, hour) ->
                                        hour >= 8 * SLOTS - 8
                                                ? 10
                                                : 1.7
                                                        + 0.3 * Math.sin(2 * Math.PI * hour / SLOTS)
                                                        + 0.1 * random.nextDouble()),
                        1);

        assertThat(plan().services())
                .allMatch(service -> service.request().get(0) == 11_500_000L)
                .allMatch(service -> service.evidence().contains("2026-06-28 16:00 UTC 10 cores"));
        assertThat(out)
                .startsWith(
                        "Not safe: requests made in the same way from the first 70 % of the time"
                                + " would have asked 1 server for more than it has in the rest, by"
                                + " s0, s1,")
                .contains("Packed and replayed again, no server is asked for more than it has with")
                .contains("Not known to be safe: the use of 12 services rises, or took a step in")
                .contains("Use took a step up, and requests rest on what came after it");
    }

    @Test
    void takesRowsThatAreThereTwiceOnce() throws IOException {
        StringBuilder csv = csv(1, 8, (s, hour) -> 12);
        String twice = csv + csv.substring(HEADER.length());

        String out = pack(input("s", 1, 1, 15, 16), new StringBuilder(twice), 0);

        assertThat(out)
                .contains("Of 384 rows of measured use 192 were used; left out: 192 of a time in")
                .contains("at most 75 % of the CPU of node-1");
    }

    /** Old and new replica run together for an hour of nine days. */
    @Test
    void aRolloutHasAPlace() throws IOException {
        StringBuilder csv = new StringBuilder(HEADER);
        for (int i = 0; i < 9 * SLOTS; i++) {
            row(csv, "s0", i < 5 * SLOTS ? "old" : "new", i, 1, 2);
            if (i == 5 * SLOTS) {
                row(csv, "s0", "old", i, 1, 2);
            }
        }

        String out = pack(input("s", 1, 1, 4, 16), csv, 0);

        assertThat(out).contains("never ask a server for more than it has");
        // 1 of 217 hours of use; both ran in two of them
        assertThat(report().at("/replay/overflows/0/cpuShare").asDouble()).isEqualTo(1 / 217.0);
        assertThat(report().at("/replay/withoutPlace").asInt()).isEqualTo(1);
    }

    /** Copies are told where rows of a service come in twos that differ from each other. */
    @Test
    void takesCopiesOfRowsWithoutAReplicaOnce() throws IOException {
        StringBuilder csv = new StringBuilder("service,start_s,end_s,cpu,memory_gib\n");
        for (int i = 0; i < 8 * SLOTS; i++) {
            for (int copy = 0; copy < 2; copy++) {
                unnamed(csv, "s0", i, 1 + i / 1000.0);
                unnamed(csv, "s0", i, 1.5 + i / 1000.0);
                unnamed(csv, "s1", i, 2);
                unnamed(csv, "s1", i, 2);
            }
        }

        String out = pack(input("s", 2, 2, 4, 16), csv, 0);

        assertThat(out).contains("left out: 768 there again without a replica");
        assertThat(report().at("/rows/used").asInt()).isEqualTo(768);
        assertThat(report().at("/replay/overflows")).isEmpty();
    }

    /**
     * One row twice may be two replicas that use the same: nobody can tell, and the user is told.
     */
    @Test
    void saysWhereCopiesCannotBeToldFromReplicas() throws IOException {
        StringBuilder csv = new StringBuilder("service,start_s,end_s,cpu,memory_gib\n");
        for (int i = 0; i < 8 * SLOTS; i++) {
            unnamed(csv, "s0", i, 1 + i / 1000.0);
            unnamed(csv, "s0", i, 1 + i / 1000.0);
        }

        String out = pack(input("s", 1, 1, 4, 16), csv, 1);

        assertThat(out)
                .contains("50 % of the use of s0 has no place: 2 replicas ran at once, 1 is packed")
                .contains("192 rows of s0 may be there again: without a replica, copies can't be");
        assertThat(report().at("/rows/alike/s0").asInt()).isEqualTo(192);
    }

    private static void unnamed(StringBuilder csv, String service, int hour, double cpu) {
        long start = START + (long) STEP * hour;
        csv.append(service).append(',').append(start).append(',').append(start + STEP);
        csv.append(',').append(cpu).append(",2\n");
    }

    /** Four rows in one hour of eight days, two in all others. */
    @Test
    void oneHourOfMoreRowsWithoutAReplicaIsOneHour() throws IOException {
        StringBuilder csv = new StringBuilder("service,start_s,end_s,cpu,memory_gib\n");
        for (int i = 0; i < 8 * SLOTS; i++) {
            for (int r = 0; r < (i == 100 ? 4 : 2); r++) {
                unnamed(csv, "s0", i, 1 + r / 10.0);
            }
        }

        pack(input("s", 1, 2, 4, 16), csv, 0);

        double all = 1.0 * 192 + 1.1 * 192 + 1.2 + 1.3;
        assertThat(report().at("/replay/overflows/0/cpuShare").asDouble())
                .isCloseTo((1 + 1.1 + 1.2 + 1.3) / 2 / all, within(1e-9));
        assertThat(report().at("/services/0/cpu/coverage").asDouble()).isEqualTo(1);
    }

    /** The order of rows says nothing: neither with names of replicas nor without. */
    @Test
    void theOrderOfRowsDoesNotMatter() throws IOException {
        for (String header : List.of("service,start_s,end_s,cpu,memory_gib", HEADER.strip())) {
            List<String> rows = new ArrayList<>();
            for (int i = 0; i < 9 * SLOTS; i++) {
                for (int r = 0; r < 3; r++) {
                    String name = header.equals(HEADER.strip()) ? ",r" + r : "";
                    rows.add(
                            "s0"
                                    + name
                                    + ","
                                    + (START + (long) STEP * i)
                                    + ","
                                    + (START + (long) STEP * (i + 1))
                                    + ","
                                    + (1 + (i * 7 + r * 5) % 11 / 10.0)
                                    + ","
                                    + (1 + 0.3 * r));
                }
            }
            Set<String> answers = new HashSet<>();
            for (int seed = 0; seed < 4; seed++) {
                Collections.shuffle(rows, new Random(seed));
                StringBuilder csv = new StringBuilder(header + "\n");
                rows.forEach(row -> csv.append(row).append('\n'));
                pack(input("s", 1, 3, 4, 16), csv, 0);
                answers.add(report().toString());
                assertThat(report().at("/services/0/restarts/count").asInt()).isZero();
            }
            assertThat(answers).hasSize(1);
        }
    }

    /**
     * At noon one replica of each service needs 4.4 cores of 8: on one server they are too much, on
     * two they are not, and nothing says where they were.
     */
    @Test
    void whoRanWhereIsNotKnown() throws IOException {
        StringBuilder csv = new StringBuilder(HEADER);
        for (int i = 0; i < 14 * SLOTS; i++) {
            row(csv, "a", "0", i, i % SLOTS == 12 ? 4.4 : 1, 2);
            row(csv, "a", "1", i, 1, 2);
            row(csv, "b", "0", i, 1, 2);
            row(csv, "b", "1", i, i % SLOTS == 12 ? 4.4 : 1, 2);
        }
        Path input =
                Files.writeString(
                        directory.resolve("input.yaml"),
                        """
                        servers: [{name: s, count: 2, cpu: 8, memoryGiB: 64}]
                        services:
                          - {name: a, replicas: 2, cpu: 3, memoryGiB: 4, mostPerServer: 1}
                          - {name: b, replicas: 2, cpu: 3, memoryGiB: 4, mostPerServer: 1}
                        """);

        String out = pack(input, csv, 0);

        assertThat(out)
                .startsWith("Not known to be safe: which replica ran on which server is not known,")
                .doesNotContain("never");
        assertThat(Schemas.problems("rightsizing.schema.json", report())).isEmpty();
    }

    /** One server is measured by the hour, another one every five minutes. */
    @Test
    void limitsRestOnMeasurementsOfTheSameServer() throws IOException {
        StringBuilder csv = new StringBuilder(HEADER);
        for (int i = 0; i < 14 * SLOTS; i++) {
            row(csv, "s0", "p", i, 1, 2);
            for (int part = 0; part < 12; part++) {
                long start = START + 3600L * i + 300L * part;
                csv.append("s1,p,").append(start).append(',').append(start + 300).append(",1,2\n");
            }
        }

        String out = pack(input("s", 2, 1, 10, 16), csv, 0, "--keep", "s0,s1");

        assertThat(out).contains("none; 2 are left alone and keep theirs");
        double share = 1 - Math.pow(0.05, 1.0 / 14); // Clopper and Pearson, no day of 14
        for (int server = 0; server < 2; server++) {
            assertThat(
                            report().at("/replay/servers/" + server + "/cpu/risk")
                                    .get("atMostMinutesAMonth")
                                    .asDouble())
                    .isCloseTo(share * 30 * (server == 0 ? 60 : 5), within(1e-6));
        }
        assertThat(PlacementFile.read(directory.resolve("x.plan")).inputs())
                .containsEntry("right-sizing", "cpu=p95,memory=max + 15 %, keep s0,s1");
    }

    /** What rises beyond a request that stays is not known to be safe either. */
    @Test
    void aRiseCountsThoughTheRequestIsLeftAlone() throws IOException {
        StringBuilder csv = csv(1, 14, (s, hour) -> 1 + 3.3 * hour / (14.0 * SLOTS));

        String out = pack(input("s", 1, 1, 4, 16), csv, 0, "--keep", "s0");

        assertThat(out)
                .startsWith("Not known to be safe: the use of 1 service rises, or took a step in")
                .contains("none; 1 is left alone and keeps its own");
    }

    /** What was killed was not measured then, or is told in rows of its own. */
    @Test
    void believesKillsOfRowsWithoutAmounts() throws IOException {
        String header = "service,replica,start_s,end_s,cpu,memory_gib,oom_kills\n";
        StringBuilder one = new StringBuilder(header);
        StringBuilder parts = new StringBuilder(header);
        for (int i = 0; i < 8 * SLOTS; i++) {
            int kills = i == 50 || i == 100 ? 1 : 0;
            String at = "s0,p," + (START + (long) STEP * i) + "," + (START + (long) STEP * (i + 1));
            one.append(at).append(kills == 1 ? ",,,1\n" : ",1,3.5,0\n");
            parts.append(at).append(",1,,").append(kills).append('\n');
            parts.append(at).append(",,3.5,\n");
            parts.append(at).append(",,,").append(kills).append('\n');
        }
        Path input = input("s", 1, 1, 4, 16);

        for (StringBuilder csv : List.of(one, parts)) {
            assertThat(pack(input, csv, 0))
                    .startsWith("Not known to be safe: replicas of 1 service were killed for want")
                    .contains("s0 (2 times, last on");
            // 3.5 GiB, a fifth more, and the margin
            assertThat(plan().services().get(0).request().get(1) >> 20).isEqualTo(4946);
        }
    }

    @Test
    void saysThatMemoryWasNeverMeasured() throws IOException {
        StringBuilder csv = new StringBuilder(HEADER);
        for (int i = 0; i < 8 * SLOTS; i++) {
            csv.append("s0,p,").append(START + (long) STEP * i).append(',');
            csv.append(START + (long) STEP * (i + 1)).append(",1,\n");
        }

        assertThat(pack(input("s", 1, 1, 4, 16), csv, 0))
                .contains("but memory never of s0")
                .contains("in the rest for 0 % of the time by CPU.");
    }

    /** From the middle of the history on, memory is in MiB. */
    @Test
    void seesThatAUnitChanges() throws IOException {
        StringBuilder csv = new StringBuilder(HEADER);
        for (int i = 0; i < 14 * SLOTS; i++) {
            row(csv, "s0", "p", i, 1, i < 7 * SLOTS ? 2 : 2048);
            row(csv, "s1", "p", i, 1, 2);
        }

        assertThat(pack(input("s", 2, 1, 4, 16), csv, 0))
                .startsWith("Not known to be safe: what was measured of s0 can't be right: memory")
                .contains("seems to be MiB (divide by 1,024)")
                .doesNotContain("leak");
    }

    @Test
    void saysThatANumberIsTooLarge() throws IOException {
        StringBuilder csv = new StringBuilder(HEADER);
        row(csv, "s0", "p", 0, 1, 1e12);

        assertThat(errors(input("s", 1, 1, 2, 16), csv))
                .contains("as memory_gib, expected at most 8388607 in its unit");
    }

    @Test
    void leavesServicesAloneThatAreNamed() throws IOException {
        Path input = input("s", 2, 1, 4, 16);

        pack(input, csv(2, 8, (s, hour) -> 1), 0, "--keep", "s1");

        assertThat(plan().services().get(0).request().get(0)).isEqualTo(1_150_000);
        assertThat(plan().services().get(1).evidence()).contains("stays: left alone");
        run("pack", input, "--right-size", "--usage", usage(), "--keep", "s3")
                .exits(3)
                .says("--keep: found \"s3\", expected a service that is packed");
    }

    private static StringBuilder csv(int services, int days, Use use) {
        StringBuilder csv = new StringBuilder(HEADER);
        for (int hour = 0; hour < days * SLOTS; hour++) {
            for (int s = 0; s < services; s++) {
                double cores = use.cores(s, hour);
                if (cores >= 0) {
                    row(csv, "s" + s, "p", hour, cores, 2);
                }
            }
        }
        return csv;
    }

    private static void row(
            StringBuilder csv, String service, String replica, int hour, double cpu, double gib) {
        long start = START + (long) STEP * hour;
        csv.append(service).append(',').append(replica).append(',').append(start).append(',');
        csv.append(start + STEP).append(',').append(cpu).append(',').append(gib).append('\n');
    }

    private Path input(String name, int services, int replicas, int cpu, int ofServer)
            throws IOException {
        StringBuilder yaml = new StringBuilder("servers:\n");
        yaml.append("  - {name: node, count: 12, memoryGiB: 64, cpu: ").append(ofServer);
        yaml.append("}\nservices:\n");
        for (int s = 0; s < services; s++) {
            yaml.append("  - {name: ").append(name.equals("s") ? name + s : name);
            yaml.append(", replicas: ").append(replicas);
            yaml.append(", memoryGiB: 4, cpu: ").append(cpu).append("}\n");
        }
        return Files.writeString(directory.resolve("input.yaml"), yaml.toString());
    }

    private Path usage() {
        return directory.resolve("usage.csv");
    }

    private String pack(Path input, StringBuilder csv, int exit, String... options)
            throws IOException {
        return packed(input, csv, options).exits(exit).out().replaceAll("\\s+", " ");
    }

    private String errors(Path input, StringBuilder csv) throws IOException {
        return packed(input, csv).exits(3).err().replaceAll("\\s+", " ");
    }

    private Stowage.Result packed(Path input, StringBuilder csv, String... options)
            throws IOException {
        Files.writeString(usage(), csv.toString());
        Object[] arguments = new Object[7 + options.length];
        Object[] first = {
            "pack", input, "--right-size", "--usage", usage(), "-o", directory.resolve("x.plan")
        };
        System.arraycopy(first, 0, arguments, 0, first.length);
        System.arraycopy(options, 0, arguments, first.length, options.length);
        Object[] forced = Arrays.copyOf(arguments, arguments.length + 1);
        forced[arguments.length] = "--force";
        return run(forced);
    }

    private PlacementPlan plan() {
        return PlacementFile.read(directory.resolve("x.plan"));
    }

    private JsonNode report() throws IOException {
        return JSON.readTree(directory.resolve("x.plan/rightsizing.json").toFile());
    }
}
