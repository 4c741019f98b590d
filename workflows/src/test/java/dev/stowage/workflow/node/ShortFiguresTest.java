package dev.stowage.workflow.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShortFiguresTest {
    /** Enough digits for the larger one to be larger, and none that says more than there is. */
    @ParameterizedTest
    @CsvSource({
        "9.18, 9, 0, 9.1 of 9.0",
        "9.18, 8.7, 0, 9.1 of 8.7",
        "12.39, 10, 1, 12.3 of 10.0",
        "121.9, 120, 0, 121 of 120",
        "14.0004, 14, 1, 14.0004 of 14.0000",
        "8.9, 8.75, 0, 8.9 of 8.8"
    })
    void showsThatOneIsLarger(double needed, double available, int digits, String expected) {
        assertThat(ShortFigures.of(needed, available, digits, " of ", "")).isEqualTo(expected);
    }
}
