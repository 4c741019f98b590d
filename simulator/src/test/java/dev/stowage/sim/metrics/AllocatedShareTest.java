package dev.stowage.sim.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AllocatedShareTest {
    /**
     * 0.56 * 10,000 is above 5,600 in floating point: p95 was 56.01 %, and a bound of 56 % missed.
     */
    @Test
    void takesAShareThatLiesOnTheGridAsItIs() {
        for (int percent = 1; percent <= 100; percent++) {
            AllocatedShare share = new AllocatedShare(new TimeWeighted(0), 0);
            share.set(0, percent, 100);
            share.set(1000, 100, 100);
            assertThat(share.level(0, 1010).p95()).isEqualTo(percent / 100.0);
        }
    }
}
