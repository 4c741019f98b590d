package dev.stowage.ingest.csv;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import dev.stowage.basis.DecimalText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The fields of one CSV record as bytes, stripped of blanks around them. Reused for every record:
 * no object a row.
 */
final class CsvFields extends AbstractBaseCsvCallbackHandler<CsvFields> {
    private byte[] bytes = new byte[1024];
    private int[] ends = new int[16];
    private int count;
    private long line;

    @Override
    protected void handleBegin(long startingLineNumber) {
        line = startingLineNumber;
        count = 0;
    }

    /** Begins a record that comes from elsewhere. */
    void begin(long startingLineNumber) {
        handleBegin(startingLineNumber);
    }

    /** Adds a field to it. */
    void add(String text) {
        handleField(count, text.toCharArray(), 0, text.length(), false);
    }

    @Override
    protected void handleField(int index, char[] text, int offset, int length, boolean quoted) {
        int from = offset;
        int to = offset + length;
        while (from < to && isBlank(text[from])) {
            from++;
        }
        while (to > from && isBlank(text[to - 1])) {
            to--;
        }
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, 2 * count);
        }
        int end = start(count);
        boolean isAscii = true;
        if (end + to - from > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, end + to - from));
        }
        for (int i = from; i < to; i++) {
            isAscii &= text[i] < 0x80;
            bytes[end++] = (byte) text[i];
        }
        ends[count++] = end;
        if (!isAscii) {
            encode(new String(text, from, to - from));
        }
    }

    /** Replaces the last field by its UTF-8 form. */
    private void encode(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int from = start(count - 1);
        if (from + utf8.length > bytes.length) {
            bytes = Arrays.copyOf(bytes, from + utf8.length);
        }
        System.arraycopy(utf8, 0, bytes, from, utf8.length);
        ends[count - 1] = from + utf8.length;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    @Override
    protected CsvFields buildRecord() {
        return this;
    }

    /** Number of fields. */
    int count() {
        return count;
    }

    /** Line on which the record starts, from 1. */
    long line() {
        return line;
    }

    byte[] bytes() {
        return bytes;
    }

    int start(int field) {
        return field == 0 ? 0 : ends[field - 1];
    }

    int end(int field) {
        return ends[field];
    }

    boolean isEmpty(int field) {
        return start(field) == end(field);
    }

    /** A field as text. */
    String text(int field) {
        return new String(bytes, start(field), end(field) - start(field), StandardCharsets.UTF_8);
    }

    /** The record as text, without the quotes and blanks that it may have had. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count && text.length() < 1000; i++) {
            text.append(i == 0 ? "" : ",").append(text(i));
        }
        return text.toString();
    }

    /** A decimal number times {@code scale}, truncated; as {@link DecimalText#parseTruncated}. */
    long truncated(int field, long scale) {
        return DecimalText.parseTruncated(bytes, start(field), end(field), scale);
    }

    /** Seconds as microseconds; as {@link DecimalText#parseMicros}. */
    long micros(int field) {
        return DecimalText.parseMicros(bytes, start(field), end(field));
    }

    /** True if the field is a number below 0. */
    boolean isNegative(int field) {
        return DecimalText.isNegative(bytes, start(field), end(field));
    }
}
