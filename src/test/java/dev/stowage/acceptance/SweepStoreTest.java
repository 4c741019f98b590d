package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.acceptance.Stowage.Result;
import dev.stowage.workflow.sweep.CellStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kept answers of sweeps, cells that fail, and what is refused. */
class SweepStoreTest {
    @TempDir private Path folder;
    private SweepFixture fixture;

    @BeforeEach
    void files() throws IOException {
        fixture = SweepFixture.in(folder);
    }

    @Test
    void waitsForAnotherSweep() throws Exception {
        Path sweep = fixture.sweep("vary: {workload.growth: [1, 2]}\n");
        CellStore held = CellStore.open(folder.resolve("sweep.cells"), false);
        CompletableFuture<Result> waiting =
                CompletableFuture.supplyAsync(() -> fixture.run(0, sweep, "out", "--wait"));
        Thread.sleep(300);
        assertThat(waiting).isNotDone();
        held.close();
        assertThat(waiting.get(60, TimeUnit.SECONDS).out()).contains("2 cells");
    }

    @Test
    void forgetsWhatNoSweepUsedForATime() throws IOException {
        Path sweep = fixture.sweep("vary: {workload.growth: [1, 2]}\n");
        fixture.run(0, sweep, "out");
        Path cells = folder.resolve("sweep.cells");
        List<Path> answers = answers(cells);
        Files.setLastModifiedTime(
                answers.get(0), FileTime.from(Instant.now().minus(Duration.ofDays(31))));
        Files.writeString(cells.resolve("left.1.tmp"), "of a killed process");
        Result gc = Stowage.run("sweep", "gc", "--cache", cells, "--keep", "30d").exits(0);
        assertThat(gc.out()).contains("Removed 1 kept answers");
        assertThat(answers.get(0)).doesNotExist();
        assertThat(answers.get(1)).exists();
        assertThat(cells.resolve("left.1.tmp")).doesNotExist();
        assertThat(fixture.run(0, sweep, "again").out()).contains("1 of 2 answers were kept");
        Stowage.run("sweep", "gc", "--cache", folder).exits(3).says("no kept answers");
    }

    private static List<Path> answers(Path cells) throws IOException {
        try (Stream<Path> files = Files.walk(cells)) {
            return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
        }
    }

    @Test
    void aCellThatTakesTooLongIsARow() throws IOException {
        Files.writeString(
                folder.resolve("base.yaml"),
                """
                name: Base
                workload: {csv: tasks.csv}
                servers: {type: {name: small, cpu: 4, memoryGiB: 8}}
                objective: {pendingSeconds: {p99: 5}}
                clouds: {providers: []}
                """);
        Path sweep =
                fixture.sweep(
                        """
                        vary:
                          load:
                            short: {workload: {csv: tasks.csv}}
                            long: {workload: {model: google-2011, jobs: 400000}, search.replications: 300}
                        """);
        fixture.run(1, sweep, "out", "--cell-timeout", "8s", "--threads", 2);
        JsonNode cells =
                new ObjectMapper().readTree(fixture.out("out/sweep.json").toFile()).get("cells");
        assertThat(cells.get(0).get("state").textValue()).isEqualTo("done");
        assertThat(cells.get(1).get("state").textValue()).isEqualTo("timeout");
        assertThat(cells.get(1).get("reason").textValue()).isEqualTo("longer than 8.0 s");
    }

    @Test
    void aFolderThatCannotBeWrittenIsRefused() throws IOException {
        Path sweep = fixture.sweep("vary: {workload.growth: [1, 2]}\n");
        Path file = Files.writeString(folder.resolve("file"), "");
        Stowage.run("sweep", sweep, "--cache", file, "-o", fixture.out("out"))
                .exits(3)
                .says("it is a file", "--cache");
        Stowage.run("sweep", sweep, "--cache", "/proc/cells", "-o", fixture.out("out"))
                .exits(3)
                .says("/proc/cells", "can't be used", "--cache");
        assertThat(fixture.out("out")).doesNotExist();
    }

    @Test
    void aDiskThatIsFullInTheMiddleLosesNothing() throws IOException {
        Path sweep = fixture.sweep("vary: {workload.growth: 1..9}\n");
        fixture.run(0, sweep, "whole", "--cache", folder.resolve("other"));
        Path cells = Files.createDirectory(folder.resolve("sweep.cells"));
        for (int i = 128; i < 256; i++) { // half of the keys have no place
            Files.writeString(cells.resolve(String.format("%02x", i)), "");
        }
        Stowage.run("sweep", sweep, "-o", fixture.out("out"))
                .exits(3)
                .says("sweep.cells", "Move the file away", "stay");
        assertThat(fixture.out("out")).doesNotExist();
        for (int i = 128; i < 256; i++) {
            Files.delete(cells.resolve(String.format("%02x", i)));
        }
        fixture.run(0, sweep, "out");
        fixture.assertSame("whole", "out");
    }

    @Test
    void goesOnWhenAFullDiskHasRoomAgain() throws Exception {
        Path sweep = fixture.sweep("vary: {workload.growth: 1..9}\n");
        fixture.run(0, sweep, "whole", "--cache", folder.resolve("other"));
        try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), "size=64k")) {
            Path filler = disk.path().resolve("filler");
            Files.write(filler, new byte[24 << 10]);
            Path cells = disk.path().resolve("cells");
            Stowage.run("sweep", sweep, "--cache", cells, "-o", fixture.out("out"))
                    .exits(3)
                    .says("cells", "space");
            assertThat(fixture.out("out")).doesNotExist();
        }
        try (SmallDisk disk = SmallDisk.mount(folder.resolve("large"), "size=4m")) {
            fixture.run(0, sweep, "out", "--cache", disk.path().resolve("cells"));
        }
        fixture.assertSame("whole", "out");
    }

    @Test
    void aReadOnlyDiskIsRefused() throws Exception {
        Path sweep = fixture.sweep("vary: {workload.growth: [1, 2]}\n");
        try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), "size=64k,ro")) {
            Path cells = disk.path().resolve("cells");
            Stowage.run("sweep", sweep, "--cache", cells, "-o", fixture.out("out"))
                    .exits(3)
                    .says("cells", "--cache");
            assertThat(fixture.out("out")).doesNotExist();
        }
    }

    @Test
    void valuesThatGoTogetherAreOneStep() throws IOException {
        Path sweep =
                fixture.sweep(
                        """
                        vary: {policies.placement: [best-fit, worst-fit]}
                        zip:
                          - {search.max: [100, 200], workload.growth: [1, 2]}
                        """);
        assertThat(Stowage.run("sweep", sweep, "--dry-run").exits(0).out())
                .contains(
                        "4 cells",
                        "policies.placement=best-fit, search.max=100, workload.growth=1",
                        "policies.placement=best-fit, search.max=200, workload.growth=2",
                        "by rule of thumb")
                .doesNotContain("search.max=100, workload.growth=2");
        fixture.run(0, sweep, "out");
        assertThat(Stowage.run("sweep", sweep, "--dry-run").exits(0).out())
                .contains("4 of them kept from earlier, 0 to compute");
        Path uneven = fixture.sweep("zip: [{search.max: [100], workload.growth: [1, 2]}]\n");
        Stowage.run("sweep", uneven, "--dry-run").exits(3).says("zip[0]", "equally many of each");
    }

    @Test
    void refusesWhatIsNoSweep() throws IOException {
        Path nothing = fixture.sweep("vary: {workload.growth: []}\n");
        Stowage.run("sweep", nothing).exits(3).says("found nothing", "a list, or a range");
        Path excluded =
                fixture.sweep("vary: {workload.growth: [1]}\nexclude: [{workload.growth: 1}]\n");
        Stowage.run("sweep", excluded).exits(3).says("no cell that is not excluded");
        Path many = fixture.sweep("vary: {workload.growth: 1..2000, search.max: 1..2000}\n");
        Stowage.run("sweep", many, "--dry-run").exits(3).says("4,000,000 cells", "--yes");
        Path unknown = fixture.sweep("vary: {seed: [1]}\nsample: {method: sobol, n: 4}\n");
        Stowage.run("sweep", unknown).exits(3).says("no setting with a distribution");
        Path wrong =
                fixture.sweep(
                        "vary: {workload.growth: {normal: [1, -2]}}\nsample: {method: sobol, n: 4}\n");
        Stowage.run("sweep", wrong).exits(3).says("normal: [mean, deviation]");
        assertThat(folder.resolve("sweep.cells")).doesNotExist();
    }

    @Test
    void refusesAnEarlierNightOfAnotherSweep() throws IOException {
        Path sweep = fixture.sweep("name: one\nvary: {workload.growth: [1]}\n");
        fixture.run(0, sweep, "one");
        Path other = fixture.sweep("name: other\nvary: {workload.growth: [1]}\n");
        Stowage.run("sweep", other, "-o", fixture.out("two"), "--against", fixture.out("one"))
                .exits(3)
                .says("another sweep, \"one\"");
        Stowage.run("sweep", other, "-o", fixture.out("two"), "--against", folder)
                .exits(3)
                .says("no sweep.json");
        Stowage.run("sweep", other, "--explain").exits(2).says("--explain needs --against");
    }

    @Test
    void streamsOneLineACell() throws IOException {
        Path sweep = fixture.sweep("vary: {workload.growth: 1..6}\n");
        Result result = fixture.run(0, sweep, "out", "--json");
        List<String> lines = result.out().lines().toList();
        assertThat(lines).hasSize(6);
        for (String line : lines) {
            assertThat(new ObjectMapper().readTree(line).get("state").textValue())
                    .isEqualTo("done");
        }
    }

    @Test
    void sharedWorkAndItsBoundChangeNoByte() throws IOException {
        Path sweep =
                fixture.sweep(
                        """
                        vary:
                          servers.type.monthlyUsd: [30, 38]
                          objective.pendingSeconds.p99: [1, 5]
                          policies.placement: [best-fit, random]
                          seed: [1, 2]
                        """);
        fixture.run(0, sweep, "much", "--cache", folder.resolve("a"), "--threads", 3);
        fixture.run(0, sweep, "none", "--cache", folder.resolve("b"), "--memory", "1k");
        fixture.assertSame("much", "none");
    }
}
