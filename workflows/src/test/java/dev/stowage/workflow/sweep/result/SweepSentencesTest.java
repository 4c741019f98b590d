package dev.stowage.workflow.sweep.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.StubSweep;
import dev.stowage.workflow.sweep.Sweep;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a reader looks for first. */
class SweepSentencesTest {
    @Test
    void aSettingThatIsRepeatedIsNoAnswerAndPricesStandFirst() {
        List<CellResult> cells = List.of(cell(1, 10), cell(2, 20));
        Sweep stub = StubSweep.of(List.of("seed"), cells);
        Sweep sweep =
                new Sweep(
                        stub.name(),
                        new StubSweep.Asked("cloud", List.of("seed")),
                        Path.of("sweep.yaml"),
                        stub.base(),
                        stub.axes(),
                        stub.cells(),
                        0,
                        List.of(),
                        Optional.empty());
        assertThat(LeadingFigures.of(new SweepResult(sweep, cells, Optional.empty(), List.of())))
                .containsExactly("totalUsd", "hours");
    }

    @Test
    void aFigureThatVariesOnlyWhereASearchStoppedHasNoRange() {
        List<CellResult> cells =
                List.of(
                        StubSweep.cell(
                                "{\"a\": 1}", Map.of("servers", "21", "met", "true", "usd", "9")),
                        StubSweep.cell(
                                "{\"a\": 2}", Map.of("servers", "4", "met", "false", "usd", "4")));
        Sweep sweep = StubSweep.of(List.of("a"), cells, "servers <= 40", "met = 0", "usd <= 5");
        SweepResult result = SweepResult.of(sweep, cells, Optional.empty());
        assertThat(SweepSentences.facts(result))
                .noneMatch(each -> each.startsWith("servers:"))
                .anyMatch(
                        each ->
                                each.startsWith(
                                        "In 1 cell nothing that was tried is enough (a=2)"));
        assertThat(SweepSentences.headline(result))
                .endsWith("2 cells; 1 with an answer that is none to count on");
        assertThat(SweepMarkdown.text(result)).contains("is enough (a=2)");
        assertThat(new SweepTable(result).csv())
                .contains("\n2,done,nothing that was tried is enough,");
        assertThat(SweepJson.text(result)).contains("nothing that was tried is enough");
        assertThat(result.outcomes().get(0).broken())
                .containsExactly("a=2: nothing that was tried is enough");
        assertThat(result.outcomes().get(1).broken()).containsExactly("a=1: met is true");
        assertThat(result.outcomes().get(2).broken())
                .contains("a=2: nothing that was tried is enough");
    }

    private static CellResult cell(int seed, int usd) {
        return StubSweep.cell(
                "{\"seed\": " + seed + "}",
                Map.of("demand.seed", "" + seed, "hours", "" + 2 * usd, "totalUsd", "" + usd));
    }
}
