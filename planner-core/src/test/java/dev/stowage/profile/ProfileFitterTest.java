package dev.stowage.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.stowage.basis.Seeds;
import dev.stowage.profile.ProfileFitter.Fitted;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class ProfileFitterTest {
    private static final ProfileLibrary THESIS = ProfileLibrary.thesis();

    /** The form errs either way; what commands use of it errs by promising too little. */
    @Test
    void errsByLessThanTenPerCentOverTheWholeGridAtTenNoisySamples() {
        for (ApplicationProfile truth : THESIS.applications()) {
            for (int replication = 0; replication < 5; replication++) {
                Sandbox sandbox =
                        new Sandbox(
                                THESIS, 0.05, false, Seeds.stream(1, truth.name(), replication));
                List<Sample> samples = sandbox.measure(truth);
                assertThat(samples).hasSize(10);
                Fitted fitted = ProfileFitter.fit(samples, THESIS.server().cores());
                Performance form = fitted.chosen().performance().orElseThrow();
                assertThat(gridMean((slice, pi) -> Math.abs(form.at(slice) - pi), truth))
                        .as(truth.name())
                        .isLessThan(0.10);
                Performance used = fitted.performance();
                assertThat(gridMean((slice, pi) -> Math.abs(used.at(slice) - pi), truth))
                        .as(truth.name())
                        .isLessThan(0.12);
                assertThat(gridMean((slice, pi) -> Math.max(0, used.at(slice) - pi), truth))
                        .as(truth.name())
                        .isLessThan(0.03);
                assertThat(fitted.forms()).hasSize(3);
            }
        }
    }

    /** Mean over the grid of something of a slice and its true performance index. */
    private static double gridMean(
            ToDoubleBiFunction<Slice, Double> what, ApplicationProfile truth) {
        return THESIS.server().slices().stream()
                .mapToDouble(slice -> what.applyAsDouble(slice, truth.performance().at(slice)))
                .average()
                .orElseThrow();
    }

    @Test
    void findsTheParametersOfAProductWithoutNoise() {
        for (ApplicationProfile truth : THESIS.applications()) {
            Fitted fitted =
                    ProfileFitter.fit(
                            new Sandbox(THESIS, 0, false, new Random(1)).measure(truth), 48);
            assertThat(fitted.chosen().form()).isEqualTo(PerformanceForm.PRODUCT);
            for (int i = 0; i < 3; i++) {
                assertThat(fitted.performance().parameters().get(i))
                        .isCloseTo(truth.performance().parameters().get(i), offset(1e-4));
            }
            assertThat(fitted.coresAtFull().orElseThrow())
                    .isCloseTo(truth.coresAtFull().orElseThrow(), offset(1e-6));
        }
    }

    @Test
    void choosesTheLogisticFormWhereItIsTheTruth() {
        Performance truth = new Performance.Logistic(0.95, 1, 1.5, 0.8);
        List<Sample> samples = samples(truth::at, 4);
        Fitted fitted = ProfileFitter.fit(samples, 48);
        assertThat(fitted.chosen().form()).isEqualTo(PerformanceForm.LOGISTIC);
        assertThat(fitted.performance().at(Slice.diagonal(0.4)))
                .isCloseTo(truth.at(Slice.diagonal(0.4)), offset(1e-6));
    }

    @Test
    void choosesStepsForAnApplicationOfSteps() {
        ToDoubleFunction<Slice> video =
                slice -> slice.least() >= 0.7 ? 1 : slice.least() >= 0.4 ? 0.66 : 0.44;
        List<Sample> samples = samples(video, 5);
        Fitted fitted = ProfileFitter.fit(samples, 48);
        assertThat(fitted.chosen().form()).isEqualTo(PerformanceForm.MONOTONE);
        FormFit logistic =
                fitted.forms().stream()
                        .filter(fit -> fit.form() == PerformanceForm.LOGISTIC)
                        .findFirst()
                        .orElseThrow();
        assertThat(errorOfForm(fitted.chosen(), samples))
                .isLessThan(errorOfForm(logistic, samples) / 2);
    }

    private static double errorOfForm(FormFit fit, List<Sample> samples) {
        return ProfileFitter.meanError(fit.performance().orElseThrow(), samples);
    }

    private static List<Sample> samples(ToDoubleFunction<Slice> truth, int levels) {
        List<Sample> samples = new ArrayList<>();
        for (int c = 1; c <= levels; c++) {
            for (int m = 1; m <= levels; m++) {
                for (int s = 1; s <= levels; s++) {
                    Slice slice =
                            new Slice(
                                    (double) c / levels, (double) m / levels, (double) s / levels);
                    samples.add(new Sample(slice, Math.min(1, truth.applyAsDouble(slice))));
                }
            }
        }
        return samples;
    }

    @Test
    void oneRunOnTheWholeServerGivesProportionalPerformance() {
        Fitted fitted =
                ProfileFitter.fit(List.of(new Sample(Slice.WHOLE, 1, OptionalDouble.of(0.25))), 48);
        assertThat(fitted.chosen().form()).isEqualTo(PerformanceForm.PROPORTIONAL);
        assertThat(fitted.performance().at(new Slice(0.5, 0.75, 1))).isEqualTo(0.5);
        assertThat(fitted.coresAtFull()).hasValue(12);
    }

    @Test
    void refusesFormsForFewerSamplesThanParametersAndForNegativeSlopes() {
        Fitted two =
                ProfileFitter.fit(
                        List.of(new Sample(Slice.WHOLE, 1), new Sample(Slice.diagonal(0.5), 0.4)),
                        48);
        assertThat(two.chosen().form()).isEqualTo(PerformanceForm.MONOTONE);
        assertThat(two.forms().get(0).refusal().orElseThrow())
                .isEqualTo("2 samples for 3 parameters");

        List<Sample> falling =
                samples(
                        slice ->
                                0.4 + 0.3 * slice.cpu() + 0.2 * slice.memory() - 0.35 * slice.ssd(),
                        3);
        Fitted fitted = ProfileFitter.fit(falling, 48);
        FormFit logistic =
                fitted.forms().stream()
                        .filter(fit -> fit.form() == PerformanceForm.LOGISTIC)
                        .findFirst()
                        .orElseThrow();
        assertThat(logistic.refusal().orElseThrow()).contains("below 0");
    }

    @Test
    void fittedFunctionsNeverFallWithMoreAndStayWithinZeroAndOne() {
        Random random = new Random(3);
        for (int i = 0; i < 100; i++) {
            List<Sample> samples = new ArrayList<>();
            for (Slice slice : Sandbox.plan()) {
                samples.add(new Sample(slice, random.nextDouble()));
            }
            for (FormFit fit : ProfileFitter.fit(samples, 48).forms()) {
                if (fit.performance().isPresent()) {
                    requireMonotone(fit.performance().get(), random);
                }
            }
        }
    }

    private static void requireMonotone(Performance performance, Random random) {
        for (int i = 0; i < 50; i++) {
            Slice small =
                    new Slice(
                            1 - random.nextDouble(),
                            1 - random.nextDouble(),
                            1 - random.nextDouble());
            Slice large =
                    new Slice(
                            small.cpu() + (1 - small.cpu()) * random.nextDouble(),
                            small.memory(),
                            small.ssd() + (1 - small.ssd()) * random.nextDouble());
            assertThat(performance.at(small)).as("%s", performance).isBetween(0.0, 1.0);
            assertThat(performance.at(large))
                    .as("%s", performance)
                    .isGreaterThanOrEqualTo(performance.at(small) - 1e-9);
        }
    }

    @Test
    void theOrderOfSamplesDoesNotMatter() {
        ApplicationProfile truth = THESIS.get("Apache");
        List<Sample> samples =
                new ArrayList<>(new Sandbox(THESIS, 0.05, false, new Random(5)).measure(truth));
        Performance one = ProfileFitter.fit(samples, 48).performance();
        Collections.shuffle(samples, new Random(6));
        Performance other = ProfileFitter.fit(samples, 48).performance();
        assertThat(other.form()).isEqualTo(one.form());
        assertThat(other.at(Slice.diagonal(0.3)))
                .isCloseTo(one.at(Slice.diagonal(0.3)), offset(1e-6));
    }
}
