package dev.stowage.sim.stacked;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.sim.stacked.PimCloudRun.Interval;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;

class PimCloudRunTest {
    private static final StackedLibrary LIBRARY = StackedLibrary.shipped();
    private static final StackedModel MODEL = new StackedModel(LIBRARY);

    private static List<StackedService> ranked(int... ranks) {
        List<StackedService> all =
                LIBRARY.services().stream()
                        .sorted(Comparator.comparingDouble(StackedService::preference).reversed())
                        .toList();
        return Arrays.stream(ranks).mapToObj(all::get).toList();
    }

    private static PimCloudRun run(
            DoubleFunction<double[]> loads, double seconds, long seed, int... ranks) {
        return PimCloudRun.of(MODEL, ranked(ranks), loads, seconds, true, seed);
    }

    private static Interval last(PimCloudRun run) {
        return run.intervals().get(run.intervals().size() - 1);
    }

    /** At any load and any change of it: the rule, all cores, one for each service. */
    @Test
    void keepsTheRuleAndTheCoresAtEveryInstant() {
        SplittableRandom random = new SplittableRandom(17);
        for (int draw = 0; draw < 60; draw++) {
            int services = random.nextInt(2, 7);
            int[] ranks = random.ints(0, 6).distinct().limit(services).sorted().toArray();
            double[][] loads = new double[4][services];
            for (double[] each : loads) {
                Arrays.setAll(each, i -> random.nextDouble());
            }
            PimCloudRun run = run(at -> loads[(int) (at / 15) % 4], 60, draw, ranks);
            assertThat(run.intervals()).hasSize(600);
            assertThat(run.changedSeconds()).isLessThanOrEqualTo(60);
            for (Interval each : run.intervals()) {
                List<Cores> division = each.division();
                assertThat(Division.followsRule(division)).as("%s", each).isTrue();
                assertThat(division).allMatch(cores -> cores.all() >= 1);
                assertThat(division.stream().mapToInt(Cores::cpu).sum()).isBetween(0, 4);
                assertThat(division.stream().mapToInt(Cores::pim).sum()).isBetween(0, 16);
            }
            assertThat(run.failed()).allMatch(intervals -> intervals <= 8);
        }
    }

    /** Few cores where there is little to do, and no fewer than hold it. */
    @Test
    void takesWhatNobodyNeeds() {
        PimCloudRun run = run(at -> new double[] {0.2, 0.2}, 60, 1, 0, 4);
        assertThat(run.isFeasible()).isTrue();
        assertThat(last(run).division().stream().mapToInt(Cores::all).sum()).isLessThan(8);
        assertThat(run.violations(0, 20)).isZero();
        assertThat(run.violations(1, 20)).isZero();
    }

    @Test
    void givesBackWhenTheLoadRises() {
        PimCloudRun run = run(at -> new double[] {at < 40 ? 0.2 : 0.6, 0.2}, 80, 1, 0, 4);
        int before = run.intervals().get(390).division().get(0).all();
        assertThat(last(run).division().get(0).all()).isGreaterThan(before);
        assertThat(run.violations(0, 60)).isLessThan(0.05);
    }

    /** 0.9 comes to one core, stays above its target for a second, and leaves. */
    @Test
    void judgesAServiceByTheTimeInWhichItIsThere() {
        PimCloudRun run = run(at -> new double[] {0.2, at >= 20 && at < 21 ? 0.9 : 0}, 60, 1, 0, 4);
        assertThat(run.lateViolations(0)).isZero();
        assertThat(run.lateViolations(1)).isEqualTo(1);
        assertThat(run.isMet()).isFalse();
        assertThat(run(at -> new double[] {0.2, 0}, 60, 1, 0, 4).lateViolations(1)).isNull();
        PimCloudRun stays = run(at -> new double[] {0.2, at >= 20 ? 0.2 : 0}, 60, 1, 0, 4);
        assertThat(stays.lateViolations(1)).isZero();
        assertThat(stays.isMet()).isTrue();
    }

    @Test
    void saysWhatNoDivisionHolds() {
        assertThat(run(at -> new double[] {1, 1}, 60, 1, 0, 4).isFeasible()).isFalse();
    }

    /** 20 threads have no use for more cores. */
    @Test
    void givesNoServiceMoreCoresThanThreads() {
        StackedModel large = new StackedModel(LIBRARY, ServerKind.PIM_16_64);
        double[] loads = {1, 1};
        PimCloudRun run = PimCloudRun.of(large, ranked(1, 5), at -> loads, 40, true, 1);
        int groups = 16; // cores that the first has from the start
        for (Interval each : run.intervals()) {
            assertThat(each.division()).allMatch(cores -> cores.all() <= Math.max(20, groups));
        }
        assertThat(run.isMet()).isFalse();
    }

    /** Random comings and goings: the rule, all cores, and nothing to who is not there. */
    @Test
    void keepsTheRuleWhileServicesComeAndLeave() {
        SplittableRandom random = new SplittableRandom(29);
        for (int draw = 0; draw < 60; draw++) {
            int services = random.nextInt(2, 7);
            int[] ranks = random.ints(0, 6).distinct().limit(services).sorted().toArray();
            boolean[][] there = new boolean[4][services];
            for (int part = 0; part < 4; part++) {
                for (int i = 0; i < services; i++) {
                    there[part][i] = random.nextInt(3) > 0;
                }
                there[part][random.nextInt(services)] = true;
            }
            double load = 0.05 + 0.3 * random.nextDouble();
            PimCloudRun run =
                    run(
                            at -> {
                                double[] loads = new double[services];
                                Arrays.setAll(loads, i -> there[(int) (at / 15) % 4][i] ? load : 0);
                                return loads;
                            },
                            60,
                            draw,
                            ranks);
            for (Interval each : run.intervals()) {
                List<Cores> division = each.division();
                assertThat(Division.followsRule(division)).as("%s", each).isTrue();
                assertThat(division.stream().mapToInt(Cores::cpu).sum()).isBetween(0, 4);
                assertThat(division.stream().mapToInt(Cores::pim).sum()).isBetween(0, 16);
            }
            for (int i = 0; i < services; i++) {
                boolean isThere = there[3][i];
                assertThat(last(run).division().get(i).all() > 0).isEqualTo(isThere);
                assertThat(last(run).latencyOverTarget().get(i) != null).isEqualTo(isThere);
            }
        }
    }

    @Test
    void theSameSeedGivesTheSameRun() {
        DoubleFunction<double[]> loads = at -> new double[] {0.4, 0.4, 0.2};
        assertThat(run(loads, 30, 5, 0, 2, 4)).isEqualTo(run(loads, 30, 5, 0, 2, 4));
    }
}
