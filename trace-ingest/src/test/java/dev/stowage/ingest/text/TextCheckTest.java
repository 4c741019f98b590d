package dev.stowage.ingest.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TextCheckTest {
    private static boolean isClean(byte[] text) {
        return TextCheck.isClean(text, 0, text.length);
    }

    @Test
    void oneWrongByteAnywhereIsFound() {
        byte[] good = "a name of 26 é letters, tab\t".getBytes(StandardCharsets.UTF_8);
        assertThat(isClean(good)).isTrue();
        assertThat(isClean("two\r\nlines".getBytes(StandardCharsets.UTF_8))).isTrue();
        byte[] ascii = "a name of 20 letters".getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at < ascii.length; at++) {
            for (byte wrong : new byte[] {0, 1, 31, (byte) 0x80, (byte) 0xff, (byte) 0xc3}) {
                byte[] damaged = ascii.clone();
                damaged[at] = wrong;
                assertThat(isClean(damaged)).as("%d at %d", wrong, at).isFalse();
            }
        }
        assertThat(isClean("lost \ufffd".getBytes(StandardCharsets.UTF_8))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "1.68846E+11, true, true",
        "1E+5, true, true",
        "1.5e11, false, true",
        "12E4, false, true",
        "168846000000, false, false",
        "1.5, false, false",
        "1E+, false, false",
        "E+11, false, false",
        "1.68846E+11x, false, false",
        "j_1E+5, false, false",
    })
    void aRoundedNumberIsOne(String text, boolean inAName, boolean inANumber) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertThat(TextCheck.isRounded(bytes, 0, bytes.length, false)).isEqualTo(inAName);
        assertThat(TextCheck.isRounded(bytes, 0, bytes.length, true)).isEqualTo(inANumber);
    }
}
