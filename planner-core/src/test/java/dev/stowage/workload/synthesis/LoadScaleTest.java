package dev.stowage.workload.synthesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.InputException;
import dev.stowage.workload.FaithfulModels;
import dev.stowage.workload.WorkloadModel;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadScaleTest {
    private static SynthOptions options(String generator) {
        return new SynthOptions(2000, 1, 1, 1, SynthOptions.ScaleBy.COUNT, generator, 3, 0);
    }

    @ParameterizedTest
    @CsvSource({"faithful, 0.25", "faithful, 0.5", "faithful, 1", "paper, 0.25", "paper, 1"})
    void makesTheMeanLoadWhatWasAskedFor(String generator, double load) {
        WorkloadModel model = FaithfulModels.model();
        SynthOptions solved = LoadScale.solve(model, options(generator), load, 200);
        double cores =
                MeanLoad.of(
                                Generators.generate(model, solved),
                                model.windowSeconds() * solved.arrivalScale())
                        .cores();
        assertThat(cores / 200).isCloseTo(load, within(0.02 * load));
    }

    @Test
    void refusesMoreThanAllTasksTogether() {
        assertThatThrownBy(
                        () -> LoadScale.solve(FaithfulModels.model(), options("faithful"), 1, 1e9))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("--load")
                .hasMessageContaining("take more jobs");
    }

    @Test
    void namesTheLoadsThatItReaches() {
        WorkloadModel model = FaithfulModels.model();
        InputException refused =
                catchThrowableOfType(
                        InputException.class,
                        () -> LoadScale.solve(model, options("faithful"), 1, 1e9));
        Matcher range = Pattern.compile("reaches: (\\S+) to (\\S+)").matcher(refused.getMessage());
        assertThat(range.find()).as(refused.getMessage()).isTrue();
        double most = Double.parseDouble(range.group(2));
        assertThat(Double.parseDouble(range.group(1))).isLessThan(most);
        assertThat(most).isLessThan(1);
        SynthOptions near = LoadScale.solve(model, options("faithful"), 0.99 * most, 1e9);
        assertThat(
                        MeanLoad.of(
                                                Generators.generate(model, near),
                                                model.windowSeconds() * near.arrivalScale())
                                        .cores()
                                / 1e9)
                .isCloseTo(0.99 * most, within(0.015 * most));
    }

    @Test
    void refusesAnyLoadOfNoJobs() {
        SynthOptions none =
                new SynthOptions(0, 1, 1, 1, SynthOptions.ScaleBy.COUNT, "faithful", 3, 0);
        assertThatThrownBy(() -> LoadScale.solve(FaithfulModels.model(), none, 0.5, 10))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("No task asks for CPU time");
    }
}
