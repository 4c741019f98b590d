package dev.stowage.ingest.csv;

import java.io.Closeable;
import java.nio.file.Path;

/** The tasks of one file, one record after the other, in the columns of {@link CsvColumn}. */
interface TaskRecords extends Closeable {
    /** The file. */
    Path path();

    /** Which column stands where. */
    CsvHeader header();

    /** Moves to the next record; false if there is none. */
    boolean next();

    /** The fields of the current record; reused. */
    CsvFields fields();

    /** Records read so far. */
    long rows();

    /** Bytes on disk that were read. */
    long diskBytes();

    /** Checksum of the file on disk; reads what is left of it. */
    String sha256();

    @Override
    void close();
}
