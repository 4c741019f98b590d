package dev.stowage.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AmountsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 0",
                "0.00012 | 0.0001",
                "0.5 | 0.5",
                "12.344 | 12.34",
                "123.44 | 123.4",
                "12345.6 | 12,346",
                "1e16 | 1E16",
                "-3.25 | -3.25",
                "NaN | none",
                "Infinity | unlimited"
            })
    void keepsTheDigitsThatMatter(double value, String text) {
        assertThat(Amounts.decimal(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 0 s",
                "0.25 | 250 ms",
                "42 | 42 s",
                "119.9 | 119.9 s",
                "180 | 3 min",
                "9000 | 2.5 h",
                "259200 | 3 days",
                "Infinity | for ever"
            })
    void givesATimeInTheUnitThatSuitsIt(double seconds, String text) {
        assertThat(Amounts.seconds(seconds).replace('\u00a0', ' ')).isEqualTo(text);
    }

    @Test
    void holdsNumberAndUnitTogether() {
        assertThat(Amounts.share(0.875)).isEqualTo("87.5\u00a0%");
        assertThat(Amounts.share(0.00012)).isEqualTo("0.012\u00a0%");
        assertThat(Amounts.cores(1)).isEqualTo("1\u00a0core");
        assertThat(Amounts.counted(1200, "server")).isEqualTo("1,200\u00a0servers");
    }

    /** The terminal and pages write per cent in their own way, and round alike. */
    @ParameterizedTest
    @ValueSource(doubles = {0.5625, 0.5635, 0.0625, 0.1235, 0.99995, -0.0625, 12.34565})
    void roundsSharesAsTheTerminalDoes(double share) {
        String page = Amounts.share(share).replaceAll("[\\u00a0%,]", "");
        String terminal = Figures.share(share).replace(" %", "");
        assertThat(new BigDecimal(page)).isEqualByComparingTo(new BigDecimal(terminal));
    }

    @Test
    void givesMoneyToTheCentOrToWhatLittleIsThere() {
        assertThat(Amounts.cents(new BigDecimal("1240"))).isEqualTo("$1,240.00");
        assertThat(Amounts.cents(new BigDecimal("0.0475"))).isEqualTo("$0.0475");
        assertThat(Amounts.dollars(new BigDecimal("1239.50"))).isEqualTo("$1,240");
    }

    @Test
    void countsTheClockFromTheStartOfTheWorkload() {
        assertThat(Amounts.clock(7_262_500_000L)).isEqualTo("2:01:02");
    }
}
