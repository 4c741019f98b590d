package dev.stowage.rightsizing;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RequestSizeTest {
    private static final long MIB = 1L << 20;

    @Test
    void addsTheMarginExactlyAndRoundsUpToTheUnit() {
        RequestSize size = new RequestSize(new BigDecimal("0.15"), 10_000, 1_000, 8_000_000);

        assertThat(size.of(420_000)).isEqualTo(483_000); // 0.42 cores + 15 % is 0.483 to the bit
        assertThat(size.of(420_001)).isEqualTo(484_000);
        assertThat(size.of(0)).isEqualTo(10_000);
        assertThat(size.isFloor(0)).isTrue();
        assertThat(size.isFloor(420_000)).isFalse();
    }

    @Test
    void neverAsksForMoreThanTheLargestServerHas() {
        RequestSize size = new RequestSize(new BigDecimal("0.5"), 0, MIB, 10 * MIB + 5);

        assertThat(size.of(9 * MIB)).isEqualTo(10 * MIB);
        assertThat(size.isCapped(9 * MIB)).isTrue();
        assertThat(size.wanted(9 * MIB)).isEqualTo(13 * MIB + MIB);
        assertThat(size.isCapped(6 * MIB)).isFalse();
        assertThat(new RequestSize(BigDecimal.ZERO, 0, MIB, 7).of(3)).isEqualTo(7);
    }

    @Test
    void isNeverBelowFloorOrUseAndRisesWithUseAndMargin() {
        Random random = new Random(11);
        for (int i = 0; i < 2_000; i++) {
            long floor = random.nextLong(1_000_000);
            long unit = 1 + random.nextLong(5_000);
            BigDecimal margin = BigDecimal.valueOf(random.nextInt(300), 2);
            RequestSize size = new RequestSize(margin, floor, unit, Long.MAX_VALUE);
            RequestSize more =
                    new RequestSize(margin.add(new BigDecimal("0.1")), floor, unit, Long.MAX_VALUE);
            long use = random.nextLong(1L << 40);
            long request = size.of(use);

            assertThat(request).isGreaterThanOrEqualTo(Math.max(floor, use));
            assertThat(request % unit).isZero();
            assertThat(size.of(use + 1 + random.nextLong(1_000))).isGreaterThanOrEqualTo(request);
            assertThat(more.of(use)).isGreaterThanOrEqualTo(request);
        }
    }
}
