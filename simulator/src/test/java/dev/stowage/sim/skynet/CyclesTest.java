package dev.stowage.sim.skynet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CyclesTest {
    private final Cycles cycles = new Cycles(2);

    private int afterTurns(int everySeconds, double loadStep) {
        for (int k = 0; k < 8; k++) {
            cycles.change(100 + k * everySeconds, 1, k % 2 == 0, 0.5 + k * loadStep);
        }
        return cycles.seen();
    }

    @Test
    void seesAmountsThatGoUpAndDownWhileTheLoadStandsStill() {
        assertThat(afterTurns(2, 0)).isEqualTo(1);
    }

    @Test
    void takesAnswersToAnotherLoadForNoCycle() {
        assertThat(afterTurns(2, 0.01)).isZero();
    }

    @Test
    void takesWhatIsFarApartForNoise() {
        assertThat(afterTurns(31, 0)).isZero();
    }

    @Test
    void takesAClimbForNoCycle() {
        for (int second = 0; second < 50; second++) {
            cycles.change(second, 0, true, 0.5);
        }
        assertThat(cycles.seen()).isZero();
    }
}
