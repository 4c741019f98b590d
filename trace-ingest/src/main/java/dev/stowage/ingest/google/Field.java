package dev.stowage.ingest.google;

/**
 * A column of a source table.
 *
 * @param name as the format's documentation has it
 * @param kind how it is written and what it becomes
 * @param isMandatory true if every row must have it
 * @param high largest value of a {@link Kind#CODE}
 */
record Field(String name, Kind kind, boolean isMandatory, int high) {
    /** How the values of a column are written, and what they become. */
    enum Kind {
        /** Microseconds, 0 to 2^63-1. */
        TIME,
        /** Whole number of at least 0. */
        ID,
        /** Whole number from 0 to {@code high}. */
        CODE,
        /** A code of {@code high} + 1 event types: an unknown one has its own reason. */
        EVENT,
        /** CPU request or capacity, 0 to 1 of the largest machine; micro-cores. */
        CPU_SHARE,
        /** Memory request or capacity, 0 to 1 of the largest machine; bytes. */
        MEMORY_SHARE,
        /** Disk request, 0 to 1 of the largest machine; bytes. */
        DISK_SHARE,
        /** CPU use, at least 0, may exceed 1; micro-cores. */
        CPU_USE,
        /** Memory use, at least 0; bytes. */
        MEMORY_USE,
        /** Disk use, at least 0; bytes. */
        DISK_USE,
        /** Any finite number of at least 0; kept as the bits of a double. */
        NUMBER,
        /** Text; kept as its place in the block. */
        TEXT,
        /** Not read. */
        SKIPPED
    }

    static Field required(String name, Kind kind) {
        return new Field(name, kind, true, 0);
    }

    static Field optional(String name, Kind kind) {
        return new Field(name, kind, false, 0);
    }

    static Field requiredCode(String name, Kind kind, int high) {
        return new Field(name, kind, true, high);
    }

    static Field optionalCode(String name, int high) {
        return new Field(name, Kind.CODE, false, high);
    }
}
