package dev.stowage.ingest.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

final class KeyIndexTest {
    private record Key(long job, int index) {}

    @Property(tries = 200)
    void agreesWithAHashMap(@ForAll List<@LongRange(min = 0, max = 40) Long> draws) {
        KeyIndex index = new KeyIndex();
        Map<Key, Integer> expected = new HashMap<>();
        for (long draw : draws) {
            Key key = new Key(draw % 7, (int) draw / 7);
            int row = expected.computeIfAbsent(key, k -> expected.size());
            assertThat(index.findOrAdd(key.job, key.index)).isEqualTo(row);
        }
        expected.forEach((key, row) -> assertThat(index.find(key.job, key.index)).isEqualTo(row));
        assertThat(index.find(99, 0)).isEqualTo(-1);
        assertThat(index.size()).isEqualTo(expected.size());
    }

    @Test
    void growsFarBeyondItsFirstCapacity() {
        KeyIndex index = new KeyIndex();
        for (int i = 0; i < 100_000; i++) {
            assertThat(index.findOrAdd(i / 10L, i % 10)).isEqualTo(i);
        }
        for (int i = 0; i < 100_000; i++) {
            assertThat(index.find(i / 10L, i % 10)).isEqualTo(i);
            assertThat(index.job(i)).isEqualTo(i / 10L);
            assertThat(index.index(i)).isEqualTo(i % 10);
        }
    }
}
