package dev.stowage.forecast.history;

import static dev.stowage.forecast.history.BucketClock.every;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.forecast.history.BucketSeries.Level;
import dev.stowage.forecast.history.BucketSeries.Source;
import dev.stowage.model.Resources;
import dev.stowage.workload.demand.ServiceDemand;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BucketSeriesTest {
    private static final long CORE = Resources.MICRO_CORES_PER_CORE;
    private static final long GIB = Resources.BYTES_PER_GIB;

    /** Levels 1, 4, 2 cores from 0, 10 and 25 to 40. */
    private static ServiceDemand demand() {
        return new ServiceDemand(
                new long[] {0, 10, 25},
                new long[] {CORE, 4 * CORE, 2 * CORE},
                new long[] {GIB, 2 * GIB, 3 * GIB},
                40);
    }

    @Test
    void takesThePeakOrTheMeanOfWholeBuckets() {
        Source source = new Source(demand(), 0, 0, 40);
        BucketSeries peak = BucketSeries.of(source, every(15, 0), Level.PEAK);
        assertThat(peak.cores()).containsExactly(4, 4);
        assertThat(peak.gib()).containsExactly(2, 3);
        assertThat(peak.leftOut()).isEqualTo(1);
        BucketSeries mean = BucketSeries.of(source, every(15, 0), Level.MEAN);
        assertThat(mean.cores()[0]).isCloseTo((10 * 1 + 5 * 4) / 15.0, within(1e-12));
        assertThat(mean.cores()[1]).isCloseTo((10 * 4 + 5 * 2) / 15.0, within(1e-12));
    }

    @Test
    void beginsBucketsAtMultiplesOnTheClock() {
        // time 0 is 7 on the clock, the demand begins at 100
        Source source = new Source(demand(), 100, 100, 140);
        BucketSeries series = BucketSeries.of(source, every(10, 7), Level.PEAK);
        assertThat(series.startMicros()).isEqualTo(103);
        assertThat(series.endMicros()).isEqualTo(133);
        assertThat(series.cores()).containsExactly(4, 4, 4);
        assertThat(series.leftOut()).isEqualTo(2);
    }

    @Test
    void keepsToTheHistory() {
        BucketSeries series =
                BucketSeries.of(new Source(demand(), 0, 10, 30), every(5, 0), Level.PEAK);
        assertThat(series.cores()).containsExactly(4, 4, 4, 2);
        assertThat(series.leftOut()).isZero();
        assertThatThrownBy(() -> new Source(demand(), 5, 0, 30)).hasMessageContaining("outside");
        assertThatThrownBy(
                        () ->
                                BucketSeries.of(
                                        new Source(demand(), 0, 11, 14), every(5, 0), Level.PEAK))
                .hasMessageContaining("buckets = 0");
    }

    @Test
    void agreesWithScanningEveryInstant() {
        Random random = new Random(17);
        for (int round = 0; round < 300; round++) {
            int n = 1 + random.nextInt(12);
            long[] starts = new long[n];
            long[] cpu = new long[n];
            for (int i = 0; i < n; i++) {
                starts[i] = i == 0 ? 0 : starts[i - 1] + 1L + random.nextInt(9);
                cpu[i] = random.nextInt(20) * CORE;
            }
            long end = starts[n - 1] + 1L + random.nextInt(30);
            long origin = random.nextInt(50);
            long bucket = 1L + random.nextInt(8);
            ServiceDemand demand = new ServiceDemand(starts, cpu, new long[n], end);
            Source source = new Source(demand, origin, origin, origin + end);
            if (source.buckets(every(bucket, 3)) > 0) {
                BucketSeries series = BucketSeries.of(source, every(bucket, 3), Level.PEAK);
                double[] expected = new double[series.size()];
                for (long at = series.startMicros(); at < series.endMicros(); at++) {
                    int index = (int) ((at - series.startMicros()) / bucket);
                    expected[index] = Math.max(expected[index], at(demand, at - origin));
                }
                assertThat(series.cores()).as("round " + round).containsExactly(expected);
                assertThat((series.startMicros() + 3) % bucket).isZero();
            }
        }
    }

    private static double at(ServiceDemand demand, long micros) {
        int level = 0;
        while (level + 1 < demand.levels() && demand.startMicros(level + 1) <= micros) {
            level++;
        }
        return demand.at(level).cores();
    }

    @Test
    void knowsItsPeaks() {
        BucketSeries series =
                BucketSeries.of(new Source(demand(), 0, 0, 40), every(10, 0), Level.PEAK);
        assertThat(series.peaks()).containsExactly(4, 3);
        assertThat(Arrays.stream(series.cores()).sum()).isEqualTo(1 + 4 + 4 + 2);
    }

    @Test
    void givesMonthsTheirTrueLengths() {
        long day = 86_400_000_000L;
        long[] days = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31, 29};
        long zero = 19_358 * day; // 2023-01-01; 2024 is a leap year
        BucketClock months = BucketClock.months(zero);
        long begin = 0;
        for (int i = 0; i < days.length; i++) {
            long index = months.index(begin);
            assertThat(months.begin(index)).isEqualTo(begin);
            assertThat(months.index(begin + days[i] * day - 1)).isEqualTo(index);
            assertThat(months.indexFrom(begin + 1)).isEqualTo(index + 1);
            begin += days[i] * day;
            assertThat(months.begin(index + 1)).isEqualTo(begin);
        }
        assertThat(months.buckets(365 * day)).isEqualTo(12);
        assertThat(months.index(-zero - 1)).isEqualTo(-1);
    }
}
