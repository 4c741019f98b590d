package dev.stowage.workflow.sweep.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** A file that has another name and the same content is one difference. */
class ReasonsTest {
    @Test
    void aRenamedFileIsKnownByItsContent() {
        assertThat(
                        Reasons.renamed(
                                Map.of("a.csv", "1", "c.csv", "3"),
                                Map.of("b.csv", "1", "c.csv", "4")))
                .containsExactly(Map.entry("a.csv", "b.csv"));
        assertThat(Reasons.renamed(Map.of("a.csv", "1"), Map.of("a.csv", "1", "b.csv", "1")))
                .isEmpty();
    }
}
