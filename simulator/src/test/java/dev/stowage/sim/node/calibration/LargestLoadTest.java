package dev.stowage.sim.node.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.model.node.NodeLibrary;
import dev.stowage.model.node.ParameterSource;
import dev.stowage.model.node.ServiceParameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LargestLoadTest {
    private static final double TARGET = 1e-3;

    @Test
    void liesBetweenWhatMetAndWhatMissed() {
        LargestLoad load =
                LargestLoad.of(rows(10, 200, 20, 400, 30, 950, 40, 1050, 50, 5000), TARGET);
        assertThat(load.met()).isEqualTo(30);
        assertThat(load.missed()).isEqualTo(40);
        assertThat(load.atLeast()).as("0.95 and 1.05 are within the noise").isEqualTo(20);
        assertThat(load.below()).isEqualTo(50);
        assertThat(load.contradicting()).isZero();
    }

    @Test
    void aSaturatedRowMissesWhateverItsPercentile() {
        List<MeasuredRow> rows = new ArrayList<>(rows(10, 200, 20, 400));
        rows.add(new MeasuredRow(9, 30, 4e-4, 4, 20, 25.0, "", 0, null));
        assertThat(LargestLoad.of(rows, TARGET).below()).isEqualTo(30);
    }

    @Test
    void saysNothingFromAboveWhereNoneMissed() {
        LargestLoad load = LargestLoad.of(rows(10, 200, 20, 400), TARGET);
        assertThat(load.below()).isNull();
        assertThat(load.missed()).isNull();
        assertThat(load.atLeast()).isEqualTo(20);
    }

    /** What two of four cores hold is the fit's matter. */
    @Test
    void otherSettingsSayNothing() {
        List<MeasuredRow> rows = new ArrayList<>(rows(10, 200, 20, 400, 60, 3000));
        rows.add(new MeasuredRow(9, 15, 4e-3, 2, 20, 15.0, "", 0, null));
        rows.add(new MeasuredRow(9, 25, 4e-4, 2, 20, 25.0, "", 0, null));
        LargestLoad load = LargestLoad.of(rows, TARGET);
        assertThat(load.atLeast()).isEqualTo(20);
        assertThat(load.below()).isEqualTo(60);
        LargestLoad.Beside beside = LargestLoad.Beside.of(rows, TARGET, 22);
        assertThat(beside.metAbove()).as("but is said").isEqualTo(1);
        assertThat(beside.metBy()).isCloseTo(0.6, within(1e-9));
        assertThat(beside.missedBelow()).isZero();
    }

    /** A hiccup at 20: the fewest rows are wrong if it is; the interval knows of it. */
    @Test
    void cutsWhereTheFewestRowsContradict() {
        LargestLoad load =
                LargestLoad.of(rows(10, 200, 20, 4000, 30, 300, 40, 400, 50, 5000), TARGET);
        assertThat(load.met()).isEqualTo(40);
        assertThat(load.missed()).isEqualTo(50);
        assertThat(load.contradicting()).isEqualTo(1);
        assertThat(load.atLeast()).isEqualTo(10);
        assertThat(load.below()).isEqualTo(50);
    }

    /** A miss at 30 and a hit at 40 are one exception either way: runs are slow by chance. */
    @Test
    void takesTheHigherOfTwoCuts() {
        LargestLoad load =
                LargestLoad.of(
                        rows(10, 200, 20, 230, 30, 5000, 40, 300, 80, 950, 120, 4000), TARGET);
        assertThat(load.met()).isEqualTo(80);
        assertThat(load.missed()).isEqualTo(120);
        assertThat(load.contradicting()).isEqualTo(1);
        assertThat(load.atLeast()).isEqualTo(20);
        assertThat(load.below()).isEqualTo(120);
    }

    /** M/M/4, and one run three times slow at a low load: all others are within the margin. */
    @Test
    void aSlowRowAmongRowsWithinTheNoiseIsOneOfMany() {
        LargestLoad load =
                LargestLoad.of(
                        rows(
                                5, 860, 11, 861, 17, 860, 23, 2586, 29, 859, 35, 859, 41, 875, 47,
                                882, 53, 883, 59, 912, 65, 979, 71, 1026, 77, 1136, 83, 1429, 89,
                                2092),
                        TARGET);
        assertThat(load.met()).isEqualTo(65);
        assertThat(load.missed()).isEqualTo(71);
        assertThat(load.contradicting()).isEqualTo(1);
        assertThat(load.atLeast()).as("none by more than a fifth").isNull();
        assertThat(load.below()).as("65 met, so it is not missed from 23 on").isEqualTo(83);
        assertThat(load.isNarrow()).isFalse();
    }

    @Test
    void exactlyTheTargetMeetsIt() {
        LargestLoad load = LargestLoad.of(rows(10, 500, 20, 1000, 30, 1001), TARGET);
        assertThat(load.met()).isEqualTo(20);
        assertThat(load.missed()).isEqualTo(30);
        assertThat(LargestLoad.Beside.of(rows(10, 500, 20, 1000), TARGET, 10).metAbove())
                .isEqualTo(1);
    }

    @Test
    void isNarrowWithTwoEndsHalfApartAtMost() {
        assertThat(LargestLoad.of(rows(10, 500, 20, 500, 30, 2000), TARGET).isNarrow()).isTrue();
        assertThat(LargestLoad.of(rows(10, 500, 20, 500, 31, 2000), TARGET).isNarrow()).isFalse();
        assertThat(LargestLoad.of(rows(10, 500, 20, 500), TARGET).isNarrow()).isFalse();
    }

    /** Whatever the rows: what is said of them is so, and the bounds of the fit are within it. */
    @Test
    void saysOnlyWhatNoRowContradicts() {
        Random random = new Random(1);
        for (int draw = 0; draw < 2000; draw++) {
            double[] values = new double[2 * (1 + random.nextInt(9))];
            for (int i = 0; i < values.length; i += 2) {
                values[i] = 10 * (1 + i);
                values[i + 1] = 600 + 100 * random.nextInt(9);
            }
            LargestLoad load = LargestLoad.of(rows(values), TARGET);
            double low = orElse(load.atLeast(), 0);
            double high = orElse(load.below(), 1e9);
            assertThat(orElse(load.met(), 0)).isGreaterThanOrEqualTo(low);
            assertThat(orElse(load.missed(), 1e9)).isLessThanOrEqualTo(high);
            int fewest = values.length;
            for (int cut = -2; cut < values.length; cut += 2) {
                int wrong = 0;
                for (int i = 0; i < values.length; i += 2) {
                    boolean isMet = values[i + 1] <= 1000;
                    assertThat(isMet || values[i] > low).isTrue();
                    assertThat(!isMet || values[i] < high).isTrue();
                    wrong += isMet == i > cut ? 1 : 0;
                }
                fewest = Math.min(fewest, wrong);
            }
            assertThat(load.contradicting()).isEqualTo(fewest);
        }
    }

    private static double orElse(@Nullable Double value, double other) {
        return value == null ? other : value;
    }

    /** What was set at the lowest load alone does not hide that the percentile rises. */
    @Test
    void aHiccupAtTheLowestLoadDoesNotHideARise() {
        assertThat(Repeats.doesRise(rows(10, 900, 30, 188, 50, 190, 60, 199, 70, 216, 90, 472)))
                .isTrue();
        assertThat(Repeats.doesRise(rows(10, 100, 30, 500, 50, 505, 60, 510, 90, 520))).isTrue();
        assertThat(Repeats.doesRise(rows(10, 190, 30, 188, 50, 800, 60, 199, 70, 216))).isFalse();
        assertThat(Repeats.doesRise(rows(10, 190, 30, 300))).isTrue();
    }

    /** Erlang's queue with four servers, eleven loads: a fit must not be below a row that met. */
    @Test
    void aFitIsNotBelowRowsThatMet() {
        List<MeasuredRow> rows = new ArrayList<>();
        double mean = 4e-5;
        double target = mean * response(0.92);
        for (int i = 0; i < 11; i++) {
            double rho = 0.45 + 0.05 * i;
            double load = rho * 4 / mean;
            rows.add(new MeasuredRow(i + 2, load, mean * response(rho), 4, 20, load, "", 0, null));
        }
        NodeLibrary shipped = NodeLibrary.shipped();
        double found =
                Calibration.of(
                                "test",
                                shipped.service("test", "memcached")
                                        .with(
                                                ServiceParameter.TARGET_SECONDS,
                                                target,
                                                ParameterSource.OURS),
                                shipped.node("test", "parties"),
                                rows,
                                List.of())
                        .library()
                        .service("test", "memcached")
                        .of(ServiceParameter.MAX_LOAD);
        assertThat(found).isBetween(0.8999 * 4 / mean, 0.9501 * 4 / mean);
    }

    /** 0.99 of the response time in M/M/4 with mean service 1, by bisection of its closed form. */
    private static double response(double rho) {
        double a = 4 * rho;
        double last = a * a * a * a / 24 / (1 - rho);
        double c = last / (1 + a + a * a / 2 + a * a * a / 6 + last);
        double r = 4 * (1 - rho);
        double low = 0;
        double high = 1000;
        for (int i = 0; i < 100; i++) {
            double t = (low + high) / 2;
            double tail =
                    Math.abs(r - 1) < 1e-9
                            ? Math.exp(-t) * (1 + c * t)
                            : Math.exp(-t) * (1 - c)
                                    + c / (1 - r) * (Math.exp(-r * t) - r * Math.exp(-t));
            if (tail > 0.01) {
                low = t;
            } else {
                high = t;
            }
        }
        return high;
    }

    /** Loads and microseconds, on four cores, all kept up with. */
    private static List<MeasuredRow> rows(double... values) {
        List<MeasuredRow> rows = new ArrayList<>();
        for (int i = 0; i < values.length; i += 2) {
            rows.add(
                    new MeasuredRow(
                            i, values[i], values[i + 1] / 1e6, 4, 20, values[i], "", 0, null));
        }
        return rows;
    }
}
