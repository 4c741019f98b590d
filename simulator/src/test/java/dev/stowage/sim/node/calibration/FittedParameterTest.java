package dev.stowage.sim.node.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.node.NodeParameter;
import dev.stowage.sim.node.calibration.FittedParameter.Evidence;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FittedParameterTest {
    /** Prior 1 with a deviation of 0.4: pinned below 0.2, untouched from 0.36, unmoved to 0.1. */
    @ParameterizedTest
    @CsvSource({
        "1,   0.19, DATA", // however near the prior
        "2,   0.19, DATA",
        "1,   0.21, BOTH",
        "1,   0.35, BOTH",
        "1,   0.37, PRIOR",
        "1.09, 0.4, PRIOR",
        "0.91, 0.4, PRIOR",
        "1.11, 0.4, BOTH", // a prior does not say a value that is not its own
        "0.89, 0.4, BOTH"
    })
    void isOfThePriorAloneOnlyIfNeitherDeviationNorValueMoved(
            double value, double deviation, Evidence expected) {
        FreeParameter free =
                FreeParameter.ofNode(
                        "n",
                        NodeParameter.STRESS_CACHE_CACHE,
                        FreeParameter.Prior.of(1, 0.4, 0, 3));
        assertThat(FittedParameter.of(free, value, deviation, new double[0]).evidence())
                .isEqualTo(expected);
    }
}
