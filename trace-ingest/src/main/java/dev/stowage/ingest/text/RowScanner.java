package dev.stowage.ingest.text;

import dev.stowage.basis.Digits;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The rows of one block, one after another, as positions of their fields.
 *
 * <p>Fields are separated as a {@link RowSyntax} says and never quoted (a quote is a character like
 * any other): so are the public traces. Lines end with LF or CRLF; the last one may lack it. A byte
 * order mark at the start of a file belongs to no field.
 *
 * <p>Hot and fenced: this loop sees every byte of a trace, eight at a time. Fuzzed against FastCSV
 * by RowScannerTest.
 */
public final class RowScanner {
    /** Fields beyond this number are counted, but their positions are not kept. */
    public static final int MAX_FIELDS = 32;

    private static final int MAX_TEXT = 1000;

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private final byte[] bytes;
    private final int length;
    private final RowSyntax syntax;
    private final int[] starts; // unused between commas
    private final int[] ends = new int[MAX_FIELDS];
    private int rowStart;
    private int next;
    private int fields;
    private long line;

    /** Stands before the first row of {@code block}, whose fields commas separate. */
    public RowScanner(LineBlocks.Block block) {
        this(block, RowSyntax.COMMAS);
    }

    /** Stands before the first row of {@code block}. */
    public RowScanner(LineBlocks.Block block, RowSyntax syntax) {
        this.syntax = syntax;
        starts = new int[syntax == RowSyntax.COMMAS ? 0 : MAX_FIELDS];
        bytes = block.bytes();
        length = block.length();
        line = block.firstLine() - 1;
        if (line == 0 && length >= 3 && Arrays.equals(bytes, 0, 3, BYTE_ORDER_MARK, 0, 3)) {
            next = 3;
        }
    }

    /** Moves to the next row; false if there is none. */
    public boolean next() {
        if (next >= length) {
            return false;
        }
        line++;
        rowStart = next;
        switch (syntax) {
            case COMMAS -> nextBetweenCommas();
            case SEMICOLONS -> nextBetweenSemicolons();
            case BLANKS -> nextBetweenBlanks();
        }
        return true;
    }

    private void nextBetweenCommas() {
        int count = 0;
        long breaks = 0;
        int word = next;
        for (; breaks == 0 && word < length; word += 8) {
            long eight = eightBytes(word);
            long commas = EightBytes.equal(eight, EightBytes.COMMAS);
            breaks = EightBytes.equal(eight, EightBytes.LINE_FEEDS);
            commas &= breaks == 0 ? -1 : Long.lowestOneBit(breaks) - 1;
            for (; commas != 0; commas &= commas - 1) {
                if (count < MAX_FIELDS) {
                    ends[count] = word + (Long.numberOfTrailingZeros(commas) >> 3);
                }
                count++;
            }
        }
        int at = breaks == 0 ? length : word - 8 + (Long.numberOfTrailingZeros(breaks) >> 3);
        next = at + 1;
        int end = at > rowStart && at < length && bytes[at - 1] == '\r' ? at - 1 : at;
        if (count < MAX_FIELDS) {
            ends[count] = end;
        }
        fields = count + 1;
    }

    private void nextBetweenSemicolons() {
        int end = endOfLine();
        fields = 0;
        int from = rowStart;
        for (int i = from; i <= end; i++) {
            if (i == end || bytes[i] == ';') {
                int first = from;
                int last = i;
                while (first < last && isBlank(bytes[first])) {
                    first++;
                }
                while (first < last && isBlank(bytes[last - 1])) {
                    last--;
                }
                field(first, last);
                from = i + 1;
            }
        }
    }

    private void nextBetweenBlanks() {
        int end = endOfLine();
        fields = 0;
        int i = rowStart;
        while (i < end) {
            if (isBlank(bytes[i])) {
                i++;
                continue;
            }
            int from = i;
            while (i < end && !isBlank(bytes[i])) {
                i++;
            }
            field(from, i);
        }
        if (fields == 0) {
            field(rowStart, rowStart);
        }
    }

    /** Where the row's text ends; the next row is behind it. */
    private int endOfLine() {
        int at = rowStart;
        while (at < length && bytes[at] != '\n') {
            at++;
        }
        next = at + 1;
        return at > rowStart && at < length && bytes[at - 1] == '\r' ? at - 1 : at;
    }

    private static boolean isBlank(byte value) {
        return value == ' ' || value == '\t';
    }

    private void field(int from, int to) {
        if (fields < MAX_FIELDS) {
            starts[fields] = from;
            ends[fields] = to;
        }
        fields++;
    }

    /** True if the line is a comment: it has no fields that mean anything. */
    public boolean isComment() {
        return syntax == RowSyntax.BLANKS && start(0) < end(0) && bytes[start(0)] == ';';
    }

    /** Eight bytes of the block, the first one lowest; 0 behind its end. */
    private long eightBytes(int at) {
        if (at + 8 <= length) {
            return Digits.eightBytes(bytes, at);
        }
        long eight = 0;
        for (int i = length - 1; i >= at; i--) {
            eight = eight << 8 | (bytes[i] & 0xff);
        }
        return eight;
    }

    /** True if the row is an empty line. */
    public boolean isEmpty() {
        return fields == 1 && ends[0] == start(0);
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
        if (starts.length > 0) {
            return starts[field];
        }
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
