package dev.stowage.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.model.Resources;
import dev.stowage.model.TaskClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RightSizeTextTest {
    @Test
    void whatIsNotSaidIsTheDefaultAndAClassBeginsWithTheGeneralRule() {
        RightSizeText.Rules rules =
                RightSizeText.rules(
                        "--right-size",
                        "cpu=p90, user-facing:cpu=p99,memory=p99.9,batch:memory=p95");

        assertThat(rules.general()).hasToString("cpu=p90,memory=max");
        assertThat(rules.byClass().get(TaskClass.USER_FACING)).hasToString("cpu=p99,memory=p99.9");
        assertThat(rules.byClass().get(TaskClass.BATCH)).hasToString("cpu=p90,memory=p95");
        assertThat(RightSizeText.rules("--right-size", "batch:cpu=p50").general())
                .hasToString("cpu=p95,memory=max");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "cpu",
                "cpu=",
                "cpu=95",
                "disk=p95",
                "cpu=p95,cpu=p99",
                "batch:cpu=p1,batch:cpu=p2",
                "bach:cpu=p95",
                "cpu=p95,",
                "shop.yaml"
            })
    void refusesOtherRules(String text) {
        assertThatThrownBy(() -> RightSizeText.rules("--right-size", text))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("--right-size: found");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10mc,16MiB|10000|16777216",
                "10m,16m|10000|16777216",
                "0.5c,1g|500000|1073741824",
                "0c,0|0|0",
                "2C, 1.5GiB|2000000|1610612736"
            })
    void readsAFloor(String text, long cpu, long memory) {
        assertThat(RightSizeText.floor("--min-request", text))
                .isEqualTo(new Resources(cpu, memory));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10mc", "16MiB,10mc", "10,16MiB", "-1c,1g", "10mc,16", ""})
    void refusesOtherFloors(String text) {
        assertThatThrownBy(() -> RightSizeText.floor("--min-request", text))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("--min-request: found");
    }
}
