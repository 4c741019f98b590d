package dev.stowage.sim.energy.response;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ResponseTimesTest {
    private static final List<BatchCore.Sleep> SLEEPS =
            List.of(
                    new BatchCore.Sleep(2, 2),
                    new BatchCore.Sleep(10, 20),
                    new BatchCore.Sleep(80, 211),
                    new BatchCore.Sleep(104, 345));

    private static double percentile(ResponseTimes.Law law, double share) {
        assertThat(law).isNotNull();
        return law.percentile(share);
    }

    /** With a 32nd of a service as step in place of an 8th, nothing moves by more than 0.1 %. */
    @Test
    void hasEnoughSteps() {
        SplittableRandom random = new SplittableRandom(3);
        double worst = 0;
        for (int i = 0; i < 80; i++) {
            double service = 12 + 25 * random.nextDouble();
            double rate = (0.02 + 0.9 * random.nextDouble()) / service;
            double delay = 2 + 2 * random.nextInt(300);
            BatchCore core = new BatchCore(rate, delay, service, 40, SLEEPS);
            for (double share : new double[] {0.9, 0.99}) {
                double fine = percentile(ResponseTimes.of(core, 32), share);
                double usual = percentile(ResponseTimes.of(core), share);
                worst = Math.max(worst, Math.abs(usual / fine - 1));
            }
        }
        assertThat(worst).isLessThan(0.001);
    }

    /**
     * With little work and no sleep the first of a batch, a quarter, waits the delay; the others
     * come evenly, each 100 us with one more before them.
     */
    @Test
    void waitsForTheInterruptWhereThereIsHardlyAnyWork() {
        BatchCore core = new BatchCore(0.01, 300, 1, 0, List.of());
        ResponseTimes.Law law = ResponseTimes.of(core);
        assertThat(percentile(law, 0.5)).isCloseTo(302 - 297.0 / 3, within(1.0));
        assertThat(law.exceeds(200) - law.exceeds(250)).isCloseTo(0.75 / 6 / 0.99, within(0.001));
        assertThat(law.exceeds(0)).isCloseTo(1, within(1e-6));
        assertThat(law.exceeds(1e9)).isZero();
    }

    /** A core that always slept deepest: each request alone waits for the delay and the exit. */
    @Test
    void addsTheExitOfTheStateThatAGapReaches() {
        BatchCore core = new BatchCore(1e-7, 10, 20, 0, SLEEPS);
        double mean = 10 + 104;
        ResponseTimes.Law law = ResponseTimes.of(core);
        assertThat(percentile(law, 0.9))
                .isCloseTo(mean + 20 * Math.log(10), Percentage.withPercentage(0.1));
    }

    @Test
    void isNoneWhereTheCoreDoesNotKeepUp() {
        assertThat(ResponseTimes.of(new BatchCore(0.1, 10, 10, 0, SLEEPS))).isNull();
        assertThat(ResponseTimes.of(new BatchCore(0.099999, 10, 10, 0, SLEEPS))).isNull();
        assertThat(ResponseTimes.awake(new BatchCore(0.11, 10, 10, 0, SLEEPS))).isNull();
    }
}
