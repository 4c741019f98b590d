package dev.stowage.workflow.sweep.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.stowage.workflow.sweep.Cell;
import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.result.Noise.Draws;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whether a change is more than noise: a paired t interval over the seeds. */
class NoiseTest {
    /**
     * SciPy 1.17.1: {@code stats.binomtest(6, 6).pvalue} = 0.03125, {@code stats.binomtest(2,
     * 4).pvalue} = 1.
     */
    @Test
    void isJudgedOverSeedsInPairs() {
        assertThat(kind(new int[] {10, 12, 13, 11, 9, 8}, new int[] {12, 15, 14, 13, 10, 9}))
                .isEqualTo(Noise.Kind.BEYOND);
        assertThat(kind(new int[] {10, 12, 13, 11}, new int[] {12, 15, 14, 13}))
                .isEqualTo(Noise.Kind.FEW_SEEDS);
        assertThat(kind(new int[] {10, 12, 13, 11}, new int[] {12, 11, 14, 9}))
                .isEqualTo(Noise.Kind.WITHIN);
    }

    @Test
    void oneSeedSaysNothingAboutOthers() {
        assertThat(kind(new int[] {10}, new int[] {12})).isEqualTo(Noise.Kind.ONE_DRAW);
    }

    @Test
    void fewEqualDifferencesAreNoCertainty() {
        assertThat(kind(new int[] {1, 1, 1}, new int[] {2, 2, 2})).isEqualTo(Noise.Kind.FEW_SEEDS);
        assertThat(kind(new int[] {1, 1, 1, 1, 1, 1}, new int[] {2, 2, 2, 2, 2, 2}))
                .isEqualTo(Noise.Kind.BEYOND);
    }

    /** Eight of nine rise, which is no chance; that the ninth falls is what may be one. */
    @Test
    void aChangeAgainstTheTrendMayBeNoise() {
        Noise noise = new Noise((figure, figures) -> false);
        for (int seed = 0; seed < 9; seed++) {
            noise.add(Map.of("servers", "10"), cell(seed, seed == 8 ? 9 : 12), Draws.SAME);
        }
        assertThat(noise.of(cell(0, 12), "servers")).isEqualTo(Noise.Kind.BEYOND);
        assertThat(noise.of(cell(8, 9), "servers")).isEqualTo(Noise.Kind.WITHIN);
    }

    @Test
    void whatIsNotDrawnHasNoNoise() {
        assertThat(kind(Draws.NONE, new int[] {1, 1}, new int[] {2, 2})).isEqualTo(Noise.Kind.NONE);
    }

    /** Whatever the answers say of themselves: another seed gave another one. */
    @Test
    void answersThatDifferBySeedAreDrawn() {
        assertThat(kind(Draws.NONE, new int[] {13, 13, 12}, new int[] {14, 14, 14}))
                .isEqualTo(Noise.Kind.FEW_SEEDS);
    }

    @Test
    void anotherSeedIsAnotherDraw() {
        assertThat(kind(Draws.OTHER, new int[] {13}, new int[] {14}))
                .isEqualTo(Noise.Kind.OTHER_DRAWS);
    }

    private static Noise.Kind kind(int[] before, int[] now) {
        return kind(Draws.SAME, before, now);
    }

    private static Noise.Kind kind(Draws draws, int[] before, int[] now) {
        Noise noise = new Noise((figure, figures) -> false);
        for (int seed = 0; seed < now.length; seed++) {
            noise.add(Map.of("servers", "" + before[seed]), cell(seed, now[seed]), draws);
        }
        return noise.of(cell(0, now[0]), "servers");
    }

    private static CellResult cell(int seed, int servers) {
        Map<String, JsonNode> choices = Map.of("seed", IntNode.valueOf(seed));
        return new CellResult(
                new Cell(choices, JsonNodeFactory.instance.objectNode()),
                "key",
                Map.of(),
                CellResult.State.DONE,
                "",
                Map.of("servers", "" + servers),
                false);
    }
}
