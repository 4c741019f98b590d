package dev.stowage.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.Seeds;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import dev.stowage.workload.fit.ArrivalFit;
import dev.stowage.workload.prototype.ArrivalDraw;
import dev.stowage.workload.prototype.BetaBinomial;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrivalsTest {
    /** Clusters of about ten jobs within seconds, more of them in the second half of each day. */
    private static double[] clustered(double windowSeconds) {
        RandomGenerator random = Seeds.stream(1, "clusters", 0);
        double[] times = new double[20_000];
        double at = 0;
        for (int i = 0; i < times.length; i++) {
            if (i % 10 == 0) {
                boolean isBusy = at % 86_400 > 43_200;
                at += -Math.log(random.nextDouble()) * windowSeconds / (isBusy ? 3000 : 1400);
            }
            times[i] = (at + 20 * random.nextDouble()) % windowSeconds;
        }
        return times;
    }

    private static double[] drawn(Arrivals arrivals, int jobs, long seed) {
        ArrivalDraw draw = new ArrivalDraw(arrivals, Seeds.stream(seed, "arrival", 0));
        int[][] counts = ArrivalDraw.share(arrivals, jobs, new double[] {1, 1}, 0.5);
        double[] times = new double[jobs];
        int at = 0;
        for (int s = 0; s < arrivals.segments(); s++) {
            draw.segment(s, counts[0][s] + counts[1][s], times, at);
            at += counts[0][s] + counts[1][s];
        }
        assertThat(at).isEqualTo(jobs);
        return times;
    }

    private static double dispersion(double[] times, double windowSeconds, double seconds) {
        double[] counts = new double[(int) (windowSeconds / seconds)];
        for (double time : times) {
            int bin = (int) (time / seconds);
            if (bin < counts.length) {
                counts[bin]++;
            }
        }
        double mean = Arrays.stream(counts).average().orElseThrow();
        return Arrays.stream(counts).map(c -> (c - mean) * (c - mean)).sum() / counts.length / mean;
    }

    @ParameterizedTest
    @CsvSource({"1", "10", "60", "600", "3600", "60480"})
    void keepsTheIndexOfDispersionAtEveryScale(double seconds) {
        double window = 7 * 86_400;
        double[] recorded = clustered(window);
        Arrivals arrivals = ArrivalFit.fit(Map.of(TaskClass.BATCH, recorded), window, window);
        double expected = dispersion(recorded, window, seconds);
        for (int seed = 0; seed < 5; seed++) {
            double[] times = drawn(arrivals, recorded.length, seed);
            assertThat(dispersion(times, window, seconds))
                    .isCloseTo(expected, within(0.25 * expected));
        }
    }

    @Test
    void drawsAscendingTimesInsideTheWindow() {
        double window = 7 * 86_400;
        Arrivals arrivals =
                ArrivalFit.fit(Map.of(TaskClass.BATCH, clustered(window)), window, window);
        double[] times = drawn(arrivals, 54_321, 3);
        double before = 0;
        for (double time : times) {
            assertThat(time).isBetween(before, window);
            before = time;
        }
    }

    @Test
    void aPoissonProcessStaysOne() {
        RandomGenerator random = Seeds.stream(2, "poisson", 0);
        double window = 200_000;
        double[] recorded = random.doubles(20_000).map(u -> u * window).toArray();
        Arrivals arrivals = ArrivalFit.fit(Map.of(TaskClass.BATCH, recorded), window, window);
        double[] times = drawn(arrivals, 20_000, 4);
        assertThat(dispersion(times, window, 1)).isCloseTo(1, within(0.05));
        assertThat(dispersion(times, window, 60)).isCloseTo(1, within(0.1));
    }

    @Test
    void keepsTheClockOfTheTrace() {
        double window = 100_000;
        double[] recorded = Arrays.stream(clustered(window)).map(Math::floor).toArray();
        Arrivals arrivals = ArrivalFit.fit(Map.of(TaskClass.BATCH, recorded), window, window);
        assertThat(arrivals.grainSeconds()).isEqualTo(1);
        assertThat(Arrays.stream(drawn(arrivals, 1000, 5)))
                .allMatch(time -> time == Math.rint(time));
    }

    @Test
    void splitsWithTheVarianceThatTheCorrelationSays() {
        RandomGenerator random = Seeds.stream(3, "splits", 0);
        for (int n : new int[] {2, 20, 500}) {
            for (double rho : new double[] {0, 0.02, 0.4, 0.99}) {
                double sum = 0;
                double squares = 0;
                int draws = 40_000;
                for (int i = 0; i < draws; i++) {
                    double off = BetaBinomial.half(n, rho, random) - n / 2.0;
                    sum += off;
                    squares += off * off;
                }
                double variance = n / 4.0 * (1 + (n - 1) * rho);
                assertThat(sum / draws).isCloseTo(0, within(5 * Math.sqrt(variance / draws)));
                assertThat(squares / draws).isCloseTo(variance, within(0.05 * variance));
            }
        }
    }

    /** A job of one task. */
    private static JobPrototype job(TaskClass taskClass, double atSeconds, double weight) {
        Spread one = Spread.constant(1);
        TaskGroup tasks =
                new TaskGroup(1, TaskOutcome.FINISHED, 0, 1, 1, TaskDemands.NONE, one, one);
        return new JobPrototype(
                taskClass, atSeconds, false, weight, JobPrototype.NO_SESSION, List.of(tasks));
    }

    @Test
    void jobsWithKnownTasksArriveWhenTheyDidAndLaterInTheirShare() {
        Map<TaskClass, List<Long>> all =
                Map.of(
                        TaskClass.BATCH, List.of(8L, 8L, 3L, 3L, 30L, 60L, 0L, 12L),
                        TaskClass.USER_FACING, List.of(2L, 6L, 6L, 4L, 0L, 10L, 10L, 1L));
        Arrivals arrivals = new Arrivals(100, all, List.of(0.5), 1, 0.2);
        List<JobPrototype> jobs =
                List.of(
                        job(TaskClass.BATCH, 5, 2),
                        job(TaskClass.BATCH, 110, 4),
                        job(TaskClass.BATCH, 199, 2),
                        job(TaskClass.USER_FACING, 150, 4)); // 12 of 24, seen for 200 s of 800
        Arrivals known = arrivals.ofKnownJobs(new JointModel(200, 1, jobs));
        assertThat(known.jobs().get(TaskClass.BATCH))
                .containsExactly(2L, 6L, 2L, 1L, 15L, 30L, 0L, 6L);
        assertThat(known.jobs().get(TaskClass.USER_FACING))
                .containsExactly(0L, 4L, 3L, 2L, 0L, 5L, 5L, 1L);
        assertThat(known.clumping()).isEqualTo(arrivals.clumping());
        assertThat(known.windowSeconds()).isEqualTo(800);
    }
}
