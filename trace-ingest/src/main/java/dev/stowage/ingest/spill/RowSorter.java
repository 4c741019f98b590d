package dev.stowage.ingest.spill;

import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;

/**
 * Sorts any number of rows by a key, rows of one key by another, and equal rows in the order in
 * which they came: in memory as long as they fit, in runs on disk beyond that.
 *
 * <p>O(n log n); the order does not depend on the memory. Not thread-safe.
 */
public final class RowSorter implements Closeable {
    /** Runs that are read at once; more are merged before. */
    static final int MOST_RUNS = 64;

    private static final long LEAST_MEMORY = 4 * RowMemory.BLOCK;
    private static final byte[] NO_TEXT = {};

    private final SpillSpace space;
    private final int width;
    private final long memoryBytes;
    private final RowCodec codec;
    private final RowMemory memory;
    private final List<RunFile> runs = new ArrayList<>();
    private long size;
    private boolean isRead;

    RowSorter(SpillSpace space, int width, long memoryBytes) {
        this.space = space;
        this.width = width;
        this.memoryBytes = Math.max(memoryBytes, LEAST_MEMORY);
        codec = new RowCodec(width);
        memory = new RowMemory(width);
    }

    /** Adds a row without text; values of {@code Long.MIN_VALUE} are the cheapest. */
    public void add(long key, long tie, long... row) {
        add(key, tie, row, NO_TEXT, 0, 0);
    }

    /** Adds a row with a text of {@code length} bytes. */
    public void add(long key, long tie, long[] row, byte[] text, int from, int length) {
        if (isRead) {
            throw new IllegalStateException("the rows are being read");
        }
        int bytes = codec.encode(row, text, from, length);
        if (memory.bytesWith(bytes) > memoryBytes && memory.size() > 0) {
            spill();
        }
        memory.add(key, tie, codec.bytes(), bytes);
        size++;
    }

    /** Number of rows. */
    public long size() {
        return size;
    }

    /** All rows in order; can be read once. */
    public RowCursor sorted() {
        if (isRead) {
            throw new IllegalStateException("the rows have been read");
        }
        isRead = true;
        return merge(true);
    }

    private RowCursor merge(boolean withMemory) {
        List<RowCursor> cursors = new ArrayList<>();
        runs.forEach(run -> cursors.add(run.open()));
        runs.clear();
        if (withMemory) {
            cursors.add(memory.sorted());
        }
        return cursors.size() == 1 ? cursors.get(0) : new RunMerge(cursors);
    }

    private void spill() {
        if (runs.size() == MOST_RUNS) {
            RowCursor all = merge(false); // they came first: their merge is the first run
            runs.add(written(all));
        }
        runs.add(written(memory.sorted()));
        memory.clear();
    }

    private RunFile written(RowCursor rows) {
        RunFile run = new RunFile(space.newFile(), width);
        try (RowCursor from = rows;
                RunFile.Writer out = run.writer()) {
            EncodedRow encoded = (EncodedRow) from;
            while (from.next()) {
                out.add(
                        from.key(),
                        from.tie(),
                        encoded.encoded(),
                        encoded.encodedStart(),
                        encoded.encodedLength());
            }
        }
        return run;
    }

    /** Forgets all rows; their files go with the space. */
    @Override
    public void close() {
        memory.clear();
        runs.clear();
    }
}
