package dev.stowage.workload.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.model.TaskClass;
import dev.stowage.stats.FitSettings;
import dev.stowage.workload.Censoring;
import dev.stowage.workload.Models;
import dev.stowage.workload.Parameter;
import dev.stowage.workload.ParameterModel;
import dev.stowage.workload.WorkloadModel;
import dev.stowage.workload.synthesis.PaperGenerator;
import dev.stowage.workload.synthesis.SynthOptions;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ModelFitterTest {
    @Test
    void countsWhatItCouldNotUse() {
        ParameterModel duration = batch(Parameter.TASK_DURATION);
        assertThat(duration.rejected()).isEqualTo(2);
        assertThat(duration.censored()).isEqualTo(1);
        assertThat(duration.observations()).isEqualTo(2250);
    }

    private static ParameterModel batch(Parameter parameter) {
        return Models.model().classes().get(TaskClass.BATCH).parameter(parameter).orElseThrow();
    }

    @Test
    void knowsTheSharesOfTheClasses() {
        assertThat(Models.model().classes().get(TaskClass.BATCH).share()).isEqualTo(0.75);
        assertThat(Models.model().classes().get(TaskClass.USER_FACING).share()).isEqualTo(0.25);
        assertThat(Models.model().jobs()).isEqualTo(3000);
    }

    /** Exponential durations of mean 100 s of which a window of 120 s shows the short ones. */
    private static ParameterSamples censoredSamples(ParameterSamples.Builder builder) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(6);
        for (int i = 0; i < 4000; i++) {
            builder.countJob(TaskClass.BATCH);
            builder.add(TaskClass.BATCH, Parameter.JOB_ARRIVAL, i);
            builder.add(TaskClass.BATCH, Parameter.TASKS_PER_JOB, 1 + i % 3);
            builder.add(TaskClass.BATCH, Parameter.JOB_DURATION, 1 + i);
            double duration = 100 * random.nextExponential();
            double room = 120 * random.nextDouble();
            if (duration < room) {
                builder.add(TaskClass.BATCH, Parameter.TASK_DURATION, duration);
            } else {
                builder.addCensored(TaskClass.BATCH, Parameter.TASK_DURATION, room);
            }
        }
        return builder.build(Models.provenance());
    }

    private static ParameterModel censored(Censoring censoring) {
        FitOptions options =
                new FitOptions("censored", FitSettings.DEFAULT, censoring, "0.0.0-test");
        return ModelFitter.fit(censoredSamples(ParameterSamples.builder()), options, Progress.NONE)
                .classes()
                .get(TaskClass.BATCH)
                .parameter(Parameter.TASK_DURATION)
                .orElseThrow();
    }

    @Test
    void setsTheKaplanMeierEstimateBesideANaiveFit() {
        ParameterModel naive = censored(Censoring.NAIVE);
        assertThat(naive.observations() + naive.censored()).isEqualTo(4000);
        assertThat(naive.survival().lowerBounds()).isEqualTo(naive.censored());
        assertThat(naive.density().quantile(0.5)).isLessThan(45);
        assertThat(naive.survival().median()).isCloseTo(100 * Math.log(2), within(8.0));
        assertThat(naive.survival().p90()).isNaN();
        assertThat(naive.survival().beyond()).isCloseTo(Math.exp(-1.2), within(0.06));
    }

    @Test
    void fitsToTheKaplanMeierEstimateIfAskedTo() {
        ParameterModel estimate = censored(Censoring.KAPLAN_MEIER);
        assertThat(estimate.note()).startsWith("fitted to the Kaplan-Meier estimate");
        assertThat(estimate.density().quantile(0.5)).isCloseTo(100 * Math.log(2), within(8.0));
        assertThat(estimate.high()).isCloseTo(120, within(1.0));
    }

    @Test
    void fitsTheSameBytesInWhateverOrderPartsAreMerged() {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(2);
        ParameterSamples.Builder[] parts =
                Stream.generate(ParameterSamples::builder)
                        .limit(4)
                        .toArray(ParameterSamples.Builder[]::new);
        for (int i = 0; i < 100_000; i++) {
            ParameterSamples.Builder part = parts[random.nextInt(4)];
            part.countJob(TaskClass.BATCH);
            for (Parameter parameter : Parameter.NEEDED) {
                part.add(TaskClass.BATCH, parameter, Math.exp(random.nextGaussian()));
            }
            part.addCensored(TaskClass.BATCH, Parameter.TASK_DURATION, random.nextDouble());
        }
        String[] texts = new String[2];
        for (int order = 0; order < 2; order++) {
            ParameterSamples.Builder merged = ParameterSamples.builder();
            for (int i = 0; i < 4; i++) {
                merged.merge(parts[order == 0 ? i : 3 - i]);
            }
            texts[order] = Models.fit(merged.build(Models.provenance())).toJson();
        }
        assertThat(texts[1]).isEqualTo(texts[0]);
    }

    @Test
    void countsInfiniteValuesAndFitsTheOthers() {
        ParameterSamples.Builder builder = ParameterSamples.builder();
        for (int i = 0; i < 100; i++) {
            builder.countJob(TaskClass.BATCH);
            for (Parameter parameter : Parameter.NEEDED) {
                builder.add(TaskClass.BATCH, parameter, 1 + i);
                builder.add(TaskClass.BATCH, parameter, Double.POSITIVE_INFINITY);
            }
        }
        ParameterModel fit =
                Models.fit(builder.build(Models.provenance()))
                        .classes()
                        .get(TaskClass.BATCH)
                        .parameter(Parameter.TASK_DURATION)
                        .orElseThrow();
        assertThat(fit.observations()).isEqualTo(100);
        assertThat(fit.rejected()).isEqualTo(100);
        assertThat(fit.high()).isEqualTo(100);
    }

    @Test
    void saysThatAllDurationsWereCensored() {
        ParameterSamples.Builder builder = ParameterSamples.builder();
        for (int i = 0; i < 40; i++) {
            builder.countJob(TaskClass.BATCH);
            builder.add(TaskClass.BATCH, Parameter.JOB_ARRIVAL, i);
            builder.add(TaskClass.BATCH, Parameter.TASKS_PER_JOB, 1);
            builder.add(TaskClass.BATCH, Parameter.JOB_DURATION, 5);
            builder.addCensored(TaskClass.BATCH, Parameter.TASK_DURATION, 100);
        }
        assertThatThrownBy(() -> Models.fit(builder.build(Models.provenance())))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("T_D (all 40 censored)")
                .hasMessageContaining("Ingest");
    }

    @Test
    void fitsTheSameModelTwice() {
        assertThat(Models.fit(Models.samples()).toJson()).isEqualTo(Models.model().toJson());
    }

    @Test
    void leavesOutAClassThatLacksAParameterAndSaysSo() {
        ParameterSamples.Builder builder = ParameterSamples.builder();
        for (int i = 0; i < 40; i++) {
            for (Parameter parameter : Parameter.NEEDED) {
                builder.add(TaskClass.BATCH, parameter, 1 + i);
            }
            builder.countJob(TaskClass.BATCH);
        }
        builder.countJob(TaskClass.USER_FACING);
        WorkloadModel model = Models.fit(builder.build(Models.provenance()));
        assertThat(model.classes()).containsOnlyKeys(TaskClass.BATCH);
        assertThat(model.classes().get(TaskClass.BATCH).share()).isEqualTo(1);
        assertThat(model.provenance().trace().notes())
                .anyMatch(note -> note.contains("USER_FACING is left out: 1 jobs"));
        assertThat(PaperGenerator.of(model, SynthOptions.of(10, 1)).offeredLoad().coreSeconds())
                .as("a trace without requests")
                .isZero();
    }

    @Test
    void refusesATraceWithoutAnyCompleteClass() {
        ParameterSamples samples = ParameterSamples.builder().build(Models.provenance());
        FitOptions options = FitOptions.defaults("empty", "0.0.0-test");
        assertThatThrownBy(() -> ModelFitter.fit(samples, options, Progress.NONE))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("J_AT, J_N, T_D and J_D");
    }

    @Test
    void reportsAHistogramAndTheCurvesOfEveryParameter() {
        FitReport report = FitReport.of(Models.model(), Models.samples());
        int parameters = Parameter.values().length - 1; // no GPUs
        assertThat(report.panels()).hasSize(2 * parameters);
        for (FitReport.Panel panel : report.panels()) {
            assertThat(panel.bins().stream().mapToDouble(FitReport.Bin::share).sum())
                    .as(panel.taskClass() + " " + panel.parameter())
                    .isCloseTo(1, within(1e-9));
            assertThat(panel.curves().get(0).isChosen()).isTrue();
            assertThat(panel.curves().stream().filter(FitReport.Curve::isChosen)).hasSize(1);
            for (FitReport.Curve curve : panel.curves()) {
                assertThat(curve.shares()).hasSameSizeAs(panel.bins());
            }
        }
    }
}
