package dev.stowage.ingest.text;

import dev.stowage.basis.Digits;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Finds out whether a field was damaged on its way; hot, as {@link RowScanner}. */
public final class TextCheck {
    private static final long SIGNS = 0x8080_8080_8080_8080L;
    private static final long BLANKS = 0x2020_2020_2020_2020L;
    private static final char LOST = '\ufffd';
    private static final int LONGEST_NUMBER = 32;

    private TextCheck() {}

    /**
     * True if {@code text[from, to)} is UTF-8 without control characters (tabs and line ends in
     * quotes are none) and without U+FFFD, which other programs write for what they could not read.
     */
    public static boolean isClean(byte[] text, int from, int to) {
        int at = from;
        for (; at + 8 <= to; at += 8) {
            long eight = Digits.eightBytes(text, at);
            if (((eight | (eight - BLANKS)) & SIGNS) != 0) {
                return isCleanInDetail(text, at, to);
            }
        }
        for (; at < to; at++) {
            if (text[at] < ' ') {
                return isCleanInDetail(text, at, to);
            }
        }
        return true;
    }

    private static boolean isCleanInDetail(byte[] text, int from, int to) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text, from, to - from))
                    .chars()
                    .noneMatch(c -> c == LOST || (c < ' ' && "\t\n\r".indexOf(c) < 0));
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /**
     * True for {@code 1.68846E+11}: a number whose last digits were lost when a spreadsheet or a
     * data frame wrote it.
     *
     * @param isNumber true if nothing but a number can stand there, so that {@code 1e11} is one,
     *     too
     */
    public static boolean isRounded(byte[] text, int from, int to, boolean isNumber) {
        if (to - from < 3 || to - from > LONGEST_NUMBER || !isDigit(text[from])) {
            return false;
        }
        int at = from;
        while (at < to && (isDigit(text[at]) || text[at] == '.')) {
            at++;
        }
        if (at == to || (text[at] != 'E' && !(isNumber && text[at] == 'e'))) {
            return false;
        }
        at++;
        if (at < to && text[at] == '+') {
            at++;
        } else if (!isNumber) {
            return false;
        }
        int exponent = at;
        while (at < to && isDigit(text[at])) {
            at++;
        }
        return at == to && at > exponent;
    }

    private static boolean isDigit(byte c) {
        return c >= '0' && c <= '9';
    }
}
