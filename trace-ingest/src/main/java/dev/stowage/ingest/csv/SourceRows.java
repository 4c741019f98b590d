package dev.stowage.ingest.csv;

import java.io.Closeable;
import org.jspecify.annotations.Nullable;

/** The rows of a file of the user's own columns, one after the other. */
interface SourceRows extends Closeable {
    /** Moves to the next row; false if there is none. */
    boolean next();

    /** Number of the row's line, or of the row where there are no lines, from 1. */
    long line();

    /** The value of a column as text; null if it is absent. */
    @Nullable String value(String column);

    /** The value of a column that holds moments, in ISO 8601; null if it is absent. */
    default @Nullable String moment(String column) {
        return value(column);
    }

    /** Bytes on disk that were read. */
    long diskBytes();

    /** Checksum of the file on disk; reads what is left of it. */
    String sha256();

    @Override
    void close();
}
