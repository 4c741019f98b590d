package dev.stowage.sim.node.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.node.NodeLibrary;
import dev.stowage.study.published.Reproduction;
import org.junit.jupiter.api.Test;

class PliantReproductionTest {
    @Test
    void losesNothingThatItHeld() {
        Reproduction result = PliantReproduction.run(NodeLibrary.shipped(), 1);
        assertThat(result.lost()).isEmpty();
        assertThat(result.assertions()).hasSize(16);
    }
}
