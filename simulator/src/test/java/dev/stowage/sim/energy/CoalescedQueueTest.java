package dev.stowage.sim.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class CoalescedQueueTest {
    private static final int REQUESTS = 200_000;
    private static final int WARM_UP = 10_000;

    @Test
    void isExactlyMm1WithoutDelay() {
        for (double rho : new double[] {0.1, 0.5, 0.9}) {
            CoalescedQueue queue = new CoalescedQueue(rho / 10, 0, 10);
            for (double time : new double[] {1, 20, 300}) {
                assertThat(queue.exceeds(time))
                        .isCloseTo(Math.exp(-time * (1 - rho) / 10), within(1e-12));
            }
            assertThat(queue.mean()).isCloseTo(10 / (1 - rho), within(1e-9));
        }
    }

    /** Response times of single requests, sorted. */
    private static double[] simulated(double rate, double delay, double service, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] responses = new double[REQUESTS];
        double now = 0;
        double interrupt = Double.NEGATIVE_INFINITY;
        double free = 0;
        for (int i = 0; i < REQUESTS; i++) {
            now -= Math.log(1 - random.nextDouble()) / rate;
            if (now > interrupt) {
                interrupt = now + delay;
            }
            free = Math.max(free, interrupt) - service * Math.log(1 - random.nextDouble());
            responses[i] = free - now;
        }
        double[] kept = Arrays.copyOfRange(responses, WARM_UP, REQUESTS);
        Arrays.sort(kept);
        return kept;
    }

    @Test
    void agreesWithSimulatedRequests() {
        double worst = 0;
        for (double delay : new double[] {20, 100, 400}) {
            for (double rho : new double[] {0.2, 0.5, 0.8}) {
                double[] seen = simulated(rho / 15, delay, 15, 7);
                CoalescedQueue queue = new CoalescedQueue(rho / 15, delay, 15);
                for (double share : new double[] {0.9, 0.99}) {
                    double truth = seen[(int) (share * seen.length)];
                    double ours = CoalescedQueue.falls(queue::exceeds, 1 - share, queue.longest());
                    worst = Math.max(worst, Math.abs(ours / truth - 1));
                }
            }
        }
        assertThat(worst).as("relative error of p90 and p99").isLessThan(0.2);
    }

    @Test
    void spendsAllTimeSomewhere() {
        List<SleepState> states =
                List.of(
                        new SleepState("C1", 2, 2, 2.2, true),
                        new SleepState("C3", 80, 211, 0.7, false),
                        new SleepState("C6", 104, 345, 0.15, false));
        for (double rho : new double[] {0.01, 0.3, 0.95}) {
            for (double delay : new double[] {0, 2, 100, 998}) {
                CoalescedQueue queue = new CoalescedQueue(rho / 15, delay, 15);
                CoreTime time = CoreTime.of(queue, rho / 15, delay, states);
                assertThat(time.sum()).isCloseTo(1, within(1e-9));
                for (double share : time.asleep()) {
                    assertThat(share).isGreaterThan(-1e-12);
                }
                assertThat(time.awake()).isGreaterThanOrEqualTo(0);
            }
        }
    }

    @Test
    void sleepsAsPoissonGapsDoWhenThereIsHardlyAnyWork() {
        List<SleepState> states = List.of(new SleepState("C6", 104, 345, 0.15, false));
        double rate = 1e-3;
        CoreTime time = CoreTime.of(new CoalescedQueue(rate, 100, 1e-6), rate, 100, states);
        assertThat(time.wakes()[0])
                .isCloseTo(Math.exp(-rate * 245), Percentage.withPercentage(0.01));
    }

    @Test
    void hasTheTwoEffectsOfTheDelay() {
        EnergyModel model = EnergyLibrary.shipped().model("e5-2690", "memcached");
        OperatingPoint often = model.at(400_000, 1.3, 2);
        OperatingPoint seldom = model.at(400_000, 1.3, 200);
        assertThat(seldom.utilisation()).isLessThan(often.utilisation());
        assertThat(seldom.percentileMicros(0.99)).isLessThan(often.percentileMicros(0.99));
        assertThat(model.at(50_000, 2.9, 200).percentileMicros(0.99))
                .isGreaterThan(model.at(50_000, 2.9, 2).percentileMicros(0.99));
        assertThat(model.at(800_000, 1.2, 2).isSteady()).isFalse();
        assertThat(model.at(800_000, 1.2, 2).percentileMicros(0.99)).isInfinite();
    }
}
