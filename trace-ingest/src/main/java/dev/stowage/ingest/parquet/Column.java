package dev.stowage.ingest.parquet;

import dev.stowage.basis.Check;

/**
 * A column of a file.
 *
 * @param name unique within the file
 * @param type of its values
 * @param nullable true if a value may be absent
 * @param description what it holds, with its unit; for the column reference
 */
public record Column(String name, Type type, boolean nullable, String description) {
    /** Type of the values of a column. */
    public enum Type {
        INT64,
        INT32,
        DOUBLE,
        BOOLEAN,
        /** UTF-8 text. */
        STRING
    }

    public Column {
        Check.notBlank("name", name);
    }

    /** A column that always has a value. */
    public static Column required(String name, Type type, String description) {
        return new Column(name, type, false, description);
    }

    /** A column whose value may be absent. */
    public static Column optional(String name, Type type, String description) {
        return new Column(name, type, true, description);
    }
}
