package dev.stowage.rightsizing.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.basis.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UseSketchTest {
    @Test
    void agreesWithNumPy() throws IOException {
        JsonNode reference;
        try (InputStream in = UseSketchTest.class.getResourceAsStream("numpy-quantiles.json")) {
            reference = new ObjectMapper().readTree(in);
        }
        assertThat(reference.get("sets")).hasSize(7);
        for (JsonNode set : reference.get("sets")) {
            UseSketch sketch = new UseSketch();
            for (int i = 0; i < set.get("values").size(); i++) {
                sketch.add(
                        set.get("values").get(i).longValue(),
                        set.get("weights").get(i).longValue());
            }
            assertThat(sketch.isExact()).isTrue();
            for (int i = 0; i < reference.get("millionths").size(); i++) {
                UseQuantile quantile =
                        new UseQuantile(reference.get("millionths").get(i).intValue());
                assertThat(sketch.quantile(quantile))
                        .as("%s of %d", quantile, sketch.total())
                        .isEqualTo(set.get("quantiles").get(i).longValue());
            }
        }
    }

    /** Nine parts of ten lie at 1: the 90th percentile is still 1, a millionth more is not. */
    @Test
    void aShareThatIsMetExactlyIsEnough() {
        UseSketch sketch = sketch(new long[] {1, 2}, new long[] {9, 1});

        assertThat(sketch.quantile(UseQuantile.ofPercent(90))).isEqualTo(1);
        assertThat(sketch.quantile(new UseQuantile(900_001))).isEqualTo(2);
        assertThat(sketch.quantile(UseQuantile.MAX)).isEqualTo(2);
        assertThat(sketch.above(1)).isEqualTo(1);
        assertThat(sketch.above(0)).isEqualTo(10);
        assertThat(sketch.above(2)).isZero();
    }

    @Test
    void manyAmountsAreRoundedUpByAThousandthAtMost() {
        Random random = new Random(7);
        long[] values = random.longs(60_000, 0, 1L << 40).toArray();
        long[] weights = random.longs(60_000, 1, 1_000).toArray();
        UseSketch sketch = sketch(values, weights);

        assertThat(sketch.isExact()).isFalse();
        long last = 0;
        for (int percent = 1; percent <= 100; percent++) {
            UseQuantile quantile = UseQuantile.ofPercent(percent);
            long exact = naive(values, weights, quantile);
            long found = sketch.quantile(quantile);
            assertThat(found).isBetween(exact, exact + exact / 1_000).isGreaterThanOrEqualTo(last);
            last = found;
        }
        assertThat(sketch.quantile(UseQuantile.MAX)).isEqualTo(sketch.max());
        long limit = 1L << 39;
        long above = 0;
        for (int i = 0; i < values.length; i++) {
            above += values[i] > limit ? weights[i] : 0;
        }
        assertThat(sketch.above(limit)).isBetween(above, above + above / 100);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theOrderDoesNotMatterAndNeitherDoesMerging(long seed) {
        Random random = new Random(seed);
        List<long[]> rows = new ArrayList<>();
        for (int i = 0; i < 12_000; i++) {
            rows.add(new long[] {random.nextLong(5_000_000), 1 + random.nextLong(50)});
        }
        UseSketch all = new UseSketch();
        rows.forEach(row -> all.add(row[0], row[1]));
        Collections.shuffle(rows, random);
        UseSketch one = new UseSketch();
        UseSketch other = new UseSketch();
        rows.forEach(row -> (row[1] % 3 == 0 ? one : other).add(row[0], row[1]));
        UseSketch merged = UseSketch.of(one, other);

        assertThat(merged.total()).isEqualTo(all.total());
        for (int millionths = 50_000; millionths <= 1_000_000; millionths += 50_000) {
            UseQuantile quantile = new UseQuantile(millionths);
            assertThat(merged.quantile(quantile)).isEqualTo(all.quantile(quantile));
        }
    }

    @Test
    void refusesWhatIsNoAmount() {
        UseSketch sketch = new UseSketch();

        assertThatThrownBy(() -> sketch.add(-1, 1)).hasMessageContaining("value = -1");
        assertThatThrownBy(() -> sketch.add(UseRow.MOST + 1, 1)).hasMessageContaining("value");
        assertThatThrownBy(() -> sketch.add(1, 0)).hasMessageContaining("weight = 0");
        assertThatThrownBy(() -> sketch.quantile(UseQuantile.MAX))
                .isInstanceOf(IllegalStateException.class);
        sketch.add(UseRow.MOST, 1);
        assertThat(sketch.quantile(UseQuantile.MAX)).isEqualTo(UseRow.MOST);
    }

    @ParameterizedTest
    @CsvSource({"p95,950000", "p99.9,999000", "p0.0001,1", "max,1000000", "p50,500000"})
    void readsQuantilesAndWritesThemAsTheyWere(String text, int millionths) {
        UseQuantile quantile = UseQuantile.parse("--right-size", text);

        assertThat(quantile.millionths()).isEqualTo(millionths);
        assertThat(quantile).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"p100", "p0", "95", "p-5", "mean", "", "p99.99999"})
    void refusesOtherQuantiles(String text) {
        assertThatThrownBy(() -> UseQuantile.parse("--right-size", text))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("p99.9");
    }

    private static UseSketch sketch(long[] values, long[] weights) {
        UseSketch sketch = new UseSketch();
        for (int i = 0; i < values.length; i++) {
            sketch.add(values[i], weights[i]);
        }
        return sketch;
    }

    private static long naive(long[] values, long[] weights, UseQuantile quantile) {
        List<long[]> rows = new ArrayList<>();
        long total = 0;
        for (int i = 0; i < values.length; i++) {
            rows.add(new long[] {values[i], weights[i]});
            total += weights[i];
        }
        rows.sort((a, b) -> Long.compare(a[0], b[0]));
        long sum = 0;
        for (long[] row : rows) {
            sum += row[1];
            if (sum * 1_000_000.0 >= (double) total * quantile.millionths()) {
                return row[0];
            }
        }
        throw new IllegalStateException("nothing");
    }
}
