package dev.stowage.ingest.source;

import dev.stowage.ingest.schema.Field;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.spill.RowCursor;
import dev.stowage.ingest.spill.RowSorter;
import dev.stowage.ingest.spill.SpillSpace;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Good rows of a table that are taken later, because there is no memory for what they are about:
 * all rows of a key together, in the order in which they came.
 */
public final class PostponedRows {
    private static final int LINE = 0;
    private static final int FILE = 1;
    private static final int FIRST_FIELD = 2;
    private static final int ROWS_PER_CHUNK = 1 << 16;

    private final boolean[] isText;
    private final RowSorter rows;
    private final long[] values;
    private final List<FoundFile> files = new ArrayList<>();

    /**
     * No rows yet.
     *
     * @param share of the memory, 0 to 1
     */
    public PostponedRows(SourceSchema table, SpillSpace space, double share) {
        isText = new boolean[table.fields().size()];
        for (int i = 0; i < isText.length; i++) {
            isText[i] = table.fields().get(i).kind() == Field.Kind.TEXT;
        }
        values = new long[FIRST_FIELD + isText.length];
        rows = space.sorter(values.length, share);
    }

    /** Postpones a good row of a chunk. */
    public void add(RowChunk chunk, int row, long key) {
        int start = chunk.start(row);
        values[LINE] = chunk.line(row);
        values[FILE] = number(chunk.source(row));
        for (int i = 0; i < isText.length; i++) {
            long value = chunk.value(i, row);
            boolean isPlace = isText[i] && value != RowChunk.ABSENT;
            values[FIRST_FIELD + i] = isPlace ? FieldReader.moved(value, -start) : value;
        }
        rows.add(key, rows.size(), values, chunk.bytes(), start, chunk.length(row));
    }

    private int number(FoundFile file) {
        int last = files.size() - 1;
        if (last >= 0 && files.get(last).equals(file)) { // identical, as a rule
            return last;
        }
        files.add(file);
        return last + 1;
    }

    /** Begins to read them; once. */
    public Replay replay() {
        return new Replay(rows.sorted());
    }

    /** Reads the rows as chunks, each of which has all rows of its keys. */
    public final class Replay implements Closeable {
        private final RowCursor cursor;
        private boolean hasRow;

        Replay(RowCursor cursor) {
            this.cursor = cursor;
            hasRow = cursor.next();
        }

        /** The next chunk; null behind the last one. */
        public @Nullable RowChunk next() {
            if (!hasRow) {
                return null;
            }
            RowChunk.Builder chunk = new RowChunk.Builder(isText.length);
            long last = cursor.key();
            while (hasRow && (chunk.size() < ROWS_PER_CHUNK || cursor.key() == last)) {
                last = cursor.key();
                long[] row = cursor.row();
                int moved = chunk.begin(cursor.text(), cursor.textStart(), cursor.textLength());
                for (int i = 0; i < isText.length; i++) {
                    long value = row[FIRST_FIELD + i];
                    boolean isPlace = isText[i] && value != RowChunk.ABSENT;
                    chunk.put(i, isPlace ? FieldReader.moved(value, moved) : value);
                }
                chunk.end(files.get((int) row[FILE]), row[LINE], cursor.tie());
                hasRow = cursor.next();
            }
            return chunk.build();
        }

        @Override
        public void close() {
            cursor.close();
        }
    }
}
