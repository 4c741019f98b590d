package dev.stowage.sim.energy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.basis.Progress;
import org.junit.jupiter.api.Test;

/** Days made load by load on several threads are those made hour by hour. */
class EnergyStudyTest {
    private static final double[] LOADS = {150_000, 300_000, 150_000, 600_000};
    private static final long[] SEEDS = {3, 8_000};

    @Test
    void equalsDayByDayWhateverTheThreads() {
        EnergyStudy one = study(1);
        assertThat(study(3)).isEqualTo(one);
        EnergyDay day = day();
        for (int i = 0; i < SEEDS.length; i++) {
            assertThat(one.tuned().get(i))
                    .isEqualTo(day.under(EnergyManager.TUNED, LOADS, SEEDS[i]));
            assertThat(one.linux().get(i))
                    .isEqualTo(day.under(EnergyManager.LINUX, LOADS, SEEDS[i]));
        }
        assertThat(one.best()).isEqualTo(day.best(EnergyManager.TUNED, LOADS, SEEDS[0]));
        assertThat(one.tuned().get(0)).isNotEqualTo(one.tuned().get(1));
    }

    private static EnergyStudy study(int threads) {
        return EnergyStudy.of(
                EnergyStudyTest::day, EnergyManager.TUNED, LOADS, SEEDS, threads, Progress.NONE);
    }

    private static EnergyDay day() {
        return new EnergyDay(
                EnergyLibrary.shipped().model("e5-2690", "memcached"),
                new LatencyTarget(99, 500),
                Objective.ENERGY,
                Trials.Settings.usual());
    }
}
