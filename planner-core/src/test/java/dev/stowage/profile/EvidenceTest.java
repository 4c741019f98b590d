package dev.stowage.profile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.stowage.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What runs do not tell apart is not made up. */
class EvidenceTest {
    private static final SlicedServer SERVER = new SlicedServer("s", 16, 64, 100, 1, 1, 1);
    private static final SlicedServer LARGE = new SlicedServer("l", 32, 128, 0, 1, 1, 1);

    private static Evidence evidence(
            double[] had, double[] proportion, Set<Integer> unvaried, Set<Integer> tied) {
        return new Evidence(slice(had), slice(proportion), unvaried, tied);
    }

    private static Slice slice(double... shares) {
        return new Slice(shares[0], shares[1], shares[2]);
    }

    private static double[] shares(double... shares) {
        return shares;
    }

    private static Evidence of(double[]... slices) {
        List<Sample> samples = new ArrayList<>(List.of(new Sample(Slice.WHOLE, 1)));
        for (double[] slice : slices) {
            samples.add(new Sample(new Slice(slice[0], slice[1], slice[2]), 0.5));
        }
        return Evidence.of(samples);
    }

    @Test
    void tellsUnvariedAndTiedResources() {
        assertThat(of(new double[] {0.5, 1, 1}, new double[] {0.5, 1, 0.5}))
                .isEqualTo(evidence(shares(0.5, 1, 0.5), shares(0.5, 0, 1), Set.of(1), Set.of()));
        assertThat(of(new double[] {0.5, 0.5, 1}, new double[] {0.2, 0.2, 0.4}))
                .isEqualTo(
                        evidence(
                                shares(0.2, 0.2, 0.4),
                                shares(0.5, 0.5, 1),
                                Set.of(),
                                Set.of(0, 1)));
        assertThat(of(new double[] {0.5, 0.3, 0.8}))
                .isEqualTo(
                        evidence(
                                shares(0.5, 0.3, 0.8), shares(1, 1, 1), Set.of(), Set.of(0, 1, 2)));
        assertThat(
                        of(
                                new double[] {0.5, 0.5, 0.5},
                                new double[] {0.2, 0.6, 1},
                                new double[] {0.9, 1, 0.1}))
                .isEqualTo(
                        evidence(shares(0.2, 0.5, 0.1), shares(0.2, 0.6, 0.1), Set.of(), Set.of()));
        assertThat(Evidence.of(Sandbox.plan().stream().map(each -> new Sample(each, 0.5)).toList()))
                .isEqualTo(
                        new Evidence(
                                Slice.diagonal(0.1), Slice.diagonal(0.125), Set.of(), Set.of()));
    }

    /** Rounding of sizes of one ratio is no difference between resources. */
    @Test
    void sizesOfNearlyOneRatioAreTied() {
        assertThat(of(new double[] {0.75, 0.74, 1}, new double[] {0.5, 0.52, 1}))
                .isEqualTo(
                        evidence(shares(0.5, 0.52, 1), shares(1, 1, 0), Set.of(2), Set.of(0, 1)));
        assertThat(
                        of(
                                new double[] {0.75, 0.75, 0.76},
                                new double[] {0.5, 0.5, 0.5},
                                new double[] {0.125, 0.14, 0.13}))
                .isEqualTo(
                        evidence(
                                shares(0.125, 0.14, 0.13),
                                shares(1, 1, 1),
                                Set.of(),
                                Set.of(0, 1, 2)));
        assertThat(of(new double[] {0.75, 0.95, 1}, new double[] {0.3, 0.92, 1}))
                .isEqualTo(evidence(shares(0.3, 0.92, 1), shares(1, 0, 0), Set.of(1, 2), Set.of()));
        assertThat(of(new double[] {0.5, 0.5, 1}, new double[] {0.5, 1, 1}))
                .isEqualTo(evidence(shares(0.5, 0.5, 1), shares(0.5, 1, 0), Set.of(2), Set.of()));
    }

    /**
     * Runs of sizes of one ratio, rounded, of random truths with 3 % of noise: the slice for 0.8
     * really gives at least 0.75. From what the numbers tell apart it gave 0.09 in the worst of 40
     * tried.
     */
    @Test
    void leastSlicesOfSizesOfNearlyOneRatioKeepTheirPromise() {
        Random random = new Random(75);
        for (int round = 0; round < 25; round++) {
            Performance truth =
                    new Performance.Product(
                            0.1 + 1.1 * random.nextDouble(), 0.1 + 1.1 * random.nextDouble(), 1);
            List<Sample> samples = new ArrayList<>(List.of(new Sample(Slice.WHOLE, 1)));
            for (double share : new double[] {0.125, 0.25, 0.375, 0.5, 0.75}) {
                Slice slice = new Slice(share, share + 0.04 * (random.nextDouble() - 0.5), 1);
                double noise = 1 + 0.03 * random.nextGaussian();
                samples.add(new Sample(slice, Math.min(1, truth.at(slice) * noise)));
            }
            Performance fitted = ProfileFitter.fit(samples, 16).performance();
            Slice least = LeastSlices.of(fitted, SERVER, 0.8).get(0);
            assertThat(truth.at(least)).as("%s for %s", least, truth).isGreaterThan(0.75);
        }
    }

    /**
     * CPU that every run but one had seven eighths of, and as little to tell it by: of 40 random
     * truths with 2 % of noise the slice for 0.8 gives 0.75 at least. From what the numbers tell it
     * was 1 core of 16 where 8 are needed.
     */
    @Test
    void leastSlicesHaveNoLessThanSomeRunHad() {
        Random random = new Random(14);
        for (int round = 0; round < 40; round++) {
            Performance truth =
                    new Performance.Product(
                            0.1 + 0.9 * random.nextDouble(), 0.1 + 0.5 * random.nextDouble(), 1);
            List<Sample> samples = new ArrayList<>(List.of(new Sample(Slice.WHOLE, 1)));
            for (double memory : new double[] {0.125, 0.25, 0.5, 0.75}) {
                Slice slice = new Slice(14 / 16.0, memory, 1);
                double noise = 1 + 0.02 * random.nextGaussian();
                samples.add(new Sample(slice, Math.min(1, truth.at(slice) * noise)));
            }
            Performance fitted = ProfileFitter.fit(samples, 16).performance();
            for (Slice least : LeastSlices.of(fitted, SERVER, 0.8)) {
                assertThat(least.cpu()).isGreaterThanOrEqualTo(14 / 16.0);
                assertThat(truth.at(least)).as("%s for %s", least, truth).isGreaterThan(0.75);
            }
            assertThat(fitted.at(1 / 16.0, 1, 1)).isLessThanOrEqualTo(1 / 14.0);
        }
    }

    /** Of what none varied as much is kept as a run on a part had that reached the target. */
    @Test
    void ofWhatNoRunVariedIsKeptWhatWasEnough() {
        List<Sample> samples =
                List.of(
                        new Sample(Slice.WHOLE, 1),
                        new Sample(new Slice(0.75, 0.98, 1), 0.97),
                        new Sample(new Slice(0.5, 0.92, 1), 0.4),
                        new Sample(new Slice(0.25, 0.98, 1), 0.7));
        Performance fitted = ProfileFitter.fit(samples, 16).performance();
        assertThat(fitted.evidence().unvaried()).containsExactly(1, 2);
        assertThat(LeastSlices.of(fitted, SERVER, 0.3))
                .allMatch(least -> least.memory() >= 0.92 && least.memory() < 1);
        assertThat(LeastSlices.of(fitted, SERVER, 0.6))
                .allMatch(least -> least.memory() >= 0.98 && least.memory() < 1);
        assertThat(LeastSlices.of(fitted, SERVER, 0.98)).allMatch(least -> least.memory() == 1);
    }

    /** Four runs of a part reached a quarter, however many cores they had: all memory is kept. */
    @Test
    void asMuchOfWhatNoRunVariedAsWasTooLittleIsNotEnough() {
        Performance fitted =
                fitted(
                        new double[] {24 / 32.0, 120 / 128.0, 0.25},
                        new double[] {16 / 32.0, 120 / 128.0, 0.25},
                        new double[] {8 / 32.0, 120 / 128.0, 0.25},
                        new double[] {4 / 32.0, 120 / 128.0, 0.25});
        assertThat(fitted.evidence().unvaried()).contains(1);
        for (double target : new double[] {0.3, 0.5, 0.8}) {
            assertThat(LeastSlices.of(fitted, LARGE, target))
                    .isNotEmpty()
                    .allMatch(least -> least.memory() == 1);
        }
    }

    private static Performance fitted(double[]... runs) {
        List<Sample> samples = new ArrayList<>(List.of(new Sample(Slice.WHOLE, 1)));
        for (double[] run : runs) {
            samples.add(new Sample(new Slice(run[0], run[1], 1), run[2]));
        }
        return ProfileFitter.fit(samples, 16).performance();
    }

    /**
     * A step of memory that no form bends to: slices that were measured at 0.10 and 0.28 are not
     * given for 0.3 and 0.8, and none is that is no larger.
     */
    @Test
    void aSliceNoLargerThanARunThatMissedIsNotEnough() {
        Performance half =
                fitted(
                        new double[] {16 / 32.0, 1, 1},
                        new double[] {8 / 32.0, 1, 0.98},
                        new double[] {4 / 32.0, 1, 0.9},
                        new double[] {1, 100 / 128.0, 1},
                        new double[] {8 / 32.0, 62 / 128.0, 0.1},
                        new double[] {4 / 32.0, 62 / 128.0, 0.1});
        assertThat(half.at(8 / 32.0, 62 / 128.0, 1)).isLessThanOrEqualTo(0.1);
        assertThat(LeastSlices.of(half, LARGE, 0.3))
                .isNotEmpty()
                .allMatch(least -> least.memory() > 62 / 128.0 || least.cpu() > 8 / 32.0);
        Performance near =
                fitted(
                        new double[] {30 / 32.0, 1, 1},
                        new double[] {29 / 32.0, 1, 1},
                        new double[] {1, 124 / 128.0, 1},
                        new double[] {1, 120 / 128.0, 1},
                        new double[] {1, 110 / 128.0, 0.28});
        assertThat(LeastSlices.of(near, LARGE, 0.8))
                .isNotEmpty()
                .allMatch(least -> least.memory() > 110 / 128.0);
    }

    /**
     * Five sizes of one ratio and half of the cores with all of the memory: fewer cores beside as
     * much memory are told, less memory beside as many cores is not. Of the truths the scarcer of a
     * share of Amdahl's law and of a need of memory counts; least slices for 0.8 give 0.75.
     */
    @Test
    void leastSlicesHaveNoOtherProportionThanRunsHad() {
        for (double need : new double[] {0.4, 0.55, 0.8}) {
            for (double serial : new double[] {0.02, 0.1, 0.3}) {
                List<Sample> samples = new ArrayList<>();
                for (double[] run :
                        new double[][] {
                            {1, 1},
                            {0.5, 0.5},
                            {0.25, 0.25},
                            {0.125, 0.125},
                            {1 / 16.0, 1 / 16.0},
                            {0.5, 1}
                        }) {
                    samples.add(
                            new Sample(
                                    new Slice(run[0], run[1], 1),
                                    needing(need, serial, run[0], run[1])));
                }
                Performance known = ProfileFitter.fit(samples, 32).performance();
                assertThat(known.evidence().tied()).isEmpty();
                Slice least = LeastSlices.of(known, LARGE, 0.8).get(0);
                assertThat(least.memory()).isGreaterThanOrEqualTo(least.cpu() - 1 / 32.0);
                assertThat(needing(need, serial, least.cpu(), least.memory()))
                        .as("%s of need %s and serial part %s", least, need, serial)
                        .isGreaterThan(0.75);
            }
        }
    }

    private static double needing(double need, double serial, double cpu, double memory) {
        return Math.min(1 / (serial + (1 - serial) / cpu), Math.min(1, memory / need));
    }

    /**
     * Between least and most, both of which grow with the slice; no run is above the least of a
     * slice that it covers, nor below the most of one that covers it.
     */
    @Test
    void whatRunsMeasuredHoldsTheFunction() {
        Random random = new Random(91);
        for (int round = 0; round < 30; round++) {
            List<Sample> samples = new ArrayList<>(List.of(new Sample(Slice.WHOLE, 1)));
            for (int run = 0; run < 7; run++) {
                samples.add(new Sample(random(random), random.nextDouble()));
            }
            Performance fitted = ProfileFitter.fit(samples, 16).performance();
            for (int i = 0; i < 300; i++) {
                Slice slice = random(random);
                Slice larger =
                        new Slice(
                                Math.min(1, slice.cpu() + random.nextDouble() / 4),
                                Math.min(1, slice.memory() + random.nextDouble() / 4),
                                1);
                double most = fitted.most(slice.cpu(), slice.memory(), slice.ssd());
                assertThat(fitted.at(slice)).isLessThanOrEqualTo(most);
                assertThat(fitted.at(slice)).isLessThanOrEqualTo(fitted.at(larger) + 1e-12);
                for (Sample run : samples) {
                    if (run.slice().covers(slice)) {
                        assertThat(fitted.at(slice)).isLessThanOrEqualTo(run.pi());
                    }
                    if (slice.covers(run.slice())) {
                        assertThat(most).isGreaterThanOrEqualTo(run.pi());
                    }
                }
            }
        }
    }

    /**
     * What no run tells is bound by runs on no less: of random truths, which never fall with more,
     * none is above it anywhere. The most that the fit allows was.
     */
    @Test
    void requestsThatNoRunTellsAreNoBetterThanTheLeastOfLargerRuns() {
        Random random = new Random(116);
        int untold = 0;
        for (int round = 0; round < 60; round++) {
            double need = 0.1 + 0.9 * random.nextDouble();
            double serial = 0.3 * random.nextDouble();
            List<Sample> samples = new ArrayList<>(List.of(new Sample(Slice.WHOLE, 1)));
            for (int run = 0; run < 6; run++) {
                Slice slice = random(random);
                double pi = needing(need, serial, slice.cpu(), slice.memory());
                samples.add(new Sample(slice, pi));
            }
            Performance fitted = ProfileFitter.fit(samples, 16).performance();
            ApplicationProfile profile = profile(fitted, samples);
            for (int i = 0; i < 200; i++) {
                Slice slice = random(random);
                double truth = needing(need, serial, slice.cpu(), slice.memory());
                double most = fitted.most(slice.cpu(), slice.memory(), slice.ssd());
                assertThat(profile.reached(slice)).isLessThanOrEqualTo(truth + 1e-12);
                assertThat(profile.bound(slice)).isGreaterThanOrEqualTo(truth - 1e-12);
                if (most - fitted.at(slice) > Performance.TOLD) {
                    untold++;
                    assertThat(most).as("%s", slice).isGreaterThanOrEqualTo(truth - 1e-12);
                }
            }
        }
        assertThat(untold).isGreaterThan(3000);
    }

    private static ApplicationProfile profile(Performance performance, List<Sample> samples) {
        return new ApplicationProfile(
                "a",
                ApplicationProfile.ANY_INPUT,
                performance,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                ApplicationProfile.Status.MEASURED,
                "test",
                samples,
                List.of());
    }

    /** Near is what a run had that had no more: the whole server says nothing of a part. */
    @Test
    void nearARunIsWhatHadNoLessThanThatRun() {
        List<Sample> samples =
                List.of(new Sample(Slice.WHOLE, 1), new Sample(new Slice(0.5, 0.5, 1), 0.6));
        ApplicationProfile profile = profile(ProfileFitter.fit(samples, 16).performance(), samples);
        assertThat(profile.isFarFromRuns(Slice.WHOLE)).isFalse();
        assertThat(profile.isFarFromRuns(new Slice(0.95, 0.95, 1))).isTrue();
        assertThat(profile.isFarFromRuns(new Slice(0.55, 0.6, 1))).isFalse();
        assertThat(profile.isFarFromRuns(new Slice(0.5, 0.5, 1))).isFalse();
        assertThat(profile.isFarFromRuns(new Slice(0.45, 0.55, 1))).isTrue();
        assertThat(profile.isFarFromRuns(new Slice(0.65, 0.5, 1))).isTrue();
    }

    /** Least slices for 0.8 that are near a run of 3,000 random designs, 2 % of noise. */
    @Test
    void slicesNearARunKeepTheirPromise() {
        Random random = new Random(28);
        int near = 0;
        int missed = 0;
        for (int round = 0; round < 3000; round++) {
            double need = 0.1 + 0.9 * random.nextDouble();
            double serial = 0.3 * random.nextDouble();
            Performance product =
                    new Performance.Product(
                            0.05 + random.nextDouble(), 0.05 + random.nextDouble(), 1);
            boolean isProduct = random.nextBoolean();
            List<Sample> samples = new ArrayList<>(List.of(new Sample(Slice.WHOLE, 1)));
            int runs = 3 + random.nextInt(8);
            for (int run = 0; run < runs; run++) {
                Slice slice = random(random);
                double pi = isProduct ? product.at(slice) : needing(need, serial, slice);
                double noise = 1 + 0.02 * random.nextGaussian();
                samples.add(new Sample(slice, Math.max(0, Math.min(1, pi * noise))));
            }
            Performance fitted = ProfileFitter.fit(samples, 32).performance();
            ApplicationProfile profile = profile(fitted, samples);
            for (Slice least : LeastSlices.of(fitted, LARGE, 0.8).stream().limit(1).toList()) {
                double truth = isProduct ? product.at(least) : needing(need, serial, least);
                boolean isFar = profile.isFarFromRuns(least);
                near += isFar ? 0 : 1;
                missed += isFar || truth >= 0.7 ? 0 : 1;
            }
        }
        assertThat(near).isGreaterThan(300);
        assertThat(missed).isZero();
    }

    private static double needing(double need, double serial, Slice slice) {
        return needing(need, serial, slice.cpu(), slice.memory());
    }

    private static Slice random(Random random) {
        return new Slice(0.05 + 0.95 * random.nextDouble(), 0.05 + 0.95 * random.nextDouble(), 1);
    }

    /** Of tied resources what is beyond the scarcest counts for nothing. */
    @Test
    void ofTiedResourcesTheScarcestShareCounts() {
        Random random = new Random(28);
        for (int round = 0; round < 50; round++) {
            Performance truth =
                    new Performance.Product(
                            0.05 + random.nextDouble() / 2,
                            0.05 + random.nextDouble() / 2,
                            0.05 + random.nextDouble() / 2);
            List<Sample> samples = new ArrayList<>(List.of(new Sample(Slice.WHOLE, 1)));
            for (double share : new double[] {0.1, 0.2, 0.35, 0.5, 0.75}) {
                for (double ssd : new double[] {0.2, 1}) {
                    Slice slice = new Slice(share, share, ssd);
                    samples.add(new Sample(slice, truth.at(slice)));
                }
            }
            Performance fitted = ProfileFitter.fit(samples, 16).performance();
            assertThat(fitted.evidence())
                    .isEqualTo(
                            evidence(
                                    shares(0.1, 0.1, 0.2),
                                    shares(0.1, 0.1, 0.2 / 0.75),
                                    Set.of(),
                                    Set.of(0, 1)));
            for (int i = 0; i < 200; i++) {
                Slice slice =
                        new Slice(random.nextDouble(), random.nextDouble(), random.nextDouble());
                double least = Math.min(slice.cpu(), slice.memory());
                assertThat(fitted.at(slice)).isEqualTo(fitted.at(least, least, slice.ssd()));
            }
        }
    }

    @Test
    void leastSlicesKeepAllOfWhatNoRunVaried() {
        Performance known =
                ProfileFitter.fit(
                                List.of(
                                        new Sample(Slice.WHOLE, 1),
                                        new Sample(new Slice(0.5, 1, 1), 0.9),
                                        new Sample(new Slice(0.5, 1, 0.5), 0.8),
                                        new Sample(new Slice(0.2, 1, 0.2), 0.4)),
                                16)
                        .performance();
        for (Slice slice : LeastSlices.of(known, SERVER, 0.7)) {
            assertThat(slice.memory()).isEqualTo(1);
            assertThat(slice.cpu()).isLessThan(1);
        }
        assertThat(LeastSlices.within(known, SERVER, 0.7, new Slice(1, 0.9, 1))).isEmpty();
        assertThat(known.at(1, 0.5, 1)).isCloseTo(0.5, offset(1e-9));
    }

    /**
     * CPU varied beside a memory that is not quite the server's, as of VMs beside a bare server:
     * with nine tenths and a little less, CPU is told by any two of these runs, and least slices
     * keep their memory. Of 40 random truths with 2 % of noise the slice for 0.8 gives 0.75 at
     * least, and no run that reached 0.83 had less of both.
     */
    @Test
    void twoRunsBetweenWhichOneResourceChangesTellIt() {
        Random random = new Random(28);
        for (int round = 0; round < 40; round++) {
            double memory = 0.862 + 0.1 * random.nextDouble();
            Performance truth =
                    new Performance.Product(
                            0.1 + 0.9 * random.nextDouble(), 0.1 + 0.5 * random.nextDouble(), 1);
            List<Sample> samples = new ArrayList<>(List.of(new Sample(Slice.WHOLE, 1)));
            for (double cpu : new double[] {0.125, 0.25, 0.5, 0.75}) {
                Slice slice = new Slice(cpu, memory, 1);
                double noise = 1 + 0.02 * random.nextGaussian();
                samples.add(new Sample(slice, Math.min(1, truth.at(slice) * noise)));
            }
            Performance fitted = ProfileFitter.fit(samples, 16).performance();
            assertThat(fitted.evidence())
                    .isEqualTo(
                            evidence(
                                    shares(0.125, memory, 1),
                                    shares(1, 0, 0),
                                    Set.of(1, 2),
                                    Set.of()));
            Slice least = LeastSlices.of(fitted, SERVER, 0.8).get(0);
            assertThat(truth.at(least)).as("%s for %s", least, truth).isGreaterThan(0.75);
            assertThat(samples)
                    .filteredOn(each -> each.pi() >= 0.83)
                    .noneMatch(
                            each ->
                                    each.slice().cpu() < least.cpu() - 1 / 16.0
                                            && each.slice().memory() < least.memory() - 1 / 64.0);
        }
        assertThat(of(new double[] {0.25, 1, 0.9}, new double[] {0.5, 1, 0.9}))
                .isEqualTo(evidence(shares(0.25, 1, 0.9), shares(1, 0, 0), Set.of(1, 2), Set.of()));
    }

    /** Runs on 60 of 64 GiB: a server of as much can have what was measured there. */
    @Test
    void aResourceThatNoRunVariedIsAsGoodAsItWasInTheRuns() {
        double[][] runs = {{12, 0.92}, {8, 0.77}, {4, 0.5}, {2, 0.29}};
        List<Sample> samples = new ArrayList<>(List.of(new Sample(Slice.WHOLE, 1)));
        for (double[] run : runs) {
            samples.add(new Sample(new Slice(run[0] / 16, 60 / 64.0, 1), run[1]));
        }
        Performance fitted = ProfileFitter.fit(samples, 16).performance();
        for (Sample sample : samples) {
            assertThat(fitted.at(sample.slice())).isCloseTo(sample.pi(), offset(0.02));
        }
        Slice measured = new Slice(12 / 16.0, 60 / 64.0, 1);
        assertThat(LeastSlices.within(fitted, SERVER, 0.8, measured))
                .containsExactly(new Slice(9 / 16.0, 60 / 64.0, 1));
        assertThat(fitted.at(1, 30 / 64.0, 1)).isCloseTo(0.5 * 0.92, offset(1e-9));
    }

    /** What a profile says of its errors is true of the function that commands use. */
    @Test
    void errorsAreThoseOfTheFunctionAsItIsUsed() {
        Random random = new Random(5);
        for (int round = 0; round < 20; round++) {
            Performance truth =
                    new Performance.Product(
                            0.1 + random.nextDouble(), 0.1 + random.nextDouble(), 1);
            List<Sample> samples = new ArrayList<>(List.of(new Sample(Slice.WHOLE, 1)));
            for (double share : new double[] {0.125, 0.25, 0.5, 0.75}) {
                Slice slice = new Slice(share, share + 0.06 * (random.nextDouble() - 0.5), 1);
                samples.add(new Sample(slice, truth.at(slice)));
            }
            ProfileFitter.Fitted fitted = ProfileFitter.fit(samples, 16);
            assertThat(fitted.evidence().tied()).containsExactly(0, 1);
            double sum = 0;
            for (Sample sample : samples) {
                sum += Math.abs(fitted.performance().at(sample.slice()) - sample.pi());
            }
            assertThat(fitted.chosen().meanError().orElseThrow())
                    .isCloseTo(sum / samples.size(), offset(1e-12));
        }
    }

    @Test
    void isReadBackAsWritten() {
        List<Sample> samples =
                List.of(new Sample(Slice.WHOLE, 1), new Sample(slice(0.2, 0.3, 0.95), 0.4));
        Performance partial =
                MeasuredPerformance.of(
                        new Performance.Product(0.1, 0.2, 0.3),
                        evidence(
                                shares(0.2, 0.3, 0.95), shares(1, 0.7, 0), Set.of(2), Set.of(0, 1)),
                        samples);
        ProfileLibrary library =
                new ProfileLibrary(
                        "f",
                        new SlicedServer("none", 16, 64, 0, 1, 1, 1),
                        List.of(
                                new ApplicationProfile(
                                        "a",
                                        "any",
                                        partial,
                                        OptionalDouble.empty(),
                                        OptionalDouble.empty(),
                                        ApplicationProfile.Status.MEASURED,
                                        "runs",
                                        samples,
                                        List.of())));
        String text = Json.text(ProfileWriter.document(library));
        assertThat(ProfileReader.read("f", text.getBytes(UTF_8))).isEqualTo(library);
    }

    /** A server without SSD cache: every slice has all of the nothing that there is. */
    @Test
    void aServerWithoutSsdHasSlicesOfTwoResources() {
        SlicedServer bare = new SlicedServer("none", 4, 8, 0, 1, 1, 1);
        assertThat(bare.slices()).hasSize(32).allMatch(each -> each.ssd() == 1);
        assertThat(bare.describe(bare.sliceOf(1, 2, 0))).isEqualTo("1 core, 2 GiB");
        assertThat(bare.share(2, 0)).isEqualTo(1);
        assertThat(LeastSlices.of(new Performance.Proportional(), bare, 0.5))
                .containsExactly(bare.slice(2, 4, 1));
    }
}
