package dev.stowage.workload.synthesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RadixSortTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 11, 12, 22, 23, 40, 62, 63})
    void sortsNumbersOfSoManyBits(int bits) {
        Random random = new Random(bits);
        for (int size : new int[] {0, 1, 2, 100, 5000}) {
            long[] keys = new long[size];
            Arrays.setAll(keys, i -> bits == 0 ? 0 : random.nextLong() >>> (Long.SIZE - bits));
            long[] sorted = keys.clone();
            Arrays.sort(sorted);
            RadixSort.sort(keys, new long[size]);
            assertThat(keys).isEqualTo(sorted);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE})
    void refusesNegativeNumbers(long key) {
        assertThatThrownBy(() -> RadixSort.sort(new long[] {3, key}, new long[2]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("negative");
    }
}
