package dev.stowage.report.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.packing.placement.PlacementPlan.Move;
import dev.stowage.report.DataTable;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MoveTimelineTest {
    @Test
    void saysWhatMovesWhenAndWhatIsStoppedFirst() {
        DataTable table =
                new MoveTimeline(
                                List.of(
                                        new Move(1, "a", "s1", "spare", 0, true, false),
                                        new Move(2, "b", "s2", "s1", 0, false, true),
                                        new Move(3, "a", "spare", "s2", 0, false, false)))
                        .table();
        assertThat(table.rows())
                .extracting(DataTable.Row::cells)
                .containsExactly(
                        List.of("a", "s1 → spare → s2", "no", "■□■"),
                        List.of("b", "s2 → s1", "in step 2", "□▣□"));
    }

    @Test
    void letsASignStandForSeveralStepsWhereThereAreMany() {
        List<Move> moves =
                IntStream.rangeClosed(1, 150)
                        .mapToObj(s -> new Move(s, "i" + s, "x", "y", 0, false, s == 150))
                        .toList();
        DataTable table = new MoveTimeline(moves).table();
        assertThat(table.caption()).contains("3 steps a sign");
        assertThat(table.rows()).hasSize(150);
        assertThat(table.rows().get(149).cells().get(3)).hasSize(50).endsWith("▣");
    }
}
