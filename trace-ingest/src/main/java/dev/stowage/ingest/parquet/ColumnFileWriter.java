package dev.stowage.ingest.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;

/**
 * Writes a Parquet file (zstd) value by value, in the order of its columns, row after row. The same
 * values give the same bytes.
 *
 * <p>Goes to the column writers directly: no record object and no boxing a row. Not thread-safe.
 */
public final class ColumnFileWriter implements Closeable {
    /**
     * Rows of a row group: small enough that a group of 25 columns is buffered in some tens of MB,
     * large enough that readers work group by group in parallel.
     */
    public static final int ROWS_PER_GROUP = 1 << 18;

    /** For file systems with blocks; ours has none, groups end by rows. */
    private static final long BLOCK_BYTES = 128L << 20;

    private static final ParquetProperties PROPERTIES =
            ParquetProperties.builder()
                    .withWriterVersion(ParquetProperties.WriterVersion.PARQUET_1_0)
                    .withAllocator(HeapByteBufferAllocator.getInstance())
                    .withPageWriteChecksumEnabled(true)
                    .build();

    private final List<Column> columns;
    private final MessageType schema;
    private final BytesInputCompressor compressor =
            new PageCodecs().getCompressor(CompressionCodecName.ZSTD);
    private final KeptOutputFile output;
    private final ParquetFileWriter file;
    private final ColumnWriter[] writers;
    private ColumnChunkPageWriteStore pages;
    private ColumnWriteStore store;
    private int column;
    private int groupRows;
    private int groups;
    private long rows;
    private boolean closed;

    private ColumnFileWriter(KeptOutputFile output, String recordName, List<Column> columns)
            throws IOException {
        this.output = output;
        this.columns = List.copyOf(columns);
        schema = Schemas.toParquet(recordName, columns);
        writers = new ColumnWriter[columns.size()];
        file =
                new ParquetFileWriter(
                        output,
                        schema,
                        ParquetFileWriter.Mode.CREATE,
                        BLOCK_BYTES,
                        0,
                        null,
                        PROPERTIES);
        file.start();
        pages = pageStore();
        store = columnStore();
    }

    /**
     * Creates a new file.
     *
     * @throws UncheckedIOException if it exists or can't be written
     */
    public static ColumnFileWriter create(Path path, String recordName, List<Column> columns) {
        KeptOutputFile output = new KeptOutputFile(path);
        try {
            return new ColumnFileWriter(output, recordName, columns);
        } catch (IOException e) {
            try {
                output.close();
            } catch (IOException closing) {
                e.addSuppressed(closing);
            }
            throw new UncheckedIOException(e);
        }
    }

    /** Rows written. */
    public long rows() {
        return rows;
    }

    public void putLong(long value) {
        next(Column.Type.INT64).write(value, 0, level());
    }

    public void putInt(int value) {
        next(Column.Type.INT32).write(value, 0, level());
    }

    public void putDouble(double value) {
        next(Column.Type.DOUBLE).write(value, 0, level());
    }

    public void putBoolean(boolean value) {
        next(Column.Type.BOOLEAN).write(value, 0, level());
    }

    public void putString(String value) {
        next(Column.Type.STRING).write(Binary.fromString(value), 0, level());
    }

    /** UTF-8 text that the caller does not change afterwards. */
    public void putString(byte[] utf8) {
        next(Column.Type.STRING).write(Binary.fromConstantByteArray(utf8), 0, level());
    }

    /** The value of the next column is absent. */
    public void putNull() {
        if (!columns.get(column).nullable()) {
            throw new IllegalStateException(columns.get(column).name() + " can't be null");
        }
        writers[column++].writeNull(0, 0);
    }

    /** Writes {@code value}, or null if it is {@code absent}. */
    public void putLongOrNull(long value, long absent) {
        if (value == absent) {
            putNull();
        } else {
            putLong(value);
        }
    }

    /** Writes {@code value}, or null if it is {@code absent}. */
    public void putIntOrNull(int value, int absent) {
        if (value == absent) {
            putNull();
        } else {
            putInt(value);
        }
    }

    /** Ends a row; every column must have been given. */
    public void endRow() {
        if (column != writers.length) {
            throw new IllegalStateException(
                    column + " values in a row, expected " + writers.length);
        }
        column = 0;
        rows++;
        store.endRecord();
        if (++groupRows == ROWS_PER_GROUP) {
            try {
                flushGroup();
                pages = pageStore();
                store = columnStore();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Writes what is buffered, and the footer. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try (output; // closed even if the disk is full
                ParquetFileWriter closing = file) {
            flushGroup();
            closing.end(Map.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            compressor.release();
        }
    }

    private ColumnWriter next(Column.Type type) {
        if (columns.get(column).type() != type) {
            throw new IllegalStateException(columns.get(column).name() + " is not of type " + type);
        }
        return writers[column++];
    }

    /** Definition level of a value in the column that {@link #next} has just passed. */
    private int level() {
        return columns.get(column - 1).nullable() ? 1 : 0;
    }

    private ColumnChunkPageWriteStore pageStore() {
        return ColumnChunkPageWriteStore.builder()
                .withCompressorProvider(descriptor -> compressor)
                .withSchema(schema)
                .withAllocator(PROPERTIES.getAllocator())
                .withColumnIndexTruncateLength(PROPERTIES.getColumnIndexTruncateLength())
                .withPageWriteChecksumEnabled(true)
                .withRowGroupOrdinal(groups)
                .build();
    }

    private ColumnWriteStore columnStore() {
        ColumnWriteStore fresh = PROPERTIES.newColumnWriteStore(schema, pages, pages);
        for (int i = 0; i < writers.length; i++) {
            writers[i] = fresh.getColumnWriter(schema.getColumns().get(i));
        }
        return fresh;
    }

    private void flushGroup() throws IOException {
        if (groupRows > 0) {
            file.startBlock(groupRows);
            store.flush();
            pages.flushToFileWriter(file);
            file.endBlock();
            groups++;
            groupRows = 0;
        }
        store.close();
        pages.close();
    }
}
