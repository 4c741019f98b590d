package dev.stowage.ingest.parquet;

/**
 * Encodings of the values of a page, from an array into {@link PageBytes}.
 *
 * <p>Source: Encodings.md of the Parquet format 2.11; the blocks of deltas are those of Lemire and
 * Boytsov, Decoding billions of integers per second through vectorization, 2015.
 *
 * <p>Hot: some nanoseconds a value. Guarded by ColumnFileBenchmark.
 */
final class PageEncodings {
    private static final int PACK = 8;

    /** So that the header of a packed run is one byte. */
    private static final int MOST_PACKS = 63;

    private static final int BLOCK = 128;
    private static final int MINIBLOCK = 32;

    private final PageBytes page;
    private final long[] deltas = new long[BLOCK];

    PageEncodings(PageBytes page) {
        this.page = page;
    }

    /** Bits that a number up to {@code most} needs. */
    static int width(long most) {
        return Long.SIZE - Long.numberOfLeadingZeros(most);
    }

    /**
     * Bits that each of the numbers up to {@code most} takes here: whole bytes beyond the first, so
     * that what comes again is at the same place within a byte and zstd finds it.
     */
    static int wholeWidth(long most) {
        int width = width(most);
        return width <= Byte.SIZE ? width : (width + 7) & ~7;
    }

    /** One run of the same value. */
    void putRun(int count, long value, int width) {
        page.putVarint((long) count << 1);
        for (int bit = 0; bit < width; bit += Byte.SIZE) {
            page.putByte((int) (value >>> bit));
        }
    }

    /** Runs of the same value, and packs of eight where they are too short (RLE). */
    void putRuns(long[] values, int from, int to, int width) {
        int i = from;
        while (i < to) {
            int end = endOfRun(values, i, to);
            if (end - i >= PACK || end == to) {
                putRun(end - i, values[i], width);
                i = end;
            } else {
                i = putPacks(values, i, to, width);
            }
        }
    }

    private static int endOfRun(long[] values, int from, int to) {
        long value = values[from];
        int end = from + 1;
        while (end < to && values[end] == value) {
            end++;
        }
        return end;
    }

    /** Packs of eight up to the next run; returns where they end. */
    private int putPacks(long[] values, int from, int to, int width) {
        int packs = 1;
        while (packs < MOST_PACKS && !isRunAt(values, from + packs * PACK, to)) {
            packs++;
        }
        page.putByte((packs << 1) | 1);
        int end = Math.min(to, from + packs * PACK);
        page.pack(values, from, end, packs * PACK, width);
        return end;
    }

    /** True if eight of the same follow, or the end is reached. */
    private static boolean isRunAt(long[] values, int from, int to) {
        if (from + PACK > to) {
            return from >= to;
        }
        long value = values[from];
        for (int i = from + 1; i < from + PACK; i++) {
            if (values[i] != value) {
                return false;
            }
        }
        return true;
    }

    /**
     * Differences to the value before, in blocks (DELTA_BINARY_PACKED).
     *
     * @param isInt true if the column has 32 bits, in which differences wrap around
     */
    void putDeltas(long[] values, int from, int to, boolean isInt) {
        page.putVarint(BLOCK);
        page.putVarint(BLOCK / MINIBLOCK);
        page.putVarint(to - from);
        page.putZigZag(values[from]);
        for (int i = from + 1; i < to; i += BLOCK) {
            int count = Math.min(BLOCK, to - i);
            long least = Long.MAX_VALUE;
            for (int j = 0; j < count; j++) {
                long delta = values[i + j] - values[i + j - 1];
                delta = isInt ? (int) delta : delta;
                deltas[j] = delta;
                least = Math.min(least, delta);
            }
            putBlock(count, least, isInt ? 0xffffffffL : -1L);
        }
    }

    /** Bytes that {@link #putDeltas} takes for them in one page, give or take some. */
    static long sizeOfDeltas(long[] values, int count, boolean isInt) {
        long bits = 0;
        for (int i = 1; i < count; i += MINIBLOCK) {
            int to = Math.min(count, i + MINIBLOCK);
            long least = Long.MAX_VALUE;
            long most = Long.MIN_VALUE;
            for (int j = i; j < to; j++) {
                long delta = values[j] - values[j - 1];
                delta = isInt ? (int) delta : delta;
                least = Math.min(least, delta);
                most = Math.max(most, delta);
            }
            bits += (long) width(most - least) * MINIBLOCK + Byte.SIZE + Byte.SIZE;
        }
        return bits / Byte.SIZE;
    }

    private void putBlock(int count, long least, long mask) {
        page.putZigZag(least);
        int widths = page.length();
        page.putInt(0);
        int packed = 0; // widths of the miniblocks, a byte each
        for (int from = 0; from < count; from += MINIBLOCK) {
            int to = Math.min(count, from + MINIBLOCK);
            long bits = 0;
            for (int i = from; i < to; i++) {
                deltas[i] = (deltas[i] - least) & mask;
                bits |= deltas[i];
            }
            int width = width(bits);
            packed |= width << (from / MINIBLOCK * Byte.SIZE);
            page.pack(deltas, from, to, MINIBLOCK, width);
        }
        page.setInt(widths, packed);
    }
}
