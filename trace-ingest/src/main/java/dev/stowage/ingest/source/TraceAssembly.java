package dev.stowage.ingest.source;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.model.TaskColumn;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/** One ingest of a family: a builder for each source table, then the canonical tables. */
public interface TraceAssembly {
    /** The builder of a table; asked once for each table of which there are files. */
    TableBuilder open(SourceSchema table);

    /** Writes the canonical tables, when all rows have been taken. */
    void write(Books books);

    /** How batch and user-facing were told apart. */
    String classRule();

    /** What time 0 of the canonical trace is. */
    String timeOrigin();

    /** What else was assumed, by name, in a fixed order. */
    Map<String, String> parameters();

    /** True if the source writes shares of its largest machine, which the request sizes. */
    default boolean isNormalised() {
        return true;
    }

    /** The columns besides CPU and memory that a replay uses unless told otherwise. */
    default Set<TaskColumn> replayColumns() {
        return Set.of();
    }

    /** What an ingest writes besides rows. */
    interface Books {
        /** Where the tables go. */
        Path directory();

        /**
         * Closes the books of a source table that went into a canonical one.
         *
         * @param rowsWritten rows of the canonical table
         */
        void close(CanonicalTable table, TableBuilder builder, long rowsWritten);

        /**
         * Names a canonical table that is made of the rows of another one, or of what a file says
         * besides rows.
         */
        void derived(CanonicalTable table, long rowsWritten);

        /** Closes the books of a source table whose rows went into a table with other books. */
        void close(String sourceTable, TableBuilder builder);

        /** Facts of the manifest, by name; added to in the order in which they are to stand. */
        Map<String, Long> facts();

        /** Tells the user something, in a sentence. */
        void warn(String sentence);
    }
}
