package dev.stowage.ingest.export;

import static dev.stowage.ingest.canonical.CanonicalTable.MICROS_PER_SECOND;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Rows of text in the making: numbers in the fewest digits that read back exactly.
 *
 * <p>Hot: some ten fields a row of a trace; no object a field.
 */
final class RowText {
    private static final int FIRST_CAPACITY = 1 << 16;
    private static final int MOST_NUMBER = 64;

    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int length;

    /** The text, valid up to {@link #length}. */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    void clear() {
        length = 0;
    }

    /** A copy of the text from a position on. */
    byte[] from(int start) {
        return Arrays.copyOfRange(bytes, start, length);
    }

    private void reserve(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    /** An ASCII character. */
    RowText put(char c) {
        reserve(1);
        bytes[length++] = (byte) c;
        return this;
    }

    RowText put(byte[] text) {
        reserve(text.length);
        System.arraycopy(text, 0, bytes, length, text.length);
        length += text.length;
        return this;
    }

    RowText put(String text) {
        return put(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A whole number of at least 0. */
    RowText put(long value) {
        reserve(MOST_NUMBER);
        int digits = 1;
        for (long rest = value / 10; rest > 0; rest /= 10) {
            digits++;
        }
        long rest = value;
        for (int at = length + digits - 1; at >= length; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
        return this;
    }

    /** Microseconds as seconds, with the digits that they need. */
    RowText putSeconds(long micros) {
        return putQuotient(micros, MICROS_PER_SECOND);
    }

    /**
     * The shortest decimal number that gives {@code value} when it is multiplied by {@code unit}
     * and truncated. After k digits the number is cut at {@code value * 10^k = digits * unit +
     * rest}; it is exact if the rest is 0, and rounded up it still gives {@code value} if {@code
     * unit - rest < 10^k}.
     *
     * @param value at least 0
     * @param unit from 1 to 2^59, so that ten times a rest fits
     */
    RowText putQuotient(long value, long unit) {
        long rest = value % unit;
        put(value / unit);
        if (rest == 0) {
            return this;
        }
        reserve(MOST_NUMBER);
        bytes[length++] = '.';
        long power = 1; // 10^k; there are at most 18 digits, because the unit is below 10^18
        while (true) {
            rest *= 10;
            power *= 10;
            bytes[length++] = (byte) ('0' + rest / unit);
            rest %= unit;
            if (rest == 0) {
                return this;
            }
            if (unit - rest < power) {
                increment();
                return this;
            }
        }
    }

    /** Adds one in the last digit; a carry never leaves the fraction, or fewer digits had done. */
    private void increment() {
        int at = length - 1;
        while (bytes[at] == '9') {
            at--;
        }
        if (bytes[at] == '.') {
            throw new IllegalStateException("a carry beyond the point");
        }
        bytes[at]++;
        length = at + 1;
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    /** A finite number that reads back as the same double. */
    RowText put(double value) {
        return put(Double.toString(value));
    }
}
