package dev.stowage.ingest.csv;

import dev.stowage.basis.DecimalText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The fields of one CSV record as bytes, stripped of blanks around them. Reused for every record:
 * no object a row.
 */
public final class CsvFields {
    private byte[] bytes = new byte[1024];
    private int[] ends = new int[16];
    private int count;
    private long line;
    private boolean hasOpenQuote;

    /** Begins a record. */
    void begin(long startingLineNumber) {
        line = startingLineNumber;
        count = 0;
        hasOpenQuote = false;
    }

    /** Adds a field that comes from elsewhere. */
    void add(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        add(utf8, 0, utf8.length, false);
    }

    /**
     * Adds the field {@code text[first, last)}.
     *
     * @param isDoubled true if each quote in it is there twice
     */
    void add(byte[] text, int first, int last, boolean isDoubled) {
        int from = first;
        int to = last;
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
        if (end + to - from > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, end + to - from));
        }
        for (int i = from; i < to; i++) {
            bytes[end++] = text[i];
            i += isDoubled && text[i] == '"' ? 1 : 0;
        }
        ends[count++] = end;
    }

    /** The record is {@code text[first, last)}, which can't be taken apart. */
    void openQuote(byte[] text, int first, int last) {
        count = 0;
        add(text, first, last, false);
        hasOpenQuote = true;
    }

    /** True if the record can't be taken apart: a value's quote is not closed. */
    boolean hasOpenQuote() {
        return hasOpenQuote;
    }

    private static boolean isBlank(byte c) {
        return c == ' ' || c == '\t';
    }

    /** Number of fields. */
    public int count() {
        return count;
    }

    /** Line on which the record starts, from 1. */
    public long line() {
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
    public String text(int field) {
        return new String(bytes, start(field), end(field) - start(field), StandardCharsets.UTF_8);
    }

    /** All fields as text. */
    public List<String> texts() {
        return IntStream.range(0, count).mapToObj(this::text).toList();
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
    public long truncated(int field, long scale) {
        return DecimalText.parseTruncated(bytes, start(field), end(field), scale);
    }

    /** Seconds as microseconds; as {@link DecimalText#parseMicros}. */
    public long micros(int field) {
        return DecimalText.parseMicros(bytes, start(field), end(field));
    }

    /** True if the field is a number below 0. */
    public boolean isNegative(int field) {
        return DecimalText.isNegative(bytes, start(field), end(field));
    }
}
