package dev.stowage.ingest.csv;

import dev.stowage.ingest.quarantine.Quarantine;
import java.nio.file.Path;

/** What is to become of the rows of a CSV. */
interface CsvRowPolicy {
    /** A row is bad: throws, or sets it aside. */
    void bad(Path file, Quarantine.Row row, String expected);

    /** False if a good row is to be passed over. */
    boolean isWanted(long submitMicros, long job);

    /** A file is read to its end. */
    void fileRead(TaskRecords file);
}
