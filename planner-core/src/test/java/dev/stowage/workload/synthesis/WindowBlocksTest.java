package dev.stowage.workload.synthesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every recorded block stands at a place equally often, days of the week on their day. */
class WindowBlocksTest {
    private static final int DRAWS = 20_000;
    private static final int LEAD = 3;

    @ParameterizedTest
    @ValueSource(ints = {4, 7, 16, 28, 56})
    void comeEquallyOften(int days) {
        WindowBlocks blocks = WindowBlocks.of(86_400.0 * days).orElseThrow();
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(3);
        int[] counts = new int[days];
        int draws = DRAWS / days;
        for (int draw = 0; draw < draws; draw++) {
            int[] source = blocks.resampled(LEAD, random);
            assertThat(source).hasSize(LEAD + days + 1);
            for (int i = 0; i < source.length; i++) {
                counts[source[i]]++;
                if (days >= 28) {
                    assertThat(source[i] % 7).isEqualTo(Math.floorMod(i - LEAD, 7));
                }
            }
        }
        double expected = draws * (LEAD + days + 1.0) / days;
        for (int count : counts) {
            assertThat((double) count).isCloseTo(expected, within(0.25 * expected));
        }
    }
}
