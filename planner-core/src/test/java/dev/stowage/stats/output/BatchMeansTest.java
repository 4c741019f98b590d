package dev.stowage.stats.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.Seeds;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchMeansTest {
    private static final double LEVEL = 0.95;
    private static final double LOAD = 0.8;
    private static final int CUSTOMERS = 100_000;

    /** Customers' waiting times in an M/M/1 queue by Lindley's recursion, mean service 1. */
    private static BatchMeans queue(int customers, int replication) {
        RandomGenerator random = Seeds.stream(20_261_121, "batch-means", replication);
        BatchMeans batches = new BatchMeans();
        double wait = 0;
        for (int i = 0; i < customers; i++) {
            batches.add(wait, i);
            double service = -Math.log1p(-random.nextDouble());
            wait = Math.max(0, wait + service + Math.log1p(-random.nextDouble()) / LOAD);
        }
        return batches;
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 5119, 5120, 5121, 100_003, 3_000_000})
    void keepsTheMeanHoweverOftenBatchesAreMerged(int count) {
        BatchMeans batches = new BatchMeans();
        for (int i = 0; i < count; i++) {
            batches.add(i % 2 == 0 ? 3_000_000 : 1_000_000, i);
        }
        SteadyMean mean = batches.steadyMean(1e-6, LEVEL);
        assertThat(batches.count()).isEqualTo(count);
        assertThat(mean.mean()).isCloseTo(2, within(0.11)); // a batch of five has three of one kind
        assertThat(mean.batches()).isBetween(10, 60);
        assertThat(mean.kept()).isGreaterThan(count / 2 - 10);
        assertThat(mean.shortfall()).isNull();
    }

    @Test
    void coversTheMeanOfAQueueAsOftenAsItSays() {
        int runs = 1000;
        int covered = 0;
        int told = 0;
        double truth = LOAD / (1 - LOAD);
        for (int run = 0; run < runs; run++) {
            SteadyMean.Interval interval = queue(CUSTOMERS, run).steadyMean(1, LEVEL).interval();
            if (interval != null) {
                told++;
                covered += interval.contains(truth) ? 1 : 0;
            }
        }
        assertThat(told).isGreaterThan(990);
        assertThat((double) covered / told).isBetween(0.93, 0.97);
    }

    @Test
    void dropsAStartThatIsUnlikeTheRest() {
        RandomGenerator random = Seeds.stream(1, "warm-up", 0);
        BatchMeans batches = new BatchMeans();
        for (int i = 0; i < 50_000; i++) {
            double start = i < 5_000 ? 40 * (1 - i / 5_000.0) : 0;
            batches.add(10 + start + random.nextGaussian(), 1000L * i);
        }
        SteadyMean mean = batches.steadyMean(1, LEVEL);
        assertThat(mean.mean()).isCloseTo(10, within(0.05));
        assertThat(mean.dropped()).isBetween(4_000L, 12_000L);
        assertThat(mean.warmUpEndMicros()).isEqualTo(1000L * (mean.dropped() - 1));
        assertThat(mean.dropped() + mean.kept()).isLessThanOrEqualTo(50_000);
    }

    @Test
    void saysThatARunIsTooShortInsteadOfGuessing() {
        assertThat(queue(900, 0).steadyMean(1, LEVEL).shortfall())
                .isEqualTo(SteadyMean.Shortfall.TOO_FEW);
        assertThat(new BatchMeans().steadyMean(1, LEVEL).mean()).isZero();
        BatchMeans growing = new BatchMeans();
        BatchMeans wave = new BatchMeans();
        for (int i = 0; i < 20_000; i++) {
            growing.add(i, i);
            wave.add(Math.sin(i * Math.PI * 6 / 20_000), i);
        }
        assertThat(growing.steadyMean(1, LEVEL).shortfall())
                .isEqualTo(SteadyMean.Shortfall.WARMING_UP);
        assertThat(wave.steadyMean(1, LEVEL).shortfall()).isNotNull();
        assertThat(wave.steadyMean(1, LEVEL).interval()).isNull();
    }

    @Test
    void isCertainOfWhatNeverVaries() {
        BatchMeans batches = new BatchMeans();
        for (int i = 0; i < 10_000; i++) {
            batches.add(0, i);
        }
        SteadyMean mean = batches.steadyMean(1e-6, LEVEL);
        assertThat(mean.interval()).isEqualTo(new SteadyMean.Interval(0, 0));
        assertThat(mean.dropped()).isZero();
        assertThat(mean.warmUpEndMicros()).isNull();
    }
}
