package dev.stowage.ingest.parquet;

import dev.stowage.basis.Check;

/**
 * A column of a file.
 *
 * @param name unique within the file
 * @param type of its values
 * @param nullable true if a value may be absent
 * @param description what it holds, with its unit; for the column reference
 * @param isMoment true if its numbers are microseconds since 1970-01-01T00:00Z and the file says
 *     so, so that readers show dates
 */
public record Column(
        String name, Type type, boolean nullable, String description, boolean isMoment) {
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
        if (isMoment && type != Type.INT64) {
            throw new IllegalArgumentException(name + " is a moment of type " + type);
        }
    }

    /** A column that always has a value. */
    public static Column required(String name, Type type, String description) {
        return new Column(name, type, false, description, false);
    }

    /** A column whose value may be absent. */
    public static Column optional(String name, Type type, String description) {
        return new Column(name, type, true, description, false);
    }

    /** A column of moments, which may be absent. */
    public static Column moment(String name, String description) {
        return new Column(name, Type.INT64, true, description, true);
    }
}
