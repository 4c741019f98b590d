package dev.stowage.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.model.InputException;
import dev.stowage.model.Progress;
import dev.stowage.model.TaskClass;
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

    @Test
    void fitsTheSameModelTwice() {
        assertThat(Models.fit(Models.samples()).toJson()).isEqualTo(Models.model().toJson());
    }

    @Test
    void leavesOutAClassThatLacksAParameterAndSaysSo() {
        ParameterSamples.Builder builder = ParameterSamples.builder();
        for (int i = 0; i < 40; i++) {
            for (Parameter parameter : PaperGenerator.NEEDED) {
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
        assertThat(report.panels()).hasSize(2 * Parameter.values().length);
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
