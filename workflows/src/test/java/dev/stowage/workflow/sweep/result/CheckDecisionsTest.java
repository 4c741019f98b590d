package dev.stowage.workflow.sweep.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.workflow.sweep.Cell;
import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.StubSweep;
import dev.stowage.workflow.sweep.Sweep;
import dev.stowage.workflow.sweep.result.SweepResult.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A check of a change is about cells that both nights answered. */
class CheckDecisionsTest {
    private static final CellResult OLD = cell("{\"a\": 1}", "10");
    private static final CellResult SAME = cell("{\"a\": 2}", "10");
    private static final CellResult GROWN = cell("{\"a\": 1}", "12");
    private static final CellResult LOST = StubSweep.cell("{\"a\": 1}", Map.of());

    @TempDir private Path folder;

    private static CellResult cell(String settings, String servers) {
        return StubSweep.cell(settings, Map.of("servers", servers));
    }

    @Test
    void nothingComparedIsNotDecided() throws Exception {
        Outcome outcome = outcome(List.of(OLD), List.of(SAME));
        assertThat(outcome.open()).isEqualTo("no cell of it was answered in both sweeps");
        assertThat(SweepSentences.verdict(outcome)).startsWith("not decided");
    }

    @Test
    void onlyJoinedCellsCount() throws Exception {
        Outcome outcome = outcome(List.of(SAME), List.of(SAME, OLD));
        assertThat(outcome.open()).isEmpty();
        assertThat(outcome.holds()).isTrue();
        assertThat(outcome.cells()).isEqualTo(1);
        assertThat(outcome(List.of(OLD), List.of(GROWN, SAME)).broken())
                .containsExactly("a=1: servers changed from 10 to 12");
    }

    @Test
    void figuresAreRoundedUnlessThatHidesTheChange() {
        Changes.Change seen =
                new Changes.Change("a", "f", "106.63118055555555", "104", Noise.Kind.NONE);
        assertThat(seen.beforeInWords() + " " + seen.afterInWords()).isEqualTo("106.6 104");
        Changes.Change small =
                new Changes.Change("a", "f", "106.63118055", "106.63118056", Noise.Kind.NONE);
        assertThat(small.beforeInWords() + " " + small.afterInWords())
                .isEqualTo("106.6311805 106.6311806");
    }

    @Test
    void anEarlierFailureIsNothingToCompareWith() throws Exception {
        SweepResult result = result(List.of(LOST), List.of(OLD));
        assertThat(result.outcomes().get(0).open()).isNotEmpty();
        Changes changes = result.changes().orElseThrow();
        assertThat(changes.all()).isEmpty();
        assertThat(changes.joined()).isZero();
        assertThat(ChangeSentences.of(changes))
                .contains("Answered now and not in the earlier sweep: a=1")
                .noneMatch(line -> line.contains("inputs of the cells are the same"))
                .anyMatch(line -> line.startsWith("No cell was answered in both sweeps"));
    }

    @Test
    void theAnswerIsToldApartFromOtherFigures() throws Exception {
        CellResult before = StubSweep.cell("{\"a\": 1}", Map.of("servers", "10", "wait", "1"));
        CellResult other = StubSweep.cell("{\"a\": 1}", Map.of("servers", "10", "wait", "2"));
        assertThat(first(List.of(before), List.of(other)))
                .isEqualTo(
                        "The answer is the same in 1 joined cell. 1 figure changed, in 1 of 1"
                                + " joined cell.");
        assertThat(first(List.of(OLD), List.of(GROWN)))
                .isEqualTo(
                        "The answer changed in 1 of 1 joined cell: servers in 1. 1 figure changed,"
                                + " in 1 of 1 joined cell.");
    }

    private String first(List<CellResult> then, List<CellResult> now) throws Exception {
        return ChangeSentences.of(result(then, now).changes().orElseThrow()).get(0);
    }

    @Test
    void aFailureNowBreaksTheCheckAndIsNoChange() throws Exception {
        SweepResult result = result(List.of(OLD), List.of(LOST));
        assertThat(result.outcomes().get(0).holds()).isFalse();
        assertThat(result.changes().orElseThrow().all()).isEmpty();
    }

    @Test
    void aSeedOfTheBaseThatChangedIsNotTheSameDraws() throws Exception {
        CellResult before = StubSweep.cell("{\"a\": 1}", Map.of("servers", "1"));
        CellResult now = StubSweep.cell("{\"a\": 1}", Map.of("servers", "2"));
        assertThat(noise(before, now, 1)).isEqualTo(Noise.Kind.ONE_DRAW);
        assertThat(noise(before, now, 2)).isEqualTo(Noise.Kind.OTHER_DRAWS);
    }

    /** With the seed of the base, as all cells have what the base has. */
    private static CellResult with(CellResult cell, int seed) {
        return new CellResult(
                new Cell(cell.cell().choices(), cell.cell().settings().put("seed", seed)),
                cell.key(),
                cell.inputs(),
                cell.state(),
                cell.reason(),
                cell.figures(),
                cell.isReused());
    }

    private Noise.Kind noise(CellResult was, CellResult is, int seed) throws Exception {
        CellResult before = with(was, 1);
        CellResult now = with(is, seed);
        Sweep then = seeded(before, 1);
        Files.writeString(
                folder.resolve("sweep.json"),
                SweepJson.text(
                        new SweepResult(then, List.of(before), Optional.empty(), List.of())));
        Sweep sweep = seeded(now, seed);
        EarlierSweep earlier = EarlierSweep.read(folder, sweep);
        return Changes.between(earlier, sweep, List.of(now), new InputArchive(folder))
                .all()
                .get(0)
                .noise();
    }

    private static Sweep seeded(CellResult cell, int seed) {
        Sweep stub = StubSweep.of(List.of("a"), List.of(cell));
        return new Sweep(
                stub.name(),
                stub.question(),
                stub.baseFile(),
                stub.base().put("seed", seed),
                stub.axes(),
                stub.cells(),
                0,
                List.of(),
                Optional.empty());
    }

    private Outcome outcome(List<CellResult> before, List<CellResult> now) throws Exception {
        return result(before, now).outcomes().get(0);
    }

    private SweepResult result(List<CellResult> before, List<CellResult> now) throws Exception {
        String check = "change of servers = 0";
        Sweep then = StubSweep.of(List.of("a"), before, check);
        Files.writeString(
                folder.resolve("sweep.json"),
                SweepJson.text(new SweepResult(then, before, Optional.empty(), List.of())));
        Sweep sweep = StubSweep.of(List.of("a"), now, check);
        EarlierSweep earlier = EarlierSweep.read(folder, sweep);
        InputArchive archive = new InputArchive(folder);
        return SweepResult.of(
                sweep, now, Optional.of(Changes.between(earlier, sweep, now, archive)));
    }
}
