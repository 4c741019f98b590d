package dev.stowage.sim.profiled.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.study.published.Reproduction;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReproductionsTest {
    /** What held holds, and what did not is not called held: the record is up to date. */
    @Test
    void whatHoldsIsWhatIsRecordedAndIsTheSameAgain() {
        Reproduction isolation = IsolationReproduction.run(0);
        Reproduction quSparrow = QuSparrowReproduction.run(0);
        for (Reproduction each : List.of(QumanReproduction.run(0), isolation, quSparrow)) {
            assertThat(each.lost()).as(each.study()).isEmpty();
            assertThat(each.assertions().stream().filter(a -> a.isHeld() && !a.heldBefore()))
                    .as("held now, recorded as not held: %s", each.study())
                    .isEmpty();
        }
        assertThat(QuSparrowReproduction.run(0)).isEqualTo(quSparrow);
        assertThat(IsolationReproduction.run(2)).as("nothing is drawn").isEqualTo(isolation);
    }
}
