package dev.stowage.sim.energy.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.sim.energy.EnergyLibrary;
import dev.stowage.study.published.Reproduction;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** With few hours and seeds; {@code stowage reproduce energy} takes whole days and 100 seeds. */
class EnergyReproductionTest {
    /** Averages over hours or seeds, of which a test has too few. */
    private static final Set<String> AVERAGES = Set.of("E5a", "E5b", "E6", "E9", "E9b");

    @Test
    void losesNothingThatItHeldAndSaysWhyOfTheRest() {
        Reproduction result = EnergyReproduction.run(EnergyLibrary.shipped(), 2, 3, 0);
        assertThat(result.lost()).filteredOn(each -> !AVERAGES.contains(each.id())).isEmpty();
        assertThat(result.assertions())
                .filteredOn(each -> !each.isHeld() && !AVERAGES.contains(each.id()))
                .allSatisfy(each -> assertThat(each.why()).as(each.id()).isNotBlank());
    }
}
