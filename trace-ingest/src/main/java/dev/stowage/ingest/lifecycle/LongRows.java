package dev.stowage.ingest.lifecycle;

import java.util.Arrays;

/**
 * Rows of a fixed number of longs. The longs of a row lie side by side, so that a row costs one or
 * two cache misses however many of them are used; the pages never move, so that growing copies
 * nothing.
 *
 * <p>Hot. A row is {@link #page} from {@link #at} on.
 */
public final class LongRows {
    private static final int ROW_BITS = 10;
    private static final int ROWS = 1 << ROW_BITS; // of a page
    private static final int FIRST_PAGES = 16;

    private final int width;
    private long[][] pages = new long[FIRST_PAGES][];

    /**
     * No rows so far.
     *
     * @param width longs of a row
     */
    public LongRows(int width) {
        this.width = width;
    }

    /** The page of a row that there is. */
    public long[] page(int row) {
        return pages[row >>> ROW_BITS];
    }

    /** Where a row begins in its page. */
    public int at(int row) {
        return (row & (ROWS - 1)) * width;
    }

    /** A long of a row that there is. */
    public long get(int row, int column) {
        return page(row)[at(row) + column];
    }

    /** Makes room for a row: the one after the last, whose longs are 0. */
    public void add(int row) {
        int page = row >>> ROW_BITS;
        if (page == pages.length) {
            pages = Arrays.copyOf(pages, Math.multiplyExact(2, page));
        }
        if ((row & (ROWS - 1)) == 0) {
            pages[page] = new long[ROWS * width];
        }
    }
}
