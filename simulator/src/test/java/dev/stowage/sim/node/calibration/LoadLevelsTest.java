package dev.stowage.sim.node.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadLevelsTest {
    @Test
    void loadsWithinTwoPercentAreOneLevel() {
        List<MeasuredRow> rows = rows(2010, 1000, 1019, 1985, 1038, 3000);
        LoadLevels levels = LoadLevels.of(rows);
        assertThat(levels.count()).isEqualTo(3);
        assertThat(rows.stream().map(levels::of))
                .containsExactly(1985.0, 1000.0, 1000.0, 1985.0, 1000.0, 3000.0);
        assertThat(LoadLevels.of(rows(1000, 1021)).count()).isEqualTo(2);
        assertThatThrownBy(() -> levels.of(row(999, 999)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("999");
    }

    /** Steps of 1 % from 1,000: a level ends at 1,050. */
    @Test
    void aRampIsNoSingleLevel() {
        LoadLevels ramp = LoadLevels.of(rows(1000, 1010, 1020, 1030, 1040, 1050, 1060, 1070));
        assertThat(ramp.count()).isEqualTo(2);
        assertThat(ramp.of(row(1050, 1050))).isEqualTo(1000);
        assertThat(ramp.of(row(1060, 1060))).isEqualTo(1060);
    }

    @Test
    void aLoadThatIsNotKeptUpWithTellsNoPercentile() {
        List<MeasuredRow> rows = List.of(row(1000, 1000), row(2000, 1990), row(3000, 2000));
        assertThat(LoadLevels.of(rows).count()).isEqualTo(3);
        assertThat(LoadLevels.keptUp(rows).count()).isEqualTo(2);
    }

    /** Levels are told apart wherever a load is: repeats, and what they say of the rise. */
    @Test
    void findsRepeatsOfLoadsThatJitter() {
        assertThat(Repeats.of(rows(1000, 1003, 2000, 1995)).pairs()).isEqualTo(2);
        Held.Column load = Held.Column.LOAD;
        List<MeasuredRow> rows = rows(1000, 1003, 2000, 1995);
        assertThat(rows.stream().map(load.of(LoadLevels.of(rows))).distinct()).hasSize(2);
    }

    private static List<MeasuredRow> rows(double... loads) {
        return Arrays.stream(loads).mapToObj(load -> row(load, load)).toList();
    }

    private static MeasuredRow row(double load, double achieved) {
        return new MeasuredRow(2, load, 1e-3, 1, 1, achieved, "", 0, null);
    }
}
