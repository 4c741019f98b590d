package dev.stowage.ingest.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LongIndexTest {
    @Test
    void numbersKeysAsAMapDoes() {
        Random random = new Random(3);
        LongIndex index = new LongIndex();
        Map<Long, Integer> naive = new HashMap<>();
        for (int i = 0; i < 50_000; i++) {
            long key = random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(5_000) - 2_500L;
            assertThat(index.find(key)).isEqualTo(naive.getOrDefault(key, -1));
            Integer known = naive.putIfAbsent(key, naive.size());
            assertThat(index.findOrAdd(key)).isEqualTo(known == null ? naive.size() - 1 : known);
        }
    }
}
