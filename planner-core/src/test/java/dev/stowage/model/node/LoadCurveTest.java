package dev.stowage.model.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LoadCurveTest {
    /** Held to sums over a million looks. */
    @Test
    void hasTheMeanThatManyLooksHave() {
        SplittableRandom random = new SplittableRandom(29);
        for (int draw = 0; draw < 20; draw++) {
            double[] seconds = random.doubles(draw % 5 + 1, 0, 100).sorted().toArray();
            double[] loads = random.doubles(seconds.length).toArray();
            LoadCurve.Points curve = new LoadCurve.Points(seconds, loads, draw % 2 == 0);
            double from = random.nextDouble(0, 60);
            double to = from + random.nextDouble(1, 60);
            int looks = 1_000_000;
            double[] seen = new double[looks];
            Arrays.setAll(seen, i -> curve.at(from + (to - from) * (i + 0.5) / looks));
            assertThat(curve.mean(from, to))
                    .isCloseTo(Arrays.stream(seen).average().orElseThrow(), within(1e-5));
        }
    }
}
