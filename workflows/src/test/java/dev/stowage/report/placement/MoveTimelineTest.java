package dev.stowage.report.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.stowage.packing.placement.PlacementPlan.Move;
import dev.stowage.report.Tracks;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MoveTimelineTest {
    @Test
    void drawsWhatMovesWhenAndWhatIsStoppedFirst() {
        Tracks tracks =
                new MoveTimeline(
                                List.of(
                                        new Move(1, "a", "s1", "spare", 0, true, false),
                                        new Move(2, "b", "s2", "s1", 0, false, true),
                                        new Move(4, "a", "spare", "s2", 0, false, false)),
                                90)
                        .tracks();

        assertThat(tracks.caption()).contains("4\u00a0steps", "is away for 30\u00a0s in its step");
        assertThat(tracks.rows()).extracting(Tracks.Row::name).containsExactly("a", "b");
        assertThat(tracks.rows())
                .extracting(Tracks.Row::label)
                .containsExactly("s1 → spare → s2", "s2 → s1");
        assertThat(tracks.rows().get(0).parts())
                .extracting(Tracks.Part::place, Tracks.Part::text)
                .containsExactly(
                        tuple("left:0.000%;width:25.000%", "1 detour"),
                        tuple("left:75.000%;width:25.000%", "4"));
        assertThat(tracks.rows().get(1).parts().get(0).tone()).isEqualTo(Tracks.Tone.SECOND);
    }

    @Test
    void saysHowManyItemsItDoesNotDraw() {
        List<Move> moves =
                IntStream.rangeClosed(1, 2_001)
                        .mapToObj(s -> new Move(s, "i" + s, "x", "y", 0, false, false))
                        .toList();
        Tracks tracks = new MoveTimeline(moves, 0).tracks();
        assertThat(tracks.rows()).hasSize(2_000);
        assertThat(tracks.caption()).contains("The first 2,000 of 2,001 items");
    }
}
