package dev.stowage.workload.demand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.model.Resources;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TracerDemandTest {
    private static final long MICROS = 1_000_000L;
    private static final long DAY = 86_400;
    private static final int SEED = 5;

    private static ServiceDemand lasting(DemandShape shape, boolean isStatic, long seconds) {
        TracerDemand day = TracerDemand.of(shape, SEED);
        return new TracerDemand(
                        shape,
                        day.isPeriodic(),
                        isStatic,
                        seconds,
                        day.intervalSeconds(),
                        day.base(),
                        day.step(),
                        SEED)
                .demand();
    }

    @Test
    void anOscillationRisesByADrawnStepAndFallsBackToTheBaseInTurn() {
        ServiceDemand day = TracerDemand.of(DemandShape.OSCILLATING, SEED).demand();

        assertThat(day.levels()).isEqualTo(144);
        assertThat(day.endMicros()).isEqualTo(DAY * MICROS);
        Resources base = Resources.ofCoresAndGib(4, 8);
        long distinct = 0;
        for (int i = 0; i < day.levels(); i += 2) {
            assertThat(day.startMicros(i)).isEqualTo(i * 600L * MICROS);
            assertThat(day.at(i)).isEqualTo(base);
            assertThat(day.at(i + 1).cores()).isBetween(4.0, 4.0 + 2 * 16);
            assertThat(day.at(i + 1).gib()).isBetween(8.0, 8.0 + 2 * 32);
            distinct += i > 0 && !day.at(i + 1).equals(day.at(i - 1)) ? 1 : 0;
        }
        assertThat(distinct).isGreaterThan(60);
    }

    /** Uniform from 0 to 2 steps: half of a step on average, ± 5 standard errors. */
    @ParameterizedTest
    @ValueSource(longs = {DAY, 30 * DAY, 365 * DAY})
    void anOscillationStaysNearTheBaseHoweverLong(long seconds) {
        ServiceDemand demand = lasting(DemandShape.OSCILLATING, false, seconds);

        double rises = seconds / 1_200.0;
        double error = 5 * 32 / Math.sqrt(12) / Math.sqrt(rises) / 2;
        assertThat(demand.mean().cores()).isCloseTo(4 + 8, within(error));
        assertThat(demand.mean().gib()).isCloseTo(8 + 16, within(2 * error));
        assertThat(demand.peak().cores()).isLessThanOrEqualTo(36);
    }

    @Test
    void aStaticOscillationHasTwoLevels() {
        ServiceDemand demand = lasting(DemandShape.OSCILLATING, true, 7 * DAY);

        for (int i = 0; i < demand.levels(); i++) {
            assertThat(demand.at(i).cores()).isEqualTo(i % 2 == 0 ? 4 : 20);
        }
    }

    @Test
    void aGradualDemandRisesForHalfOfTheTimeByEqualStepsThenFalls() {
        ServiceDemand demand = TracerDemand.of(DemandShape.GRADUAL, SEED).demand();

        int half = demand.levels() / 2;
        for (int i = 1; i < demand.levels(); i++) {
            double change = demand.at(i).cores() - demand.at(i - 1).cores();
            assertThat(change).as("level %s", i).isEqualTo(i <= half ? 1 : -1);
        }
    }

    @Test
    void aRandomDemandChangesAtRandomTimesAndNeverFallsBelowTheBase() {
        ServiceDemand demand = TracerDemand.of(DemandShape.RANDOM, SEED).demand();

        long gap = demand.startMicros(1);
        boolean isUneven = false;
        for (int i = 1; i < demand.levels(); i++) {
            isUneven |= demand.startMicros(i) - demand.startMicros(i - 1) != gap;
            assertThat(demand.at(i).cores()).isGreaterThanOrEqualTo(4);
        }
        assertThat(isUneven).isTrue();
    }
}
