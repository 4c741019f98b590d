package dev.stowage.sim.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.stowage.sim.node.QueueLaw.Measured;
import org.junit.jupiter.api.Test;

class QueueLawTest {
    private static final Measured SLOW = new Measured(0.01, 0.05, 0.8, 4, 0.99);

    /** p99 of the wait in M/M/k, in mean service times, from Erlang's C as it is. */
    private static double wait(int k, double utilisation) {
        double probability = ErlangWait.probability(k, utilisation);
        return Math.log(probability / 0.01) / (k * (1 - utilisation));
    }

    @Test
    void goesThroughItsMeasurement() {
        assertThat(new QueueLaw(SLOW).seconds(1, 4)).isCloseTo(0.05, withinPercentage(1e-9));
        Measured half = new Measured(0.01, 0.05, 0.8, 0.5, 0.99);
        assertThat(new QueueLaw(half).seconds(1, 0.5)).isCloseTo(0.05, withinPercentage(1e-9));
    }

    /** 3.2 busy cores on 5 are at 0.64; at half the load on 2, at 0.8: by Erlang's formula. */
    @Test
    void isAQueueOfSeveralServers() {
        QueueLaw law = new QueueLaw(SLOW);
        double scale = 0.04 / wait(4, 0.8);
        assertThat(law.seconds(1, 5))
                .isCloseTo(0.01 + scale * wait(5, 0.64), withinPercentage(0.05));
        assertThat(law.seconds(0.5, 2))
                .isCloseTo(0.01 + scale * wait(2, 0.8), withinPercentage(0.05));
        assertThat(law.seconds(0.1, 0.5)) // M/M/1 at half speed, at 0.64
                .isCloseTo(0.02 + scale * 2 * wait(1, 0.64), withinPercentage(0.05));
    }

    /** More cores are never slower, and a hair fewer than the least are too few. */
    @Test
    void findsTheLeastCores() {
        QueueLaw law = new QueueLaw(SLOW);
        for (double load = 0.01; load < 2; load += 0.037) {
            double last = Double.MAX_VALUE;
            for (double cores = law.busyCores(load) / 0.98; cores < 20; cores += 0.01) {
                double seconds = law.seconds(load, cores);
                assertThat(seconds).isLessThanOrEqualTo(last * (1 + 1e-9));
                last = seconds;
            }
            for (double bound : new double[] {0.0101, 0.02, 0.05, 0.3}) {
                double least = law.cores(load, bound);
                assertThat(law.seconds(load, least)).isLessThanOrEqualTo(bound);
                double fewer = least * (1 - 1e-6);
                assertThat(
                                law.seconds(load, fewer) > bound
                                        || law.busyCores(load) / fewer > QueueLaw.BUSIEST)
                        .isTrue();
            }
        }
    }

    /** On many cores at little load nobody waits, so a longer response is not from a queue. */
    @Test
    void refusesAWaitThatNoQueueMakes() {
        assertThatThrownBy(() -> new QueueLaw(new Measured(0.01, 0.05, 0.1, 64, 0.99)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no wait");
    }
}
