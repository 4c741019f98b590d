package dev.stowage.ingest.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

final class StableOrderTest {
    @Property(tries = 500)
    void agreesWithTheStableSortOfTheJdk(@ForAll List<@LongRange(min = -5, max = 5) Long> drawn) {
        long[] keys = drawn.stream().mapToLong(Long::longValue).toArray();
        int[] expected =
                IntStream.range(0, keys.length)
                        .boxed()
                        .sorted(Comparator.comparingLong(i -> keys[i]))
                        .mapToInt(Integer::intValue)
                        .toArray();
        assertThat(StableOrder.of(keys, keys.length)).isEqualTo(expected);
    }
}
