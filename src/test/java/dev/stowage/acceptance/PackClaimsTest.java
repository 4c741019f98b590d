package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.placement.PlacementFile;
import dev.stowage.packing.placement.PlacementPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code pack} says, held against what it wrote. */
class PackClaimsTest {
    @TempDir private Path directory;

    @Test
    void movesThatWaitForEachOtherLeaveNoServerOverCapacity() throws IOException {
        Path file =
                write(
                        "circle.yaml",
                        """
                        servers:
                          - {name: A, count: 1, cpu: 10, memoryGiB: 100, attributes: {gen: "1"}}
                          - {name: B, count: 1, cpu: 10, memoryGiB: 100, attributes: {gen: "2"}}
                        services:
                          - {name: x, cpu: 8, memoryGiB: 1, needs: "gen=2", on: [A]}
                          - {name: y, cpu: 3, memoryGiB: 1, needs: "gen=1", on: [B]}
                          - {name: z, cpu: 7, memoryGiB: 1, needs: "gen=1"}
                        """);

        String out = run("pack", file, "-o", directory.resolve("circle.plan")).exits(0).out();

        PlacementPlan plan = PlacementFile.read(directory.resolve("circle.plan"));
        Map<String, ResourceVector> loads = new HashMap<>();
        plan.items().forEach(i -> loads.merge(i.server(), i.demand(), ResourceVector::plus));
        plan.servers().forEach(s -> assertThat(s.usable().covers(loads.get(s.name()))).isTrue());
        assertThat(plan.moves()).hasSize(2).allMatch(PlacementPlan.Move::isStopped);
        assertThat(out)
                .contains(
                        "2 are stopped before any of them starts on its new server",
                        "x/0 (A to B), y/0 (B to A) are stopped",
                        "no way has fewer stops");
    }

    /** Neither A nor B has room for both, so that one steps aside to a server of its own. */
    @Test
    void saysWhatAServerForTheTimeOfTheMoveCosts() throws IOException {
        Path file =
                write(
                        "spare.yaml",
                        """
                        servers:
                          - {name: A, count: 1, cpu: 10, memoryGiB: 100, monthlyUsd: 100, attributes: {gen: "1"}}
                          - {name: B, count: 1, cpu: 10, memoryGiB: 100, monthlyUsd: 100, attributes: {gen: "2"}}
                          - {name: C, count: 1, cpu: 10, memoryGiB: 100, monthlyUsd: 70, attributes: {gen: "3"}}
                        services:
                          - {name: x, cpu: 8, memoryGiB: 1, needs: "gen>=2", on: [A]}
                          - {name: y, cpu: 3, memoryGiB: 1, needs: "gen!=2", on: [B]}
                          - {name: z, cpu: 7, memoryGiB: 1, needs: "gen=1"}
                          - {name: w, cpu: 2, memoryGiB: 1, needs: "gen=2", on: [B]}
                        """);

        assertThat(run("pack", file, "-o", directory.resolve("spare.plan")).exits(0).out())
                .contains("2 items move, 3 GiB in 3 steps", "y/0   B     C     1  detour")
                .contains("Used on the way: C, USD 70 a month.");
    }

    @Test
    void whatRunsIsNoSavingWhenItHasNoPlace() throws IOException {
        String servers =
                """
                servers:
                  - {name: a, count: 2, cpu: 10, memoryGiB: 10, monthlyUsd: 100, attributes: {gen: "1"}}
                  - {name: b, count: 1, cpu: 10, memoryGiB: 10, monthlyUsd: 100, attributes: {gen: "2"}}
                services:
                """;
        Path needs =
                write(
                        "needs.yaml",
                        servers
                                + "  - {name: web, replicas: 2, cpu: 2, memoryGiB: 1, needs: \"gen=2\","
                                + " on: [a-1, a-2]}\n  - {name: db, cpu: 2, memoryGiB: 1, on: [b]}\n");
        run("pack", needs, "--max-moves", "0", "-o", directory.resolve("needs.plan"))
                .exits(3)
                .says("2 items that can't stay where they run", "at most 0", "--max-moves 2");
        assertThat(directory.resolve("needs.plan")).doesNotExist();

        // nothing simple proves that one has to move, but there is little to look through
        Path tight =
                write(
                        "tight.yaml",
                        """
                        servers:
                          - {name: a, count: 3, cpu: 10, memoryGiB: 10}
                        services:
                          - {name: big, cpu: 8, memoryGiB: 1}
                          - {name: small, replicas: 4, cpu: 4, memoryGiB: 1, on: [a-1, a-1, a-2, a-3]}
                        """);
        run("pack", tight, "--max-moves", "0", "-o", directory.resolve("few.plan"))
                .exits(3)
                .says("no placement of all items with at most 0 moves", "--max-moves 1");
    }

    /** Five, each apart from two others in a ring: on two servers there is no place for one. */
    @Test
    void whatHasNoPlaceWithoutAProofIsIncompleteAndNoSaving() throws IOException {
        Path tight =
                write(
                        "ring.yaml",
                        """
                        servers:
                          - {name: a, count: 2, cpu: 10, memoryGiB: 10}
                        services:
                          - {name: v, replicas: 5, cpu: 1, memoryGiB: 1}
                        rules:
                          - {apart: [v/0, v/1]}
                          - {apart: [v/1, v/2]}
                          - {apart: [v/2, v/3]}
                          - {apart: [v/3, v/4]}
                          - {apart: [v/4, v/0]}
                        """);
        String out =
                run("pack", tight, "--work", "20", "-o", directory.resolve("tight.plan"))
                        .exits(1)
                        .out();
        PlacementPlan plan = PlacementFile.read(directory.resolve("tight.plan"));
        assertThat(plan.result().unplaced()).isEqualTo(1);
        assertThat(plan.result().displaced()).isZero();
        assertThat(plan.result().bound().isOptimal()).isFalse();
        assertThat(plan.result().gap()).isNull();
        assertThat(out)
                .startsWith("Incomplete: 1 of 5 items has no place.")
                .contains("Without a place: ", "(new): ")
                .doesNotContain("fewer", "optimal");
        assertThat(
                        plan.items().stream()
                                .filter(item -> item.server() == null)
                                .map(PlacementPlan.Item::reason))
                .allMatch(reason -> reason.contains("no place"))
                .allMatch(reason -> reason.contains("help: one more server of type a,"));
    }

    @Test
    void noRequestIsRoundedDown() throws IOException {
        Path file =
                write(
                        "thirds.yaml",
                        """
                        servers:
                          - {name: s, count: 6, cpu: 1, memoryGiB: 62.8, networkGbps: 10}
                        services:
                          - {name: w, replicas: 9, cpu: 0.3333339, memoryGiB: 31.4, networkGbps: 1}
                          - {name: n, cpu: 0, memoryGiB: 0, networkGbps: 9.9999999999}
                        """);

        run("pack", file, "-o", directory.resolve("thirds.plan")).exits(0);

        PlacementPlan plan = PlacementFile.read(directory.resolve("thirds.plan"));
        assertThat(plan.result().servers()).isEqualTo(6);
        assertThat(plan.items().get(0).demand().get(0)).isEqualTo(333_334);
    }

    @Test
    void givesTheSameBytesOnABusyMachine() throws Exception {
        Path file = hard();
        String[] command = {"--work", "40", "--seed", "7"};
        Path alone = pack(file, "alone.plan", command);
        AtomicBoolean isDone = new AtomicBoolean();
        Stream<Thread> load = IntStream.range(0, 4).mapToObj(i -> new Thread(() -> spin(isDone)));
        load.forEach(Thread::start);
        Path busy = pack(file, "busy.plan", command);
        isDone.set(true);

        assertThat(busy.resolve("placement.json"))
                .hasSameBinaryContentAs(alone.resolve("placement.json"));
        PlacementPlan.Result result = PlacementFile.read(alone).result();
        assertThat(result.ended()).isEqualTo("work");
        assertThat(result.parts())
                .extracting(PlacementPlan.Part::name)
                .contains("ruin and recreate");
    }

    @Test
    void saysThatTimeEndedIt() throws IOException {
        String out =
                run("pack", hard(), "--solve-time", "0.3s", "-o", directory.resolve("timed.plan"))
                        .exits(0)
                        .out();

        assertThat(PlacementFile.read(directory.resolve("timed.plan")).result().ended())
                .isEqualTo("time");
        assertThat(out).contains("ended by time, after");
    }

    @Test
    void diffSaysFirstWhatTheAnswerIsAndRaisesNoFlagForOtherFigures() throws IOException {
        String text =
                """
                servers:
                  - {name: a, count: 9, cpu: 10, memoryGiB: 10, monthlyUsd: 100}
                services:
                  - {name: web, replicas: 6, cpu: 4, memoryGiB: 1, on: [a-1, a-2, a-3, a-4, a-5, a-6]}
                """;
        Path three = pack(write("w.yaml", text), "three.plan", "--work", "5");
        Path seed = pack(write("w.yaml", text), "seed.plan", "--work", "5", "--seed", "1");
        Path four = pack(write("w.yaml", text.replace("replicas: 6", "replicas: 7")), "four.plan");

        assertThat(run("plan", "diff", three, seed).exits(0).out())
                .startsWith("The answer is the same: 3 servers, $300 a month as before.")
                .containsPattern("seed +42 +1")
                .doesNotContain("-97");
        assertThat(run("plan", "diff", three, four).exits(1).out())
                .startsWith("3 → 4 servers, +$100 a month: ");
        assertThat(run("plan", "diff", three, four, "--tolerance", "40%").exits(0).out())
                .startsWith("The answer is the same within the tolerance: 3 → 4 servers");
    }

    @Test
    void diffTellsOfIncompletePlacementsThatTheyDoNotHold() throws IOException {
        Path left = directory.resolve("left.plan");
        Path tight =
                write("tight.yaml", Files.readString(hard()).replace("count: 30", "count: 14"));
        run("pack", tight, "--search", "none", "--work", "1", "-o", left).exits(1);

        assertThat(run("plan", "diff", left, left).exits(0).out())
                .contains("which holds neither before nor now");
    }

    @Test
    void diffDoesNotBlameWhereItemsRunTodayWhereThatBindsNothing() throws IOException {
        String text =
                """
                servers:
                  - {name: a, count: 4, cpu: 8, memoryGiB: 16, monthlyUsd: 100}
                services:
                  - {name: x, replicas: 6, cpu: 3, memoryGiB: 4, on: [a-1, a-1, a-2, a-2, a-3, a-4]}
                  - {name: y, replicas: 2, cpu: 1, memoryGiB: 2, on: [a-1, a-2]}
                """;
        Path few = pack(write("b.yaml", text), "few.plan");
        Path more =
                pack(
                        write(
                                "b.yaml",
                                text.replace("replicas: 2", "replicas: 9")
                                        .replace(", on: [a-1, a-2]}", "}")),
                        "more.plan");

        assertThat(run("plan", "diff", few, more).exits(1).out())
                .startsWith("3 → 4 servers, +$100 a month: replicas of y 2 → 9,")
                .doesNotContain("from of");
    }

    @Test
    void refusesAPlacementThatContradictsItself() throws IOException {
        String text =
                """
                servers:
                  - {name: a, count: 2, cpu: 8, memoryGiB: 16, monthlyUsd: 100}
                services:
                  - {name: x, replicas: 3, cpu: 3, memoryGiB: 4}
                """;
        Path plan = pack(write("c.yaml", text), "c.plan");
        Path file = plan.resolve(PlacementFile.NAME);
        String written = Files.readString(file);
        Files.writeString(file, written.replaceFirst("\"unplaced\" ?: ?0", "\"unplaced\": 1"));

        assertThat(Files.readString(file)).isNotEqualTo(written);
        assertThat(run("plan", "diff", plan, plan).exits(3).err().replaceAll("\\s+", " "))
                .contains("placement.json", "unplaced: written 1, is 0");
    }

    @Test
    void tellsSmallPricesInFull() throws IOException {
        Path file =
                write(
                        "small.yaml",
                        """
                        servers:
                          - {name: a, count: 3, cpu: 2, memoryGiB: 8, monthlyUsd: 0.333333}
                          - {name: b, count: 1, cpu: 8, memoryGiB: 8, monthlyUsd: 0.7}
                        services:
                          - {name: x, replicas: 4, cpu: 1, memoryGiB: 1, on: [b, b, b, b]}
                        """);

        assertThat(
                        run("pack", file, "-o", directory.resolve("small.plan"))
                                .exits(0)
                                .out()
                                .replaceAll("\\s+", " "))
                .contains("for $0.666666 a month instead of $0.70")
                .contains("with less than $0.666666 a month")
                .doesNotContain("$0.66 ");
    }

    @Test
    void saysWhatThePlacementOfTodayBreaks() throws IOException {
        Path file =
                write(
                        "over.yaml",
                        """
                        servers:
                          - {name: a, count: 2, cpu: 8, memoryGiB: 32, monthlyUsd: 120}
                        services:
                          - {name: db, cpu: 5, memoryGiB: 8, on: [a-1]}
                          - {name: web, cpu: 5.5, memoryGiB: 8, on: [a-1]}
                        """);

        assertThat(run("pack", file, "-o", directory.resolve("over.plan")).exits(0).out())
                .contains("1 more than the 1 in use today", "1 item moves")
                .containsIgnoringWhitespaces(
                        "What runs today breaks 1 rule, the plan none: server a-1 is given 10.5"
                                + " cores of cpu and has 8 cores to give.");
    }

    @Test
    void namesTheServerThatAnItemIsSaidToRunOnAndThatIsNotThere() throws IOException {
        Path file =
                write(
                        "gone.yaml",
                        """
                        servers:
                          - {name: a, count: 2, cpu: 8, memoryGiB: 32}
                        services:
                          - {name: db, cpu: 5, memoryGiB: 8, on: [b-7]}
                        """);

        run("pack", file, "-o", directory.resolve("gone.plan"))
                .exits(3)
                .says("services[0].on[0]", "\"b-7\"", "the name of a server");
        assertThat(directory.resolve("gone.plan")).doesNotExist();
    }

    /** A plan that was made before another one was carried out. */
    @Test
    void namesTheObjectThatRunsOtherwiseThanAnOlderPlanSaw() throws IOException {
        String text =
                """
                servers:
                  - {name: a, count: 2, cpu: 10, memoryGiB: 10}
                services:
                  - {name: web, replicas: 2, cpu: 3, memoryGiB: 1, on: [a-1, a-2]}
                """;
        Path older = pack(write("older.yaml", text), "older.plan");
        Path newer = pack(write("newer.yaml", text.replace("cpu: 3", "cpu: 4")), "newer.plan");
        Object[] where = {"--target", "files", "-o", directory.resolve("out"), "--yes"};
        run(Stream.concat(Stream.of("push", newer), Stream.of(where)).toArray()).exits(0);

        run(Stream.concat(Stream.of("push", older), Stream.of(where)).toArray())
                .exits(3)
                .says("stowage-web.slice.d/50-stowage.conf: found", "as at the time of the plan");
    }

    @Test
    void saysWhatEachPartOfTheSearchGave() throws IOException {
        assertThat(
                        run("pack", hard(), "--work", "40", "-o", directory.resolve("parts.plan"))
                                .exits(0)
                                .out())
                .containsIgnoringWhitespaces("The parts of the search: ", "ruin and recreate");
    }

    @Test
    void planPacksTheBusiestMomentAndNotTheFirst() throws IOException {
        StringBuilder csv = new StringBuilder("submit_s,duration_s,cpu,memory_gib\n0,100,1,1\n");
        for (int i = 0; i < 10; i++) {
            csv.append(1000 + i).append(",50,1,1\n");
        }
        write("tasks.csv", csv.toString());
        Path scenario =
                write(
                        "busy.yaml",
                        """
                        workload: {csv: tasks.csv}
                        servers: {type: {name: node, cpu: 4, memoryGiB: 16}}
                        objective: {pendingSeconds: {p99: 0}}
                        packing: {work: 5}
                        """);

        run("plan", scenario, "-o", directory.resolve("busy.plan")).exits(0);

        PlacementPlan plan = PlacementFile.read(directory.resolve("busy.plan"));
        assertThat(plan.items()).hasSize(10);
        assertThat(plan.result().servers()).isEqualTo(3);
    }

    private static void spin(AtomicBoolean isDone) {
        while (!isDone.get()) {
            Thread.onSpinWait();
        }
    }

    private Path pack(Path file, String name, String... options) {
        Path plan = directory.resolve(name);
        run(Stream.concat(Stream.of("pack", file, "-o", plan), Stream.of(options)).toArray())
                .exits(0);
        return plan;
    }

    /**
     * Cut from 14 full servers, five pieces each in two resources: hard to put together again. One
     * piece is a little smaller, so that nobody can look for servers that are quite full.
     */
    private Path hard() throws IOException {
        Random random = new Random(3);
        StringBuilder text =
                new StringBuilder(
                        "servers:\n  - {name: s, count: 30, cpu: 1, memoryGiB: 1000}\nservices:\n");
        for (int server = 0; server < 14; server++) {
            int[] cpu = cuts(random);
            int[] memory = cuts(random);
            if (server == 0) {
                cpu[0]--;
                memory[0]--;
            }
            for (int i = 0; i < cpu.length; i++) {
                text.append(
                        "  - {name: i%d-%d, cpu: %d.%03d, memoryGiB: %d}%n"
                                .formatted(server, i, cpu[i] / 1000, cpu[i] % 1000, memory[i]));
            }
        }
        return write("hard.yaml", text.toString());
    }

    private static int[] cuts(Random random) {
        int[] at = random.ints(1, 1000).distinct().limit(4).sorted().toArray();
        return IntStream.rangeClosed(0, at.length)
                .map(i -> (i == at.length ? 1000 : at[i]) - (i == 0 ? 0 : at[i - 1]))
                .toArray();
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }
}
