package dev.stowage.sim.serverless;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TimeHeapTest {
    /** A sorted map as the plainest twin, under random changes. */
    @Test
    void isAlwaysAsASortedMap() {
        Random random = new Random(30);
        TimeHeap heap = new TimeHeap();
        TreeMap<Integer, Long> twin = new TreeMap<>();
        for (int step = 0; step < 200_000; step++) {
            int source = random.nextInt(500);
            long time = random.nextInt(5) == 0 ? TimeHeap.NEVER : random.nextInt(1_000);
            heap.set(source, time);
            if (time == TimeHeap.NEVER) {
                twin.remove(source);
            } else {
                twin.put(source, time);
            }
            if (step % 50 == 0) {
                long least = twin.values().stream().mapToLong(t -> t).min().orElse(TimeHeap.NEVER);
                assertThat(heap.firstTime()).isEqualTo(least);
                if (!twin.isEmpty()) {
                    int first =
                            twin.entrySet().stream()
                                    .filter(e -> e.getValue() == least)
                                    .mapToInt(e -> e.getKey())
                                    .min()
                                    .orElseThrow();
                    assertThat(heap.first()).isEqualTo(first);
                }
            }
            assertThat(heap.time(source)).isEqualTo(time);
        }
    }
}
