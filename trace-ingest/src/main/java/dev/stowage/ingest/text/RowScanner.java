package dev.stowage.ingest.text;

import java.nio.charset.StandardCharsets;

/**
 * The rows of one block, one after another, as positions of their fields.
 *
 * <p>Fields are separated by commas and never quoted (a quote is a character like any other): so
 * are the public traces. Lines end with LF or CRLF; the last one may lack it.
 *
 * <p>Hot and fenced: this loop sees every byte of a trace. Every byte above the comma is passed
 * with one comparison. Fuzzed against FastCSV by RowScannerTest.
 */
public final class RowScanner {
    /** Fields beyond this number are counted, but their positions are not kept. */
    public static final int MAX_FIELDS = 32;

    private static final int MAX_TEXT = 1000;

    private final byte[] bytes;
    private final int length;
    private final int[] ends = new int[MAX_FIELDS];
    private int rowStart;
    private int next;
    private int fields;
    private long line;

    /** Stands before the first row of {@code block}. */
    public RowScanner(LineBlocks.Block block) {
        bytes = block.bytes();
        length = block.length();
        line = block.firstLine() - 1;
    }

    /** Moves to the next row; false if there is none. */
    public boolean next() {
        if (next >= length) {
            return false;
        }
        line++;
        rowStart = next;
        int count = 0;
        int at = next;
        for (; at < length; at++) {
            byte value = bytes[at];
            if (value > ',') {
                continue;
            }
            if (value == ',') {
                if (count < MAX_FIELDS) {
                    ends[count] = at;
                }
                count++;
            } else if (value == '\n') {
                break;
            }
        }
        next = at + 1;
        int end = at > rowStart && at < length && bytes[at - 1] == '\r' ? at - 1 : at;
        if (count < MAX_FIELDS) {
            ends[count] = end;
        }
        fields = count + 1;
        return true;
    }

    /** True if the row is an empty line. */
    public boolean isEmpty() {
        return fields == 1 && ends[0] == rowStart;
    }

    /** Number of fields of the row, at least 1. */
    public int fields() {
        return fields;
    }

    /** The bytes in which the fields lie. */
    public byte[] bytes() {
        return bytes;
    }

    /** Where a field begins. */
    public int start(int field) {
        return field == 0 ? rowStart : ends[field - 1] + 1;
    }

    /** Where a field ends, exclusive. */
    public int end(int field) {
        return ends[field];
    }

    /** Number of the row's line in its file, from 1. */
    public long line() {
        return line;
    }

    /** Where the row begins in {@link #bytes}. */
    public int rowStart() {
        return rowStart;
    }

    /** The row as text, cut where it is very long. */
    public String text() {
        return text(bytes, rowStart, length);
    }

    /**
     * The line that starts at {@code start}, as text without its end, cut where it is very long.
     */
    public static String text(byte[] bytes, int start, int limit) {
        int end = start;
        while (end < limit && end < start + MAX_TEXT && bytes[end] != '\n' && bytes[end] != '\r') {
            end++;
        }
        return new String(bytes, start, end - start, StandardCharsets.UTF_8);
    }
}
