package dev.stowage.ingest.csv;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.text.InflationLimit;
import dev.stowage.ingest.text.LineBlocks;
import dev.stowage.ingest.text.SeparatedValues;
import dev.stowage.ingest.text.TextSource;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The records of a CSV of our own columns, none of which holds a line break: each line is a record.
 * So a quote that is not closed spoils its line and no other. Empty lines are passed over.
 *
 * <p>Hot: no object a row. Guarded by {@code bench/ingest}.
 */
public final class CsvLines implements Closeable {
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private final TextSource text;
    private final LineBlocks blocks;
    private final SeparatedValues values = new SeparatedValues((byte) ',');
    private final CsvFields fields = new CsvFields();
    private byte[] bytes = new byte[0];
    private int length;
    private int next;
    private long line;

    private CsvLines(TextSource text) {
        this.text = text;
        blocks = new LineBlocks(text);
    }

    /** Opens a file, plain or compressed. */
    public static CsvLines open(Path path) {
        return open(path, InflationLimit.USUAL);
    }

    /** Opens a file. */
    static CsvLines open(Path path, InflationLimit inflation) {
        return new CsvLines(TextSource.open(path, inflation, bytes -> {}));
    }

    /** Moves to the next record, which may have an open quote; false if there is none. */
    boolean next() {
        do {
            while (next < length) {
                int start = next;
                int end = start;
                while (end < length && bytes[end] != '\n') {
                    end++;
                }
                line++;
                next = end + 1;
                end -= end > start && bytes[end - 1] == '\r' ? 1 : 0;
                if (end > start) {
                    takeApart(start, end);
                    return true;
                }
            }
        } while (nextBlock());
        return false;
    }

    /**
     * Moves to the next record; false if there is none.
     *
     * @throws InputException at a quote that is not closed
     */
    public boolean nextWhole() {
        boolean hasNext = next();
        if (hasNext && fields.hasOpenQuote()) {
            throw InputException.atLine(
                    text.path(),
                    line,
                    SeparatedValues.OPEN_QUOTE,
                    "values whose quotes are closed in their line",
                    "Close the quote; a quote within a value is written twice.");
        }
        return hasNext;
    }

    private void takeApart(int start, int end) {
        fields.begin(line);
        values.begin(bytes, start, end);
        while (values.hasNext()) {
            if (!values.next()) {
                fields.openQuote(bytes, start, end);
                return;
            }
            fields.add(bytes, values.first(), values.last(), values.hasDoubledQuotes());
        }
    }

    private boolean nextBlock() {
        LineBlocks.@Nullable Block block = blocks.next();
        if (block == null) {
            return false;
        }
        bytes = block.bytes();
        length = block.length();
        next = 0;
        if (block.firstLine() == 1) {
            LineBlocks.refuseCarriageReturns(text.path(), block);
            next = startsWithMark() ? BYTE_ORDER_MARK.length : 0;
        }
        return true;
    }

    private boolean startsWithMark() {
        return length >= BYTE_ORDER_MARK.length
                && Arrays.mismatch(bytes, BYTE_ORDER_MARK) == BYTE_ORDER_MARK.length;
    }

    /** The fields of the current record; reused. */
    public CsvFields fields() {
        return fields;
    }

    /** Bytes on disk that were read. */
    long diskBytes() {
        return text.diskBytes();
    }

    /** Checksum of the file on disk; reads what is left of it. */
    String sha256() {
        return text.sha256();
    }

    @Override
    public void close() {
        text.close();
    }
}
