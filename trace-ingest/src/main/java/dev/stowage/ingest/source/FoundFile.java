package dev.stowage.ingest.source;

import dev.stowage.ingest.schema.Encoding;
import dev.stowage.ingest.schema.SourceSchema;
import java.nio.file.Path;

/**
 * A file of a trace that was recognised.
 *
 * @param path where it lies
 * @param name how the manifest calls it: its path below the input that was given
 * @param table what it holds
 * @param encoding how its rows are written
 * @param separator between values of {@link Encoding#NAMED} rows
 * @param firstTime time of its first good row: the parts of a table are read in that order
 */
public record FoundFile(
        Path path,
        String name,
        SourceSchema table,
        Encoding encoding,
        char separator,
        long firstTime) {
    /** A file whose named values commas separate. */
    public FoundFile(
            Path path, String name, SourceSchema table, Encoding encoding, long firstTime) {
        this(path, name, table, encoding, ',', firstTime);
    }

    /** The name of the file up to its first dot. */
    public String baseName() {
        String fileName = String.valueOf(path.getFileName());
        int dot = fileName.indexOf('.');
        return dot < 0 ? fileName : fileName.substring(0, dot);
    }
}
