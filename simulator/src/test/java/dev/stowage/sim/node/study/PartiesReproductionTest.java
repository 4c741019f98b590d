package dev.stowage.sim.node.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.node.NodeLibrary;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The assertions that need few runs; {@code stowage reproduce parties} takes all of them. */
class PartiesReproductionTest {
    /** Averages over random directions of load, of which a test has too few. */
    private static final Set<String> AVERAGES = Set.of("P1a", "P1b", "P2", "P2w", "P3", "P7b");

    @Test
    void losesNothingThatItHeldAndSaysWhyOfTheRest() {
        PartiesReproduction result = PartiesReproduction.run(NodeLibrary.shipped(), 1, 1);
        assertThat(result.reproduction().lost())
                .filteredOn(each -> !AVERAGES.contains(each.id()))
                .isEmpty();
        assertThat(result.reproduction().assertions())
                .filteredOn(each -> !each.isHeld() && !AVERAGES.contains(each.id()))
                .allSatisfy(each -> assertThat(each.why()).as(each.id()).isNotBlank());
        assertThat(result.table().meanAbsoluteError()).isLessThanOrEqualTo(5);
        assertThat(result.studies()).hasSize(4);
    }
}
