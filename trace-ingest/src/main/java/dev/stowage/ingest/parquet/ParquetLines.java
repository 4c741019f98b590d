package dev.stowage.ingest.parquet;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.text.LineBlocks;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a Parquet file of any tool as lines of JSON, in order: nested columns are objects,
 * repeated ones arrays, absent values have no member. Whole numbers are exact, others the shortest
 * decimal that stands for them, bytes are texts.
 *
 * <p>So a table in Parquet is read as the same table in JSON is, with the same errors. It costs
 * about what the reading of that JSON costs, and no object a value. Memory: a row group.
 */
public final class ParquetLines implements Closeable {
    private static final String REMEDY = "Check that the file is whole, or fetch it again.";

    private final Path path;
    private final ParquetFileReader file;
    private final MessageType schema;
    private final JsonLine line = new JsonLine(LineBlocks.BLOCK_BYTES + (1 << 13));
    private @Nullable RowNode group;
    private long rowsLeft;
    private long nextLine = 1;

    private ParquetLines(Path path, ParquetFileReader file, MessageType schema) {
        this.path = path;
        this.file = file;
        this.schema = schema;
    }

    /**
     * Opens a file for some of its columns; those that it lacks are absent in every row.
     *
     * @throws InputException if it is not Parquet or damaged
     */
    public static ParquetLines open(Path path, Set<String> columns) {
        ParquetFileReader file = openFile(path);
        try {
            MessageType found = file.getFileMetaData().getSchema();
            List<Type> wanted =
                    found.getFields().stream()
                            .filter(field -> columns.contains(field.getName()))
                            .toList();
            MessageType schema = new MessageType(found.getName(), wanted);
            file.setRequestedSchema(schema);
            return new ParquetLines(path, file, schema);
        } catch (RuntimeException e) {
            close(file);
            throw e;
        }
    }

    /**
     * Names of the columns of a file, in order.
     *
     * @throws InputException as {@link #open}
     */
    public static List<String> columnNames(Path path) {
        return schema(path).getFields().stream().map(Type::getName).toList();
    }

    /** What a file says of its columns. */
    static MessageType schema(Path path) {
        ParquetFileReader file = openFile(path);
        try {
            return file.getFileMetaData().getSchema();
        } finally {
            close(file);
        }
    }

    private static ParquetFileReader openFile(Path path) {
        return ColumnFileReader.openFile(path, REMEDY);
    }

    /** The next rows; null at the end. */
    public LineBlocks.@Nullable Block next() {
        try {
            line.clear();
            long first = nextLine;
            while (line.length() < LineBlocks.BLOCK_BYTES && hasRow()) {
                if (group == null) {
                    throw new IllegalStateException("a row outside of the groups");
                }
                int before = line.length();
                group.writeRow(line);
                refuseHuge(line.length() - before);
                rowsLeft--;
                nextLine++;
            }
            return line.length() == 0
                    ? null
                    : new LineBlocks.Block(line.handOver(), line.length(), first);
        } catch (InputException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw ColumnFileReader.damaged(path, e, REMEDY);
        }
    }

    private void refuseHuge(int bytes) {
        if (bytes > LineBlocks.MAX_LINE_BYTES) {
            throw InputException.atLine(
                    path,
                    nextLine,
                    "a row of " + bytes + " bytes as JSON",
                    "rows of at most " + LineBlocks.MAX_LINE_BYTES + " bytes",
                    null);
        }
    }

    private boolean hasRow() throws IOException {
        while (rowsLeft == 0) {
            PageReadStore pages = ColumnFileReader.nextGroup(file, path, REMEDY);
            if (pages == null) {
                return false;
            }
            rowsLeft = pages.getRowCount();
            ColumnReadStoreImpl store =
                    new ColumnReadStoreImpl(
                            pages,
                            new NoConverter(schema),
                            schema,
                            file.getFileMetaData().getCreatedBy());
            group = RowNode.of(schema, store);
        }
        return true;
    }

    @Override
    public void close() {
        close(file);
    }

    private static void close(ParquetFileReader file) {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
