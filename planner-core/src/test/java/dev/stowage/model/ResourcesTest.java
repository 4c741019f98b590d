package dev.stowage.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ResourcesTest {
    /** Every share of whole and half percents, by arithmetic in whole numbers. */
    @Test
    void hasAShareMoreToTheUnit() {
        for (int halves = 0; halves <= 200; halves++) {
            double share = halves / 2.0 / 100;
            for (long cores = 1; cores <= 100; cores++) {
                long micro = cores * Resources.MICRO_CORES_PER_CORE + cores % 7;
                long bytes = cores * Resources.BYTES_PER_GIB + cores % 3;
                Resources more = new Resources(micro, bytes).withMore(share);
                assertThat(more.cpuMicroCores()).isEqualTo((micro * (200 + halves) + 199) / 200);
                assertThat(more.memoryBytes()).isEqualTo((bytes * (200 + halves) + 199) / 200);
                Resources less = new Resources(micro, bytes).withMore(-share);
                assertThat(less.cpuMicroCores()).isEqualTo((micro * (200 - halves) + 199) / 200);
            }
        }
    }

    @Test
    void refusesMoreTakenThanThereIs() {
        assertThatThrownBy(() -> Resources.ofCoresAndGib(1, 1).withMore(-1.5))
                .hasMessageContaining("share = -1.5");
    }
}
