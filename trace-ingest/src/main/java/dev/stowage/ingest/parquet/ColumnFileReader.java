package dev.stowage.ingest.parquet;

import dev.stowage.basis.InputException;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Reads chosen columns of a Parquet file, row group by row group, so that memory does not depend on
 * the number of rows.
 *
 * <p>{@link #nextGroup()} moves on; within a group each {@link ColumnCursor} is read on its own,
 * all of its {@link #groupRows()} values. Not thread-safe.
 */
public final class ColumnFileReader implements Closeable {
    /** A group is read column by column; ours have 2^18 rows. */
    private static final long MAX_GROUP_ROWS = 1L << 24;

    private static final String REMEDY =
            "Write the trace again with `stowage ingest` or `stowage synth`.";

    private final Path path;
    private final ParquetFileReader file;
    private final MessageType schema;
    private final String createdBy;
    private final List<ColumnCursor> cursors = new ArrayList<>();
    private int groupRows;

    private ColumnFileReader(Path path, ParquetFileReader file, List<Column> columns) {
        this.path = path;
        this.file = file;
        refuseGroups(path, file, MAX_GROUP_ROWS, REMEDY);
        schema = projection(path, file.getFileMetaData().getSchema(), columns);
        createdBy = file.getFileMetaData().getCreatedBy();
        file.setRequestedSchema(schema);
        for (int i = 0; i < columns.size(); i++) {
            ColumnDescriptor descriptor = schema.getColumns().get(i);
            cursors.add(new ColumnCursor(path, descriptor, columns.get(i).nullable()));
        }
    }

    /**
     * Opens a file for some of its columns.
     *
     * @throws InputException if the file is missing, not Parquet, damaged, or lacks a column or has
     *     it in another type
     */
    public static ColumnFileReader open(Path path, List<Column> columns) {
        if (!Files.isRegularFile(path)) {
            throw InputException.of(path, "no such file", "a Parquet file", REMEDY);
        }
        ParquetFileReader file = openFile(path, REMEDY);
        try {
            return new ColumnFileReader(path, file, columns);
        } catch (RuntimeException e) {
            closeQuietly(file);
            throw e;
        }
    }

    /** Opens a file; what is said of a damaged one ends with {@code remedy}. */
    static ParquetFileReader openFile(Path path, String remedy) {
        ParquetReadOptions options =
                new ParquetReadOptions.Builder(new PlainParquetConfiguration())
                        .withCodecFactory(new PageCodecs())
                        .usePageChecksumVerification()
                        .build();
        ParquetFileReader file;
        try {
            file = ParquetFileReader.open(new LocalInputFile(path), options);
        } catch (IOException | RuntimeException e) {
            throw damaged(path, e, remedy);
        }
        try {
            refuseGroups(path, file, Long.MAX_VALUE, remedy);
            return file;
        } catch (InputException e) {
            closeQuietly(file);
            throw e;
        }
    }

    /** Refuses a file with a row group of less than no rows, or of more than {@code most}. */
    private static void refuseGroups(Path path, ParquetFileReader file, long most, String remedy) {
        for (BlockMetaData group : file.getFooter().getBlocks()) {
            if (group.getRowCount() < 0 || group.getRowCount() > most) {
                throw InputException.of(
                        path,
                        "a row group of " + group.getRowCount() + " rows",
                        "row groups of 0 to " + most + " rows",
                        remedy);
            }
        }
    }

    /**
     * The pages of the next row group; null at the end.
     *
     * @throws InputException if they need more memory than there is: the reader believes whatever
     *     size a page claims to have
     */
    static @Nullable PageReadStore nextGroup(ParquetFileReader file, Path path, String remedy)
            throws IOException {
        try {
            return file.readNextRowGroup();
        } catch (OutOfMemoryError e) {
            long mebibytes = Runtime.getRuntime().maxMemory() >> 20;
            throw InputException.of(
                    path,
                    "a row group that needs more than the " + mebibytes + " MiB of this process",
                    "row groups of up to some hundred MiB",
                    "If the file is not damaged, write it with smaller row groups. " + remedy);
        }
    }

    private static void closeQuietly(ParquetFileReader file) {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MessageType projection(Path path, MessageType found, List<Column> columns) {
        for (Column column : columns) {
            if (!found.containsField(column.name())
                    || !Schemas.isReadableAs(found.getType(column.name()), column)) {
                String what =
                        found.containsField(column.name())
                                ? "column " + found.getType(column.name())
                                : "columns " + names(found);
                throw InputException.of(
                        path,
                        what,
                        "a column " + column.name() + " of type " + column.type(),
                        REMEDY);
            }
        }
        return new MessageType(
                found.getName(), columns.stream().map(c -> found.getType(c.name())).toList());
    }

    private static String names(MessageType type) {
        return String.join(
                ", ",
                type.getFields().stream().map(org.apache.parquet.schema.Type::getName).toList());
    }

    /**
     * Names of all the columns that a file has.
     *
     * @throws InputException as {@link #open}
     */
    public static Set<String> columnNames(Path path) {
        try (ColumnFileReader file = open(path, List.of())) {
            return file.file.getFileMetaData().getSchema().getFields().stream()
                    .map(org.apache.parquet.schema.Type::getName)
                    .collect(Collectors.toCollection(LinkedHashSet::new));
        }
    }

    /** Rows of the whole file. */
    public long rows() {
        return file.getRecordCount();
    }

    /** Rows of the current group. */
    public int groupRows() {
        return groupRows;
    }

    /** The values of the column that was asked for as number {@code index}. */
    public ColumnCursor column(int index) {
        return cursors.get(index);
    }

    /** Moves to the next row group; false if there is none. */
    public boolean nextGroup() {
        try {
            PageReadStore pages = nextGroup(file, path, REMEDY);
            if (pages == null) {
                groupRows = 0;
                return false;
            }
            groupRows = Math.toIntExact(pages.getRowCount());
            ColumnReadStoreImpl store =
                    new ColumnReadStoreImpl(pages, new NoConverter(schema), schema, createdBy);
            for (int i = 0; i < cursors.size(); i++) {
                ColumnDescriptor descriptor = schema.getColumns().get(i);
                cursors.get(i).start(store.getColumnReader(descriptor), groupRows);
            }
            return true;
        } catch (InputException e) {
            throw e;
        } catch (IOException | RuntimeException e) { // the library believes what pages say
            throw damaged(path, e);
        }
    }

    static InputException damaged(Path path, Exception cause) {
        return damaged(path, cause, REMEDY);
    }

    static InputException damaged(Path path, Exception cause, String remedy) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = root.getMessage() == null ? root.toString() : root.getMessage();
        int lineEnd = message.indexOf('\n');
        return InputException.of(
                        path,
                        "data that can't be read ("
                                + (lineEnd < 0 ? message : message.substring(0, lineEnd))
                                + ")",
                        "a whole Parquet file compressed with zstd, snappy, gzip or not at all",
                        remedy)
                .causedBy(cause);
    }

    @Override
    public void close() {
        closeQuietly(file);
    }
}
