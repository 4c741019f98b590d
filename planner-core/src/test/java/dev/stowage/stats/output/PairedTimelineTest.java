package dev.stowage.stats.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.Seeds;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class PairedTimelineTest {
    private static final int WINDOWS = 3000;

    /**
     * Differences of windows that depend on each other (autoregressive), with 1 to 9 tasks each.
     */
    private static Difference timeline(double meanDifference, double memory, int run) {
        RandomGenerator random = Seeds.stream(11, "timeline", run);
        double[] sums = new double[WINDOWS];
        double[] tasks = new double[WINDOWS];
        double state = 0;
        for (int i = 0; i < WINDOWS; i++) {
            state = memory * state + random.nextGaussian();
            tasks[i] = random.nextInt(1, 10);
            sums[i] = tasks[i] * (meanDifference + state);
        }
        return PairedTimeline.difference(sums, tasks, 0.95);
    }

    @Test
    void coversTheTrueDifferenceAsOftenAsItSays() {
        for (double memory : new double[] {0, 0.7}) {
            int covered = 0;
            int runs = 1000;
            for (int run = 0; run < runs; run++) {
                Difference difference = timeline(3, memory, run);
                assertThat(difference.halfWidth()).isNotNull();
                covered += Math.abs(difference.mean() - 3) <= difference.halfWidth() ? 1 : 0;
            }
            assertThat(covered / (double) runs).as("memory %s", memory).isBetween(0.93, 0.97);
        }
    }

    @Test
    void claimsNothingWhereWindowsDependOnEachOtherForTooLong() {
        assertThat(timeline(0, 0.9999, 0).halfWidth()).isNull();
    }

    @Test
    void claimsNothingFromFewTasksOrFewWindows() {
        double[] few = new double[99];
        double[] tasks = new double[99];
        Arrays.fill(few, 2);
        Arrays.fill(tasks, 1);
        assertThat(PairedTimeline.difference(few, tasks, 0.95))
                .isEqualTo(new Difference(2, null, null, 0.95));
        Arrays.fill(tasks, 1000);
        assertThat(PairedTimeline.difference(few, tasks, 0.95).halfWidth()).isNull();
        assertThat(PairedTimeline.difference(new double[0], new double[0], 0.95).mean()).isZero();
    }

    @Test
    void losesNoTask() {
        double[] sums = new double[1234];
        double[] tasks = new double[1234];
        double all = 0;
        double count = 0;
        for (int i = 0; i < sums.length; i++) {
            tasks[i] = 1 + i % 7;
            sums[i] = i % 13;
            all += sums[i];
            count += tasks[i];
        }
        Difference difference = PairedTimeline.difference(sums, tasks, 0.95);
        assertThat(difference.mean()).isCloseTo(all / count, within(1e-12));
        assertThat(difference.halfWidth()).isNotNull();
    }
}
