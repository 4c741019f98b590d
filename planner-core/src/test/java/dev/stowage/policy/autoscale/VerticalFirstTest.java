package dev.stowage.policy.autoscale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class VerticalFirstTest {
    private static final long[] NO_MEMORY = {0, 0};

    @Test
    void leavesEachHostWithTheSame() {
        VerticalFirst shares = VerticalFirst.of(10, 0, new long[] {20, 12}, new long[] {8, 8});
        assertThat(shares.cpuMicroCores()).containsExactly(9L, 1L);
        assertThat(shares.deficitMicroCores()).isZero();
    }

    @Test
    void givesAllAndNamesTheDeficitWhereHostsHaveNotEnough() {
        VerticalFirst shares = VerticalFirst.of(40, 0, new long[] {20, 12}, NO_MEMORY);
        assertThat(shares.cpuMicroCores()).containsExactly(20L, 12L);
        assertThat(shares.deficitMicroCores()).isEqualTo(8);
    }

    @Test
    void handsOutAllCpuWhereMemoryIsShort() {
        VerticalFirst shares = VerticalFirst.of(1, 5, new long[] {20, 12}, new long[] {2, 2});
        assertThat(shares.cpuMicroCores()).containsExactly(20L, 12L);
        assertThat(shares.deficitMicroCores()).isZero();
        assertThat(shares.deficitBytes()).isEqualTo(1);
    }

    /** Taken by the letter, the published rule makes a full host take back what another gives. */
    @Test
    void givesNoMoreThanTheIncreaseBesideAFullHost() {
        VerticalFirst shares = VerticalFirst.of(1, 0, new long[] {0, 6_000}, NO_MEMORY);
        assertThat(shares.cpuMicroCores()).containsExactly(0L, 1L);
    }

    @Test
    void givesTheIncreaseToARoundingAndNeverMoreThanThereIs() {
        Random random = new Random(30);
        for (int i = 0; i < 10_000; i++) {
            long[] left = random.longs(1 + random.nextInt(6), 0, 1_000).toArray();
            long more = random.nextInt(4_000);
            VerticalFirst shares = VerticalFirst.of(more, 0, left, new long[left.length]);
            long given = shares.cpuMicroCores().stream().mapToLong(share -> share).sum();
            assertThat((double) given + shares.deficitMicroCores())
                    .isCloseTo((double) more, within((double) left.length));
            for (int host = 0; host < left.length; host++) {
                assertThat(shares.cpuMicroCores().get(host)).isBetween(0L, left[host]);
            }
        }
    }
}
