package dev.stowage.stats.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.Seeds;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchMeansTest {
    @ParameterizedTest
    @ValueSource(ints = {1000, 5119, 5120, 5121, 100_003, 3_000_000})
    void keepsTheMeanHoweverOftenBatchesAreMerged(int count) {
        BatchMeans batches = new BatchMeans();
        for (int i = 0; i < count; i++) {
            batches.add(i % 2 == 0 ? 3_000_000 : 1_000_000, i);
        }
        SteadyMean mean = batches.steadyMean(1e-6);
        assertThat(batches.count()).isEqualTo(count);
        assertThat(mean.mean()).isCloseTo(2, within(0.11)); // a batch of five has three of one kind
        assertThat(mean.kept()).isGreaterThan(count / 2 - 10);
        assertThat(mean.shortfall()).isNull();
    }

    @Test
    void dropsAStartThatIsUnlikeTheRest() {
        RandomGenerator random = Seeds.stream(1, "warm-up", 0);
        BatchMeans batches = new BatchMeans();
        for (int i = 0; i < 50_000; i++) {
            double start = i < 5_000 ? 40 * (1 - i / 5_000.0) : 0;
            batches.add(10 + start + random.nextGaussian(), 1000L * i);
        }
        SteadyMean mean = batches.steadyMean(1);
        assertThat(mean.mean()).isCloseTo(10, within(0.05));
        assertThat(mean.dropped()).isBetween(4_000L, 12_000L);
        assertThat(mean.warmUpEndMicros()).isEqualTo(1000L * (mean.dropped() - 1));
        assertThat(mean.dropped() + mean.kept()).isLessThanOrEqualTo(50_000);
    }

    @Test
    void saysThatARunIsTooShortInsteadOfGuessing() {
        assertThat(new BatchMeans().steadyMean(1).mean()).as("there is none").isNaN();
        BatchMeans few = new BatchMeans();
        for (int i = 0; i < 999; i++) {
            few.add(i % 7, i);
        }
        assertThat(few.steadyMean(1).shortfall()).isEqualTo(SteadyMean.Shortfall.TOO_FEW);
        BatchMeans growing = new BatchMeans();
        for (int i = 0; i < 20_000; i++) {
            growing.add(i, i);
        }
        assertThat(growing.steadyMean(1).shortfall()).isEqualTo(SteadyMean.Shortfall.WARMING_UP);
    }

    @Test
    void countsEveryObservationWhereTheWarmUpCantBeTold() {
        BatchMeans three = new BatchMeans();
        three.add(0, 0);
        three.add(10, 1);
        three.add(15, 2);
        assertThat(three.steadyMean(1).mean()).isCloseTo(25 / 3.0, within(1e-12));
        assertThat(three.steadyMean(1).kept()).isEqualTo(3);
        BatchMeans seven = new BatchMeans();
        for (int i = 0; i < 7; i++) {
            seven.add(i, i);
        }
        assertThat(seven.steadyMean(1).mean()).as("of all, not of a batch of five").isEqualTo(3);
        assertThat(seven.steadyMean(1).kept()).isEqualTo(7);
    }

    @Test
    void dropsNothingOfWhatNeverVaries() {
        BatchMeans batches = new BatchMeans();
        for (int i = 0; i < 10_000; i++) {
            batches.add(0, i);
        }
        SteadyMean mean = batches.steadyMean(1e-6);
        assertThat(mean.mean()).isZero();
        assertThat(mean.dropped()).isZero();
        assertThat(mean.warmUpEndMicros()).isNull();
    }
}
