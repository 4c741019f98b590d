package dev.stowage.policy.autoscale.knative;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.policy.autoscale.knative.KpaSettings.Metric;
import dev.stowage.policy.autoscale.knative.KpaSettings.Rates;
import dev.stowage.policy.autoscale.knative.KpaSettings.Target;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The quirks of the autoscaler, one by one. */
class KpaDeciderTest {
    private static final long SECOND = 1_000_000;
    private static final KpaSettings SEVEN =
            KpaSettings.DEFAULT.with(new Target(Metric.CONCURRENCY, 7, 1));

    private static int pods(KpaDecider decider, long second, int ready) {
        KpaDecision decision = decider.decide(second * SECOND, ready);
        assertThat(decision).isNotNull();
        return decision == null ? -1 : decision.pods();
    }

    @Test
    void panicsAtTwiceTheReadyPodsAndHoldsForAMinuteAfterTheLastSuchDecision() {
        KpaDecider decider = new KpaDecider(SEVEN, 0, 1);
        decider.record(0, 15);
        assertThat(pods(decider, 0, 1)).isEqualTo(3);
        assertThat(decider.isPanicking()).isTrue();
        for (long second = 1; second <= 60; second++) {
            decider.record(second * SECOND, 0);
            assertThat(pods(decider, second, 3)).as("second %d", second).isEqualTo(3);
        }
        decider.record(61 * SECOND, 0);
        assertThat(pods(decider, 61, 3)).isLessThan(3);
    }

    @Test
    void halvesAtMostOncePerDecision() {
        KpaDecider decider = new KpaDecider(SEVEN, 0, 1);
        decider.record(0, 0);
        List<Integer> wanted = new ArrayList<>();
        int ready = 10;
        for (long second = 2; second <= 8; second += 2) {
            decider.record(second * SECOND, 0);
            ready = pods(decider, second, ready);
            wanted.add(ready);
        }
        assertThat(wanted).containsExactly(5, 2, 1, 0);
    }

    @Test
    void growsByTheRateOfReadyPodsWhateverIsBeingCreated() {
        KpaSettings twice =
                new KpaSettings(
                        SEVEN.target(),
                        SEVEN.windows(),
                        new Rates(2, 2, 10, 0),
                        SEVEN.bounds(),
                        SEVEN.idle(),
                        211);
        KpaDecider decider = new KpaDecider(twice, 0, 1);
        decider.record(0, 7_000);
        assertThat(pods(decider, 0, 3)).isEqualTo(6);
        assertThat(pods(decider, 2, 3)).isEqualTo(6);
    }

    @Test
    void startsInPanicBesideMoreThanOneReadyPod() {
        assertThat(new KpaDecider(SEVEN, 0, 2).isPanicking()).isTrue();
        assertThat(new KpaDecider(SEVEN, 0, 1).isPanicking()).isFalse();
    }

    @Test
    void decidesNothingWithoutData() {
        KpaDecider decider = new KpaDecider(SEVEN, 0, 1);
        assertThat(decider.decide(0, 1)).isNull();
        decider.record(0, 1);
        assertThat(decider.decide(60 * SECOND, 1)).isNotNull();
        assertThat(decider.decide(61 * SECOND, 1)).isNull();
    }
}
