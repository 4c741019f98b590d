package dev.stowage.ingest.parquet;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Lines of JSON that are written member by member; hot: no object a value, but for decimals. */
final class JsonLine {
    private static final int MAX_LONG_DIGITS = 20;
    private static final String HEX = "0123456789abcdef";

    private final int firstCapacity;
    private byte[] bytes = new byte[0];
    private int length;

    JsonLine(int firstCapacity) {
        this.firstCapacity = firstCapacity;
    }

    /** Begins again, in new memory. */
    void clear() {
        length = 0;
    }

    int length() {
        return length;
    }

    /** The lines so far, which belong to the caller from now on. */
    byte[] handOver() {
        byte[] full = bytes;
        bytes = new byte[0];
        return full;
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            int room = Math.max(firstCapacity, 2 * bytes.length);
            bytes = Arrays.copyOf(bytes, Math.max(room, length + more));
        }
    }

    void put(char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
    }

    /** Removes the last character if it is a comma. */
    void dropComma() {
        if (length > 0 && bytes[length - 1] == ',') {
            length--;
        }
    }

    void put(byte[] text) {
        reserve(text.length);
        System.arraycopy(text, 0, bytes, length, text.length);
        length += text.length;
    }

    void put(long value) {
        reserve(MAX_LONG_DIGITS);
        if (value == Long.MIN_VALUE) {
            put("-9223372036854775808".getBytes(StandardCharsets.US_ASCII));
            return;
        }
        if (value < 0) {
            bytes[length++] = '-';
        }
        long rest = Math.abs(value);
        int digits = 1;
        for (long power = 10; digits < 19 && power <= rest; power *= 10) {
            digits++;
        }
        for (int i = length + digits - 1; i >= length; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
    }

    /** A number as text. */
    void putNumber(String decimal, boolean isFinite) {
        if (isFinite) {
            put(decimal.getBytes(StandardCharsets.US_ASCII));
        } else {
            putString(decimal.getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** A text between quotes. */
    void putString(byte[] utf8) {
        reserve(6 * utf8.length + 2);
        bytes[length++] = '"';
        for (byte c : utf8) {
            if (c == '"' || c == '\\') {
                bytes[length++] = '\\';
                bytes[length++] = c;
            } else if (c >= 0 && c < ' ') {
                put(
                        ("\\u00" + HEX.charAt(c >> 4) + HEX.charAt(c & 15))
                                .getBytes(StandardCharsets.US_ASCII));
            } else {
                bytes[length++] = c;
            }
        }
        bytes[length++] = '"';
    }
}
