package dev.stowage.ingest.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JobNumbersTest {
    /** From IDs one behind the other to such as are spread over all numbers, negative ones too. */
    @ParameterizedTest
    @ValueSource(longs = {1, 3, 1000, 1L << 20, 1L << 50})
    void agreesWithAMap(long step) {
        SplittableRandom random = new SplittableRandom(step);
        Map<Long, Integer> expected = new LinkedHashMap<>();
        JobNumbers jobs = new JobNumbers();
        for (int i = 0; i < 50_000; i++) {
            long id = (i / 2 - random.nextInt(100)) * step;
            int number = expected.computeIfAbsent(id, key -> expected.size());
            assertThat(jobs.findOrAdd(id)).isEqualTo(number);
        }
        assertThat(jobs.size()).isEqualTo(expected.size());
        expected.forEach((id, number) -> assertThat(jobs.id(number)).isEqualTo(id));
    }

    @ParameterizedTest
    @ValueSource(
            longs = {Long.MIN_VALUE, -1, 0, 1023, 1024, 5000, Integer.MAX_VALUE, Long.MAX_VALUE})
    void knowsAnIdAgainWhenItsPlaceHasComeIntoTheTable(long id) {
        JobNumbers jobs = new JobNumbers();
        int number = jobs.findOrAdd(id);
        for (int i = 10_000; i < 20_000; i++) {
            jobs.findOrAdd(i);
        }
        assertThat(jobs.findOrAdd(id)).isEqualTo(number);
        assertThat(jobs.id(number)).isEqualTo(id);
        assertThat(jobs.size()).isEqualTo(10_001);
    }
}
