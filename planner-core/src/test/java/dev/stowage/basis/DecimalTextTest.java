package dev.stowage.basis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DecimalTextTest {
    @ParameterizedTest
    @CsvSource({
        "0.125, 1000000, 125000",
        "1.144e-05, 1000000, 11",
        "1.144E+2, 10, 1144",
        "0.9999999, 1000000, 999999",
        ".5, 10, 5",
        "5., 10, 50",
        "+5, 10, 50",
        "-0.0000001, 1000000, 0",
        "0e999999999999, 1000000, 0",
        "1e-999999999999, 1000000, 0",
        "0.2493, 1073741824, 267683836",
        "9223372036854775807, 1, 9223372036854775807",
        "0.000000000000000000000000000001, 1000000000000000000, 0",
        "123456789012345678901234567890e-20, 1, 1234567890"
    })
    void truncatesExactly(String text, long scale, long expected) {
        assertThat(DecimalText.truncate(text, scale)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "1.5, 1500000",
        "0.0000005, 1",
        "0.00000049999999999999999999999, 0",
        "-0.0000005, -1",
        "1e-7, 0",
        "5e-7, 1",
        "86400.123456, 86400123456"
    })
    void roundsSecondsHalfUp(String text, long expectedMicros) {
        assertThat(DecimalText.secondsToMicros(text)).isEqualTo(expectedMicros);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", ".", "1e", "1e+", "1.2.3", "NaN", "1 ", "0x10", "1e1.5", "١"})
    void refusesWhatIsNotADecimalNumber(String text) {
        assertThatThrownBy(() -> DecimalText.truncate(text, 10))
                .isInstanceOf(NumberFormatException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e19", "9223372036854775808", "-1e999999999", "1e99999999999999999"})
    void refusesWhatDoesNotFit(String text) {
        assertThatThrownBy(() -> DecimalText.truncate(text, 1))
                .isInstanceOf(ArithmeticException.class);
    }

    @Test
    void refusesATextThatIsLongerThanAnyNumberShouldBe() {
        assertThatThrownBy(() -> DecimalText.truncate("0".repeat(129), 1))
                .isInstanceOf(NumberFormatException.class);
    }

    @ParameterizedTest
    @CsvSource({"-1, true", "-0.0001, true", "-0, false", "-0.0e5, false", "1e-5, false"})
    void knowsNumbersBelowZero(String text, boolean expected) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        assertThat(DecimalText.isNegative(bytes, 0, bytes.length)).isEqualTo(expected);
    }

    @Property(tries = 3_000)
    void agreesWithBigDecimal(
            @ForAll("decimals") String text, @ForAll @LongRange(min = 1) long scale) {
        assertThat(parsed(text, scale, false)).isEqualTo(exact(text, scale, RoundingMode.DOWN));
    }

    @Property(tries = 3_000)
    void agreesWithBigDecimalOnSeconds(@ForAll("decimals") String text) {
        assertThat(parsed(text, 1, true)).isEqualTo(exact(text, 1_000_000, RoundingMode.HALF_UP));
    }

    private static Long parsed(String text, long scale, boolean seconds) {
        byte[] bytes = ("x" + text + ",").getBytes(StandardCharsets.US_ASCII);
        int end = bytes.length - 1;
        return seconds
                ? DecimalText.parseMicros(bytes, 1, end)
                : DecimalText.parseTruncated(bytes, 1, end, scale);
    }

    private static Long exact(String text, long scale, RoundingMode mode) {
        BigInteger value =
                new BigDecimal(text)
                        .multiply(BigDecimal.valueOf(scale))
                        .setScale(0, mode)
                        .toBigInteger();
        return value.abs().bitLength() > 63 ? DecimalText.OVERFLOW : value.longValue();
    }

    @Provide
    Arbitrary<String> decimals() {
        Arbitrary<String> whole = Arbitraries.strings().numeric().ofMinLength(1).ofMaxLength(22);
        Arbitrary<String> fraction =
                Arbitraries.strings().numeric().ofMaxLength(24).map(d -> "." + d);
        Arbitrary<String> exponent =
                Arbitraries.integers()
                        .between(-45, 45)
                        .map(e -> e % 3 == 0 ? "" : (e % 2 == 0 ? "e" : "E+").concat("" + e))
                        .map(e -> e.replace("+-", "-"));
        return Combinators.combine(
                        Arbitraries.of("", "-", "+"),
                        whole,
                        fraction.injectDuplicates(0.1),
                        exponent)
                .as((sign, w, f, e) -> sign + w + f + e);
    }
}
