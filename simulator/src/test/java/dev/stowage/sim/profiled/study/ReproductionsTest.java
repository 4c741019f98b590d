package dev.stowage.sim.profiled.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.study.published.Reproduction;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReproductionsTest {
    /** What held holds, and what did not is not called held: the record is up to date. */
    @Test
    void whatHoldsIsWhatIsRecorded() {
        List<Reproduction> all =
                List.of(
                        QumanReproduction.run(0),
                        IsolationReproduction.run(0),
                        QuSparrowReproduction.run(0));
        for (Reproduction each : all) {
            assertThat(each.lost()).as(each.study()).isEmpty();
            assertThat(each.assertions().stream().filter(a -> a.isHeld() && !a.heldBefore()))
                    .as("held now, recorded as not held: %s", each.study())
                    .isEmpty();
        }
    }

    @Test
    void theSameSeedGivesTheSameAnswers() {
        assertThat(QuSparrowReproduction.run(1)).isEqualTo(QuSparrowReproduction.run(1));
        assertThat(IsolationReproduction.run(1)).isEqualTo(IsolationReproduction.run(2));
    }
}
