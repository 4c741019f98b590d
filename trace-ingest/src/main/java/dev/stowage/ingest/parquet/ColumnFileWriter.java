package dev.stowage.ingest.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;

/**
 * Writes a Parquet file (zstd) value by value, in the order of its columns, row after row. The same
 * values give the same bytes.
 *
 * <p>Hot: the values of a row group are kept by column ({@link ColumnBuffer}) and encoded at its
 * end, column by column ({@link ChunkEncoder}); pages, footer and file are the library's. Guarded
 * by ColumnFileBenchmark. Not thread-safe.
 */
public final class ColumnFileWriter implements Closeable {
    /**
     * Rows of a row group, if it has no more than 32 columns: small enough that it is kept in some
     * tens of MB, large enough that readers work group by group in parallel.
     */
    public static final int ROWS_PER_GROUP = 1 << 18;

    /** Bytes of the values of a row group, 8 each. */
    private static final int BYTES_PER_GROUP = 64 << 20;

    /** Bytes of the distinct texts of a row group. */
    private static final int TEXT_BYTES_PER_GROUP = 64 << 20;

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
    private final ColumnBuffer[] buffers;
    private final ChunkEncoder encoder = new ChunkEncoder();
    private final int rowsPerGroup;
    private long textBytes; // of the group
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
        buffers = this.columns.stream().map(ColumnBuffer::new).toArray(ColumnBuffer[]::new);
        rowsPerGroup = rowsPerGroup(columns.size());
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
    }

    private static int rowsPerGroup(int columns) {
        return Math.max(
                1, Math.min(ROWS_PER_GROUP, BYTES_PER_GROUP / Long.BYTES / Math.max(1, columns)));
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
        next(Column.Type.INT64).put(value);
    }

    public void putInt(int value) {
        next(Column.Type.INT32).put(value);
    }

    public void putDouble(double value) {
        next(Column.Type.DOUBLE).put(Double.doubleToRawLongBits(value));
    }

    public void putBoolean(boolean value) {
        next(Column.Type.BOOLEAN).put(value ? 1 : 0);
    }

    public void putString(String value) {
        textBytes += next(Column.Type.STRING).put(value);
    }

    /** UTF-8 text that the caller does not change afterwards. */
    public void putString(byte[] utf8) {
        textBytes += next(Column.Type.STRING).put(utf8);
    }

    /** The value of the next column is absent. */
    public void putNull() {
        if (!columns.get(column).nullable()) {
            throw new IllegalStateException(columns.get(column).name() + " can't be null");
        }
        buffers[column++].putNull();
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

    /**
     * Writes the moment of a time, or null if it is {@code absent}.
     *
     * @param micros since {@code epoch}
     */
    public void putMoment(long micros, Instant epoch, long absent) {
        putLongOrNull(
                micros == absent
                        ? absent
                        : Math.addExact(ChronoUnit.MICROS.between(Instant.EPOCH, epoch), micros),
                absent);
    }

    /** Ends a row; every column must have been given. */
    public void endRow() {
        endRows(column, 1);
        column = 0;
    }

    /**
     * The next rows, to be given column by column.
     *
     * @param rows 1 to {@link #rowsLeftInGroup()}, so that groups are the same as row by row
     */
    public RowBlock block(int rows) {
        if (rows < 1 || rows > rowsLeftInGroup() || column != 0) {
            throw new IllegalStateException(
                    rows + " rows, " + rowsLeftInGroup() + " left, " + column + " values before");
        }
        return new RowBlock(this, rows);
    }

    /** Rows up to the end of the row group. */
    public int rowsLeftInGroup() {
        return rowsPerGroup - groupRows;
    }

    /** So many more bytes of texts are kept. */
    void noteText(int bytes) {
        textBytes += bytes;
    }

    void endRows(int columnsGiven, int count) {
        if (columnsGiven != buffers.length) {
            throw new IllegalStateException(
                    columnsGiven + " values in a row, expected " + buffers.length);
        }
        rows += count;
        groupRows += count;
        if (groupRows == rowsPerGroup || textBytes > TEXT_BYTES_PER_GROUP) {
            try {
                flushGroup();
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
            closing.end(Map.of(ColumnUnits.KEY, ColumnUnits.json(columns)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            compressor.release();
        }
    }

    private ColumnBuffer next(Column.Type type) {
        return buffer(column++, type);
    }

    ColumnBuffer buffer(int index) {
        return buffers[index];
    }

    ColumnBuffer buffer(int index, Column.Type type) {
        ColumnBuffer buffer = buffers[index];
        if (buffer.column().type() != type) {
            throw new IllegalStateException(buffer.column().name() + " is not of type " + type);
        }
        return buffer;
    }

    private void flushGroup() throws IOException {
        if (groupRows == 0) {
            return;
        }
        try (ColumnChunkPageWriteStore pages = pageStore()) {
            file.startBlock(groupRows);
            List<ColumnDescriptor> descriptors = schema.getColumns();
            for (int i = 0; i < buffers.length; i++) {
                ColumnDescriptor descriptor = descriptors.get(i);
                encoder.write(
                        buffers[i], descriptor.getPrimitiveType(), pages.getPageWriter(descriptor));
                buffers[i].clear();
            }
            pages.flushToFileWriter(file);
            file.endBlock();
        }
        groups++;
        groupRows = 0;
        textBytes = 0;
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
}
