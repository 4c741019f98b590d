package dev.stowage.ingest.parquet;

import java.io.IOException;
import java.util.List;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageWriter;
import org.apache.parquet.column.statistics.SizeStatistics;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.schema.PrimitiveType;

/**
 * Encodes the column chunks of a file: page by page, in the form that suits all the values of the
 * chunk.
 *
 * <p>Hot: see {@link PageEncodings}.
 */
final class ChunkEncoder {
    /** Rows of a page. */
    static final int PAGE_ROWS = 1 << 15;

    /** Long texts end a page before that. */
    private static final int PAGE_BYTES = 1 << 20;

    /** How the values of a chunk are written. */
    private enum Form {
        DICTIONARY(Encoding.RLE_DICTIONARY),
        DELTA(Encoding.DELTA_BINARY_PACKED),
        PLAIN(Encoding.PLAIN);

        private final Encoding encoding;

        Form(Encoding encoding) {
            this.encoding = encoding;
        }
    }

    private final PageBytes page = new PageBytes();
    private final PageEncodings encodings = new PageEncodings(page);
    private final DistinctNumbers distinct = new DistinctNumbers();
    private final long[] levels = new long[PAGE_ROWS];
    private long[] scratch = {};

    // the chunk at hand
    private Form form = Form.PLAIN;
    private long[] numbers = {}; // of its values in the dictionary
    private int dictionarySize;

    /** Writes all rows of a column, at least one. */
    void write(ColumnBuffer column, PrimitiveType type, PageWriter pages) throws IOException {
        choose(column);
        PageStatistics statistics = new PageStatistics(column, type);
        boolean isLongText = form == Form.PLAIN && column.column().type() == Column.Type.STRING;
        int value = 0;
        int end;
        for (int row = 0; row < column.rows(); row = end) {
            int most = Math.min(column.rows(), row + PAGE_ROWS);
            end = isLongText ? endOfTexts(column, row, most, value) : most;
            int nulls = column.nulls(row, end);
            int count = end - row - nulls;
            page.clear();
            if (column.column().nullable()) {
                putLevels(column, row, end, nulls);
            }
            if (count > 0) {
                putValues(column, value, value + count);
            }
            Statistics<?> ofPage = statistics.of(value, value + count, nulls);
            pages.writePage(
                    BytesInput.from(page.array(), 0, page.length()),
                    end - row,
                    end - row,
                    ofPage,
                    new SizeStatistics(type, statistics.textBytes(), List.of(), List.of()),
                    null,
                    Encoding.RLE,
                    Encoding.RLE,
                    count > 0 ? form.encoding : Encoding.PLAIN);
            value += count;
        }
        if (form == Form.DICTIONARY) {
            writeDictionary(column, pages);
        }
    }

    private void choose(ColumnBuffer column) {
        Column.Type type = column.column().type();
        form = Form.PLAIN;
        if (column.size() == 0 || type == Column.Type.BOOLEAN) {
            return;
        }
        if (type == Column.Type.STRING) {
            numbers = column.values();
            dictionarySize = column.texts().size();
            form = isDictionarySmaller(column) ? Form.DICTIONARY : Form.PLAIN;
            return;
        }
        if (column.isConstant()) {
            distinct.number(column.constant());
            dictionarySize = 1;
            form = Form.DICTIONARY;
            return;
        }
        chooseForNumbers(column);
    }

    /** The form of the fewest bytes; of two that have as many, the dictionary. */
    private void chooseForNumbers(ColumnBuffer column) {
        Column.Type type = column.column().type();
        int count = column.size();
        boolean isInt = type == Column.Type.INT32;
        long plain = (long) count * (isInt ? Integer.BYTES : Long.BYTES);
        long least = plain;
        if (type != Column.Type.DOUBLE) {
            least = Math.min(plain, PageEncodings.sizeOfDeltas(column.values(), count, isInt));
        }
        form = least < plain ? Form.DELTA : Form.PLAIN;
        if (scratch.length < count) {
            scratch = new long[column.values().length];
        }
        int most = mostDistinct(count, least, isInt ? Integer.BYTES : Long.BYTES);
        if (distinct.number(column.values(), count, scratch, most)) {
            numbers = scratch;
            dictionarySize = distinct.size();
            form = Form.DICTIONARY;
        }
    }

    /** The largest dictionary that, with the numbers of all values, has at most some bytes. */
    private static int mostDistinct(int count, long bytes, int bytesPerValue) {
        long most = 0;
        for (int bits = 1; bits < Integer.SIZE - 1; bits++) {
            long left =
                    bytes - (long) count * PageEncodings.wholeWidth((1L << bits) - 1) / Byte.SIZE;
            most = Math.max(most, Math.min(1L << bits, left / bytesPerValue));
        }
        return (int) most;
    }

    private static boolean isDictionarySmaller(ColumnBuffer column) {
        if (column.isConstant()) {
            return true;
        }
        DistinctTexts texts = column.texts();
        long plain = 0;
        for (int i = 0; i < column.size(); i++) {
            plain += Integer.BYTES + texts.length((int) column.values()[i]);
        }
        long width = PageEncodings.wholeWidth(texts.size() - 1);
        long dictionary = texts.length() + (long) Integer.BYTES * texts.size();
        return dictionary + column.size() * width / Byte.SIZE <= plain;
    }

    /** Where a page of texts ends: at {@code most}, or where it has enough bytes. */
    private static int endOfTexts(ColumnBuffer column, int from, int most, int firstValue) {
        long bytes = 0;
        int value = firstValue;
        for (int row = from; row < most; row++) {
            if (!column.isNull(row)) {
                bytes += Integer.BYTES + column.texts().length((int) column.values()[value++]);
                if (bytes > PAGE_BYTES && row > from) {
                    return row;
                }
            }
        }
        return most;
    }

    /** Definition levels: 1 where there is a value. */
    private void putLevels(ColumnBuffer column, int from, int to, int nulls) {
        page.putInt(0);
        if (nulls == 0 || nulls == to - from) {
            encodings.putRun(to - from, nulls == 0 ? 1 : 0, 1);
        } else {
            for (int row = from; row < to; row++) {
                levels[row - from] = column.isNull(row) ? 0 : 1;
            }
            encodings.putRuns(levels, 0, to - from, 1);
        }
        page.setInt(0, page.length() - Integer.BYTES);
    }

    private void putValues(ColumnBuffer column, int from, int to) {
        switch (form) {
            case DICTIONARY -> {
                int width = PageEncodings.wholeWidth(column.isConstant() ? 0 : most(from, to));
                page.putByte(width);
                if (column.isConstant()) {
                    encodings.putRun(to - from, 0, width);
                } else {
                    encodings.putRuns(numbers, from, to, width);
                }
            }
            case DELTA ->
                    encodings.putDeltas(
                            column.values(), from, to, column.column().type() == Column.Type.INT32);
            case PLAIN -> putPlain(column, from, to);
        }
    }

    /** The largest number in the dictionary of some values. */
    private long most(int from, int to) {
        long most = 0;
        for (int i = from; i < to; i++) {
            most = Math.max(most, numbers[i]);
        }
        return most;
    }

    private void putPlain(ColumnBuffer column, int from, int to) {
        switch (column.column().type()) {
            case INT64, DOUBLE -> page.putLongs(column.values(), from, to);
            case INT32 -> page.putInts(column.values(), from, to);
            case STRING -> {
                for (int i = from; i < to; i++) {
                    putText(column.texts(), (int) column.values()[i]);
                }
            }
            case BOOLEAN -> {
                int padded = (to - from + 7) & ~7;
                if (column.isConstant()) {
                    page.fill(column.constant() == 0 ? 0 : -1, padded / Byte.SIZE);
                } else {
                    page.pack(column.values(), from, to, padded, 1);
                }
            }
        }
    }

    private void putText(DistinctTexts texts, int number) {
        page.putInt(texts.length(number));
        page.putBytes(texts.bytes(), texts.start(number), texts.length(number));
    }

    private void writeDictionary(ColumnBuffer column, PageWriter pages) throws IOException {
        page.clear();
        switch (column.column().type()) {
            case INT32 -> page.putInts(distinct.values(), 0, dictionarySize);
            case INT64, DOUBLE -> page.putLongs(distinct.values(), 0, dictionarySize);
            case STRING -> {
                for (int number = 0; number < dictionarySize; number++) {
                    putText(column.texts(), number);
                }
            }
            case BOOLEAN -> throw new IllegalStateException(column.column() + " in a dictionary");
        }
        pages.writeDictionaryPage(
                new DictionaryPage(
                        BytesInput.from(page.array(), 0, page.length()),
                        dictionarySize,
                        Encoding.PLAIN));
    }
}
