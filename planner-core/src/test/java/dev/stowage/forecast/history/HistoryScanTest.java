package dev.stowage.forecast.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.stowage.forecast.Draws;
import dev.stowage.forecast.ets.EtsForm;
import dev.stowage.forecast.ets.EtsParameters;
import dev.stowage.forecast.ets.EtsState;
import dev.stowage.forecast.ets.Trend;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Finds what was put in, and nothing where nothing was. */
class HistoryScanTest {
    private static final int SERIES = 60;

    private static double[] drawn(int seed) {
        EtsForm form = new EtsForm(Trend.ADDITIVE, 7);
        EtsParameters slow = new EtsParameters(0.1 + 0.01 * seed, 0.01, 0.05, 1);
        EtsState start = new EtsState(500, 0.3, Draws.season(7, 40));
        return Draws.of(form, slow, start, 6, 200, seed);
    }

    private static HistoryScan scan(double[] values) {
        return HistoryScan.of(values, new BitSet(), List.of(7), false);
    }

    @Test
    void findsNothingInSeriesWithoutAnything() {
        int outliers = 0;
        int shifts = 0;
        for (int seed = 0; seed < SERIES; seed++) {
            HistoryScan scan = scan(drawn(seed));
            outliers += scan.outliers().cardinality();
            shifts += scan.shifts().size();
        }
        assertThat(outliers).isLessThanOrEqualTo(2);
        assertThat(shifts).isLessThanOrEqualTo(2);
    }

    /** Noise of the larger numbers made three shifts of the smaller ones, none of them there. */
    @Test
    void namesAChangeOfUnitAndNoShiftBesideIt() {
        for (double unit : new double[] {60, 1_000, 1_024, 1e6, 1 / 60.0, 1 / 1_024.0, 1e-9}) {
            for (int seed = 0; seed < 5; seed++) {
                double[] values = drawn(seed);
                int at = 60 + 20 * seed;
                for (int i = 0; i < at; i++) {
                    values[i] *= unit;
                }
                HistoryScan scan = scan(values);
                assertThat(scan.shifts()).as(unit + ", " + seed).isEmpty();
                assertThat(scan.units()).hasSize(1);
                assertThat(scan.units().get(0).bucket()).isEqualTo(at);
                assertThat(scan.units().get(0).unit())
                        .isCloseTo(Math.max(unit, 1 / unit), withinPercentage(8)); // 1,000 or 1,024
                assertThat(scan.outliers().cardinality()).isZero();
                double[] truth = drawn(seed);
                for (int i = 0; i < values.length; i++) { // 10^9 or 2^30
                    assertThat(scan.values()[i]).isCloseTo(truth[i], withinPercentage(8));
                }
            }
        }
    }

    /** The last rows in another unit are no growth. */
    @Test
    void namesAChangeOfUnitInTheLastBuckets() {
        for (double unit : new double[] {60, 1_000, 1_048_576, 1 / 1_024.0}) {
            for (int last = 2; last < 10; last++) {
                double[] values = drawn(last);
                int at = values.length - last;
                for (int i = at; i < values.length; i++) {
                    values[i] *= unit;
                }
                HistoryScan scan = scan(values);
                assertThat(scan.units()).extracting(UnitChange::bucket).containsExactly(at);
                assertThat(scan.atEnd()).isEmpty();
                assertThat(scan.values()[0] / values[0]).isCloseTo(unit, withinPercentage(2.5));
            }
        }
    }

    /** What stands out at the end is set aside with a word; what is like the rest is not. */
    @Test
    void knowsThatTheLastBucketWasSetAside() {
        int alarms = 0;
        for (int seed = 0; seed < 5 * SERIES; seed++) {
            double[] values = drawn(seed % SERIES);
            double[] part = Arrays.copyOf(values, 100 + seed / 3);
            alarms += scan(part).isEndAside() ? 1 : 0;
            part[part.length - 1] *= 1.5;
            assertThat(scan(part).isEndAside()).as("series " + seed).isTrue();
            assertThat(HistoryScan.of(part, new BitSet(), List.of(7), true).isEndAside()).isFalse();
        }
        assertThat(alarms).isLessThanOrEqualTo(SERIES / 20);
    }

    /** What was far off long ago hides no step at the end. */
    @Test
    void findsAStepAtTheEndAfterALargerOne() {
        for (int seed = 0; seed < SERIES; seed++) {
            double[] values = drawn(seed);
            for (int i = 0; i < values.length; i++) {
                values[i] += (i < 90 ? 0 : 500) + (i < values.length - 4 ? 0 : 300);
            }
            values[30] *= 4;
            assertThat(scan(values).atEnd()).as("series " + seed).isPresent();
            assertThat(scan(values).atEnd().get().bucket()).isEqualTo(values.length - 4);
        }
    }

    @Test
    void findsAUnitThatCameAndWentAndAShiftBesideIt() {
        double[] values = drawn(3);
        for (int i = 0; i < values.length; i++) {
            values[i] = (values[i] + (i < 40 ? 0 : 300)) * (i >= 90 && i < 130 ? 1_000 : 1);
        }
        HistoryScan scan = scan(values);
        assertThat(scan.units()).extracting(UnitChange::bucket).containsExactly(90, 130);
        assertThat(scan.shifts()).extracting(LevelShift::bucket).containsExactly(40);
        assertThat(scan.shifts().get(0).after()).isCloseTo(820, within(60.0));
    }

    /** Days that idle, launches, spikes and nights are no units. */
    @Test
    void findsNoUnitWhereThereIsNone() {
        for (int seed = 0; seed < SERIES; seed++) {
            double[] values = drawn(seed);
            assertThat(scan(values).units()).isEmpty();
            double[] nights = new double[values.length];
            Arrays.setAll(nights, i -> values[i] / (i % 7 > 4 ? 1_000 : 1));
            assertThat(scan(nights).units()).isEmpty();
            double[] spikes = values.clone();
            spikes[50] *= 1_000;
            spikes[51] *= 1_000;
            assertThat(scan(spikes).units()).isEmpty();
            double[] launch = values.clone();
            for (int i = 0; i < 100; i++) {
                launch[i] /= 30;
            }
            assertThat(scan(launch).units()).isEmpty();
        }
    }

    @Test
    void setsSpikesAside() {
        for (int seed = 0; seed < SERIES; seed++) {
            double[] values = drawn(seed);
            int[] at = {20 + seed, 83 + seed / 2, 137 - seed / 3};
            for (int each : at) {
                values[each] *= 3;
            }
            HistoryScan scan = scan(values);
            assertThat(scan.fate()).isEqualTo(HistoryScan.Fate.SET_ASIDE);
            for (int each : at) {
                assertThat(scan.outliers().get(each)).as(seed + ": " + each).isTrue();
                assertThat(scan.values()[each]).isCloseTo(values[each] / 3, within(80.0));
            }
            assertThat(HistoryScan.of(values, new BitSet(), List.of(7), true).values())
                    .containsExactly(values);
        }
    }

    @Test
    void keepsWhatIsNoException() {
        double[] rhythm = drawn(1);
        double[] often = drawn(2);
        Random random = new Random(7);
        for (int i = 9; i < 200; i += 30) {
            rhythm[i] *= 3;
        }
        rhythm[9] = drawn(1)[9];
        for (int i = 0; i < 12; i++) {
            often[random.nextInt(200)] *= 3;
        }
        double[] quarterly = drawn(3);
        for (int i : new int[] {19, 80, 141}) {
            quarterly[i] *= 3;
        }
        assertThat(scan(quarterly).fate()).isEqualTo(HistoryScan.Fate.RECURRING);
        assertThat(scan(rhythm).fate()).isNotEqualTo(HistoryScan.Fate.SET_ASIDE);
        assertThat(scan(often).fate()).isEqualTo(HistoryScan.Fate.TOO_MANY);
        assertThat(scan(often).values()).containsExactly(often);
    }

    @Test
    void findsAShiftToTheBucket() {
        int found = 0;
        for (int seed = 0; seed < SERIES; seed++) {
            double[] values = drawn(seed);
            int at = 60 + seed;
            for (int i = at; i < values.length; i++) {
                values[i] += 400;
            }
            List<LevelShift> shifts = scan(values).shifts();
            assertThat(shifts).as("series " + seed).isNotEmpty();
            found += shifts.size() == 1 && shifts.get(0).bucket() == at ? 1 : 0;
        }
        assertThat(found).isGreaterThanOrEqualTo(SERIES * 9 / 10);
    }

    @Test
    void fillsMissingBucketsWithWhatIsUsual() {
        double[] values = drawn(4);
        double[] gap = values.clone();
        BitSet missing = new BitSet();
        missing.set(90, 97);
        Arrays.fill(gap, 90, 97, 0);
        HistoryScan scan = HistoryScan.of(gap, missing, List.of(7), false);
        assertThat(scan.outliers().cardinality()).isZero();
        assertThat(scan.shifts()).isEmpty();
        for (int i = 90; i < 97; i++) {
            assertThat(scan.values()[i]).isCloseTo(values[i], within(40.0));
        }
    }

    @Test
    void namesStretchesOfNothing() {
        double[] values = drawn(5);
        Arrays.fill(values, 0, 40, 0);
        Arrays.fill(values, 100, 130, 0);
        HistoryScan scan = scan(values);
        assertThat(scan.begin()).isEqualTo(40);
        assertThat(scan.zeros()).hasSize(1);
        assertThat(scan.zeros().get(0)).containsExactly(100, 130);
    }

    @Test
    void takesNoDriftInWholeStepsForAShift() {
        int outliers = 0;
        int shifts = 0; // some 60 before means were looked at
        for (int seed = 0; seed < SERIES; seed++) {
            Random noise = new Random(seed);
            double[] values = new double[400];
            Arrays.setAll(values, i -> 8 * Math.rint(20 + 0.004 * i + 0.4 * noise.nextGaussian()));
            HistoryScan scan = scan(values);
            shifts += scan.shifts().size();
            outliers += scan.outliers().cardinality();
        }
        assertThat(shifts).isLessThanOrEqualTo(2);
        assertThat(outliers).isLessThanOrEqualTo(6);
    }

    /** Stairs are named with the levels that were there. */
    @Test
    void namesTheLevelsOfEachOfSeveralShifts() {
        Random noise = new Random(3);
        double[] values = new double[420];
        Arrays.setAll(values, i -> 100 + 20 * (i / 60) + 0.5 * noise.nextGaussian());

        List<LevelShift> shifts = scan(values).shifts();

        assertThat(shifts)
                .extracting(LevelShift::bucket)
                .containsExactly(60, 120, 180, 240, 300, 360);
        for (int k = 0; k < shifts.size(); k++) {
            assertThat(shifts.get(k).before()).isCloseTo(100 + 20 * k, within(1.0));
            assertThat(shifts.get(k).after()).isCloseTo(120 + 20 * k, within(1.0));
        }
    }

    /** Time before the first demand has no part in what is usual. */
    @Test
    void looksAtWhatIsThereSinceTheFirstDemand() {
        double[] demand = drawn(5);
        double[] values = new double[demand.length + 230];
        System.arraycopy(demand, 0, values, 230, demand.length);
        demand[50] *= 3;
        values[280] *= 3;

        HistoryScan alone = scan(demand);
        HistoryScan scan = scan(values);

        assertThat(scan.begin()).isEqualTo(230);
        assertThat(scan.outliers().stream().map(i -> i - 230).toArray())
                .isEqualTo(alone.outliers().stream().toArray())
                .contains(50);
        assertThat(scan.shifts()).hasSameSizeAs(alone.shifts());
        assertThat(Arrays.copyOfRange(scan.values(), 230, values.length)).isEqualTo(alone.values());
    }
}
