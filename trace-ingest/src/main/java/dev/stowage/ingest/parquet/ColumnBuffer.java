package dev.stowage.ingest.parquet;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The values of one column of a row group while its rows come in. Numbers, the bits of doubles,
 * truth values (0 and 1) and the numbers of distinct texts are all kept as longs, nulls apart as
 * bits by row. As long as all values are the same only their number is kept, so that a column that
 * nobody fills costs no memory and next to no time.
 *
 * <p>Hot: some two dozen calls a row. Guarded by ColumnFileBenchmark.
 */
final class ColumnBuffer {
    private static final int FIRST_CAPACITY = 1 << 10;

    private final Column column;
    private final @Nullable DistinctTexts texts;
    private long[] values = {};
    private boolean isConstant = true;
    private long constant;
    private int size; // values that are there
    private long[] absent = {}; // bits by row; not kept while all rows are null
    private int nulls;
    private @Nullable Object lastText;
    private long lastNumber;

    ColumnBuffer(Column column) {
        this.column = column;
        texts = column.type() == Column.Type.STRING ? new DistinctTexts() : null;
    }

    Column column() {
        return column;
    }

    /** The texts whose numbers the values are. */
    DistinctTexts texts() {
        if (texts == null) {
            throw new IllegalStateException(column + " has no texts");
        }
        return texts;
    }

    int rows() {
        return size + nulls;
    }

    /** How many values there are, without nulls. */
    int size() {
        return size;
    }

    /** True if all values there are the same, {@link #constant}. */
    boolean isConstant() {
        return isConstant;
    }

    long constant() {
        return constant;
    }

    /** The values that are there, in order; not a copy; not filled if constant. */
    long[] values() {
        return values;
    }

    void put(long value) {
        if (isConstant) {
            if (size != 0 && value == constant) {
                size++;
                return;
            }
            if (size == 0) {
                begin(value);
                return;
            }
            spread();
        }
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = value;
    }

    /** Several values, {@code given[from .. to)}. */
    void putAll(long[] given, int from, int to) {
        int i = from;
        while (i < to && isConstant) {
            put(given[i++]);
        }
        if (i < to) {
            reserveValues(to - i);
            System.arraycopy(given, i, values, size, to - i);
            size += to - i;
        }
    }

    /** As the other one. */
    void putAll(int[] given, int from, int to) {
        int i = from;
        while (i < to && isConstant) {
            put(given[i++]);
        }
        if (i < to) {
            reserveValues(to - i);
            long[] target = values;
            int at = size - i;
            for (int j = i; j < to; j++) {
                target[at + j] = given[j];
            }
            size += to - i;
        }
    }

    /** The same value several times. */
    void putSame(long value, int times) {
        if (times > 0 && (size == 0 || !isConstant || value != constant)) {
            put(value);
            if (!isConstant) {
                reserveValues(times - 1);
                Arrays.fill(values, size, size + times - 1, value);
            }
            size += times - 1;
        } else {
            size += times;
        }
    }

    private void reserveValues(int more) {
        if (size + more > values.length) {
            values = Arrays.copyOf(values, Math.max(2 * values.length, size + more));
        }
    }

    /** Several nulls. */
    void putNulls(int times) {
        if (size == 0) {
            nulls += times;
            return;
        }
        for (int i = 0; i < times; i++) {
            putNull();
        }
    }

    /** The first value; there may have been nulls. */
    private void begin(long value) {
        constant = value;
        size = 1;
        if (nulls > 0) {
            reserve(nulls - 1);
            for (int row = 0; row < nulls; row++) {
                absent[row >> 6] |= 1L << row;
            }
        }
    }

    /** The first value that differs. */
    private void spread() {
        isConstant = false;
        if (values.length < size) {
            values = new long[Math.max(FIRST_CAPACITY, Integer.highestOneBit(size) * 2)];
        }
        Arrays.fill(values, 0, size, constant);
    }

    void putNull() {
        if (size > 0) {
            int row = size + nulls;
            reserve(row);
            absent[row >> 6] |= 1L << row;
        }
        nulls++;
    }

    private void reserve(int row) {
        if (row >> 6 >= absent.length) {
            absent = Arrays.copyOf(absent, Math.max(FIRST_CAPACITY >> 6, (row >> 6) * 2));
        }
    }

    /** Puts a text and returns the bytes of texts that are kept more than before. */
    int put(String text) {
        if (text == lastText) { // the same object again
            put(lastNumber);
            return 0;
        }
        return put(text, text.getBytes(StandardCharsets.UTF_8));
    }

    /** As the other one; bytes that are not changed afterwards. */
    int put(byte[] utf8) {
        if (utf8 == lastText) {
            put(lastNumber);
            return 0;
        }
        return put(utf8, utf8);
    }

    private int put(Object text, byte[] utf8) {
        DistinctTexts known = texts();
        int before = known.length();
        lastText = text;
        lastNumber = known.number(utf8);
        put(lastNumber);
        return known.length() - before;
    }

    /** True if the row, one of both kinds in a column, is null. */
    boolean isNull(int row) {
        return size == 0 || (row >> 6 < absent.length && ((absent[row >> 6] >>> row) & 1) != 0);
    }

    /** How many of some rows are null. */
    int nulls(int from, int to) {
        if (size == 0) {
            return to - from;
        }
        int count = 0;
        for (int row = from; nulls > 0 && row < to; row++) {
            count += isNull(row) ? 1 : 0;
        }
        return count;
    }

    void clear() {
        isConstant = true;
        size = 0;
        nulls = 0;
        lastText = null;
        Arrays.fill(absent, 0);
        if (texts != null) {
            texts.clear();
        }
    }
}
