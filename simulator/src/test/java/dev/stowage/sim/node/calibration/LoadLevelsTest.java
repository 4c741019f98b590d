package dev.stowage.sim.node.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LoadLevelsTest {
    /** 1,000 to 1,038 three times and 1,985 to 2,010 twice; the next level is far. */
    @Test
    void loadsAreOneLevelWhereAGapTells() {
        List<MeasuredRow> rows = rows(2010, 1000, 1019, 1985, 1038, 3000);
        LoadLevels levels = LoadLevels.of(rows);
        assertThat(levels.count()).isEqualTo(3);
        assertThat(rows.stream().map(levels::of))
                .containsExactly(1985.0, 1000.0, 1000.0, 1985.0, 1000.0, 3000.0);
        assertThat(levels.unclear()).isEmpty();
        assertThat(levels.widest()).isCloseTo(0.038, within(0.0001));
        assertThatThrownBy(() -> levels.of(row(999, 999)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("999");
    }

    /** Jitter of 0.1 to 3 % up and down, each level twice to five times. */
    @Test
    void findsRepeatsHoweverTheyJitter() {
        Random random = new Random(3);
        for (int draw = 0; draw < 500; draw++) {
            double jitter = 0.001 * Math.pow(30, random.nextDouble());
            int repeats = 2 + random.nextInt(4);
            double[] loads = new double[7 * repeats];
            for (int i = 0; i < loads.length; i++) {
                loads[i] =
                        1000
                                * (1 + i / repeats)
                                / 0.9
                                * (1 + jitter * (2 * random.nextDouble() - 1));
            }
            double[] few = Arrays.copyOf(loads, 3 * repeats); // 1, 2 and 3: 50 % apart
            assertThat(LoadLevels.of(rows(few)).count()).as("jitter %s", jitter).isEqualTo(3);
        }
    }

    /** Steps of 0.5 to 6 %, jitter or none: as many levels as loads. */
    @Test
    void neverTakesASweepForRepeats() {
        Random random = new Random(4);
        for (int draw = 0; draw < 500; draw++) {
            double step = 1.005 + 0.055 * random.nextDouble();
            double jitter = (step - 1) * 0.2;
            double[] loads = new double[4 + random.nextInt(20)];
            for (int i = 0; i < loads.length; i++) {
                loads[i] = 1000 * Math.pow(step, i) * (1 + jitter * (2 * random.nextDouble() - 1));
            }
            LoadLevels levels = LoadLevels.of(rows(loads));
            assertThat(levels.count()).as("step %s", step).isEqualTo(loads.length);
            assertThat(levels.unclear()).isPresent();
        }
        LoadLevels knee = LoadLevels.of(rows(1000, 2000, 3000, 3060, 3120, 3180, 4000));
        assertThat(knee.count()).as("a fine sweep near the knee").isEqualTo(7);
        assertThat(knee.unclear()).isPresent();
    }

    @Test
    void aNameTellsWhatAGapDoesNot() {
        List<MeasuredRow> rows =
                List.of(named(1000, "a"), named(1020, "a"), named(1040, "b"), named(1060, "b"));
        assertThat(LoadLevels.of(rows).count()).isEqualTo(2);
        assertThat(LoadLevels.of(rows).unclear()).isEmpty();
        assertThat(Repeats.of(rows).pairs()).isEqualTo(2);
    }

    /** 20,000 on two cores is as much for each as 40,000 on four, and half as much on four. */
    @Test
    void loadsCountPerCore() {
        MeasuredRow two = new MeasuredRow(2, 20_000, 1e-3, 2, 1, 20_000.0, "", 0, null);
        MeasuredRow four = new MeasuredRow(3, 40_000, 1e-3, 4, 1, 40_000.0, "", 0, null);
        MeasuredRow half = new MeasuredRow(4, 20_000, 1e-3, 4, 1, 20_000.0, "", 0, null);
        LoadLevels levels = LoadLevels.of(List.of(two, four, half));
        assertThat(levels.count()).isEqualTo(2);
        assertThat(levels.of(two)).isEqualTo(levels.of(four)).isNotEqualTo(levels.of(half));
    }

    @Test
    void aLoadThatIsNotKeptUpWithTellsNoPercentile() {
        List<MeasuredRow> rows = List.of(row(1000, 1000), row(2000, 1990), row(3000, 2000));
        assertThat(LoadLevels.of(rows).count()).isEqualTo(3);
        assertThat(LoadLevels.of(rows).keptUp()).isEqualTo(2);
    }

    /** Levels are told apart wherever a load is: repeats, and what they say of the rise. */
    @Test
    void findsRepeatsOfLoadsThatJitter() {
        assertThat(Repeats.of(rows(1000, 1003, 2000, 1995)).pairs()).isEqualTo(2);
        Held.Column load = Held.Column.LOAD;
        List<MeasuredRow> rows = rows(1000, 1003, 2000, 1995);
        assertThat(rows.stream().map(load.of(LoadLevels.of(rows))).distinct()).hasSize(2);
    }

    private static MeasuredRow named(double load, String level) {
        return new MeasuredRow(2, load, 1e-3, 1, 1, load, "", 0, null, level);
    }

    private static List<MeasuredRow> rows(double... loads) {
        return Arrays.stream(loads).mapToObj(load -> row(load, load)).toList();
    }

    private static MeasuredRow row(double load, double achieved) {
        return new MeasuredRow(2, load, 1e-3, 1, 1, achieved, "", 0, null);
    }
}
