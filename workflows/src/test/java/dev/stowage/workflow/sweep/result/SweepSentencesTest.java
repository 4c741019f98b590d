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
                        StubSweep.cell("{\"a\": 1}", Map.of("servers", "21", "met", "true")),
                        StubSweep.cell("{\"a\": 2}", Map.of("servers", "4", "met", "false")));
        Sweep sweep = StubSweep.of(List.of("a"), cells, "servers <= 40");
        SweepResult result = SweepResult.of(sweep, cells, Optional.empty());
        assertThat(SweepSentences.facts(result))
                .noneMatch(each -> each.startsWith("servers:"))
                .anyMatch(each -> each.startsWith("In 1 cell nothing that was tried is enough"));
        assertThat(result.outcomes().get(0).broken())
                .containsExactly("a=2: nothing that was tried is enough");
    }

    private static CellResult cell(int seed, int usd) {
        return StubSweep.cell(
                "{\"seed\": " + seed + "}",
                Map.of("demand.seed", "" + seed, "hours", "" + 2 * usd, "totalUsd", "" + usd));
    }
}
