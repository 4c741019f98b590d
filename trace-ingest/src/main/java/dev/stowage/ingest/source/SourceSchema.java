package dev.stowage.ingest.source;

import dev.stowage.ingest.text.RowSyntax;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A table of a trace family. The tables of a family are an enum, in the order of reading. */
public interface SourceSchema {
    /** Name of the enum constant. */
    String name();

    /** Position in the order in which tables are read. */
    int ordinal();

    /** Its columns, at most {@link dev.stowage.ingest.text.RowScanner#MAX_FIELDS}. */
    List<Field> fields();

    /** Columns that every row must have; the others may be missing at the end. */
    default int minFields() {
        return fields().size();
    }

    /** True if nothing uses its rows yet: they are counted and not parsed. */
    default boolean isIgnored() {
        return false;
    }

    /** How the fields of its rows are told apart. */
    default RowSyntax syntax() {
        return RowSyntax.COMMAS;
    }

    /** The column by which its parts are put into order; negative to go by their names. */
    default int timeField() {
        return 0;
    }

    /**
     * The columns that name the job of a row, for a sample of jobs: the first one that a row has
     * counts; one that has none of them is a job of its own. Empty for tables without jobs.
     */
    default List<Integer> jobFields() {
        return List.of();
    }

    /** What its rows ask for, and for how long; empty if no row says that by itself. */
    default Optional<RowLoad> load() {
        return Optional.empty();
    }

    /** True if each of its files is a job, named after the file. */
    default boolean isJobPerFile() {
        return false;
    }

    /**
     * What a trace without this table cannot answer, as the end of a sentence; empty if nothing is
     * missed.
     */
    default String withoutIt() {
        return "";
    }

    /** Its name in the trace: {@code task_events}. */
    default String tableName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** True if a file or folder of that name, in lower case, holds the table. */
    default boolean isNamed(String name) {
        String own = tableName();
        return name.startsWith(own)
                && (name.length() == own.length()
                        || !Character.isLetterOrDigit(name.charAt(own.length())));
    }

    /** Number of columns as errors say it. */
    default String fieldCount() {
        return (minFields() == fields().size() ? "" : minFields() + " or ") + fields().size();
    }

    /** True if a row may have so many columns. */
    default boolean hasFieldCount(int count) {
        return count >= minFields() && count <= fields().size();
    }
}
