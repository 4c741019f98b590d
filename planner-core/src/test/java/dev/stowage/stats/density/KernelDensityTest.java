package dev.stowage.stats.density;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

class KernelDensityTest {
    @RepeatedTest(50)
    void invertsToTheLeastValueThatHasAsMuchBelow(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        List<Double> heights =
                random.doubles(2 + random.nextInt(600))
                        .map(height -> height < 0.4 ? 0 : Math.pow(height, 8))
                        .boxed()
                        .toList();
        if (heights.stream().allMatch(height -> height == 0)) {
            return;
        }
        KernelDensity density = KernelDensity.of(0.1, KernelDensity.Axis.LINEAR, -3, 5, heights);
        for (int i = 0; i < 2000; i++) {
            double p = i < heights.size() ? density.cdf(density.point(i)) : random.nextDouble();
            if (p == 0) {
                continue; // the end of the empty stretch in front
            }
            double x = density.quantile(p);
            assertThat(density.cdf(x + 1e-9)).isGreaterThanOrEqualTo(p - 1e-12);
            assertThat(density.cdf(x - 1e-9)).isLessThanOrEqualTo(p);
            // not the end of an empty stretch: there is mass right below
            assertThat(density.cdf(x - 0.2 * 8 / heights.size())).isLessThan(p);
        }
    }
}
