package dev.stowage.ingest.source;

import java.util.List;

/**
 * A column of a source table.
 *
 * @param name as the format's documentation has it
 * @param kind how it is written and what it becomes
 * @param isMandatory true if every row must have it
 * @param high largest value of a {@link Kind#CODE}
 * @param words those of a {@link Kind#WORD}
 * @param isMinusOneAbsent true if -1 is written where there is no value
 */
public record Field(
        String name,
        Kind kind,
        boolean isMandatory,
        int high,
        List<String> words,
        boolean isMinusOneAbsent) {
    public Field {
        words = List.copyOf(words);
    }

    /** The same column, where -1 says that there is no value. */
    public Field orMinusOne() {
        return new Field(name, kind, isMandatory, high, words, true);
    }

    /** How the values of a column are written, and what they become. */
    public enum Kind {
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
        /** Memory request or capacity, 0 to 100 of the largest machine; bytes. */
        MEMORY_PERCENT,
        /** Decimal seconds, may be negative; microseconds. */
        SECONDS,
        /** Decimal cores, at least 0; micro-cores. */
        CORES,
        /** Hundredths of a core, at least 0; micro-cores. */
        CENTI_CORES,
        /** Thousandths of a core, at least 0; micro-cores. */
        MILLI_CORES,
        /** Decimal GiB, at least 0; bytes. */
        GIB,
        /** Decimal MiB, at least 0; bytes. */
        MIB,
        /** Decimal KiB, at least 0; bytes. */
        KIB,
        /** One of the field's words; its position among them. */
        WORD,
        /** Any finite number of at least 0; kept as the bits of a double. */
        NUMBER,
        /** Whole number of at least -1. */
        SENTINEL_ID,
        /** Text; kept as its place in the block. */
        TEXT,
        /** Repeated values, as the text of a JSON array; kept as its place in the block. */
        LIST,
        /** Not read. */
        SKIPPED
    }

    /** A column that every row has. */
    public static Field required(String name, Kind kind) {
        return new Field(name, kind, true, 0, List.of(), false);
    }

    /** A column that may be empty. */
    public static Field optional(String name, Kind kind) {
        return new Field(name, kind, false, 0, List.of(), false);
    }

    /** A code that every row has. */
    public static Field requiredCode(String name, Kind kind, int high) {
        return new Field(name, kind, true, high, List.of(), false);
    }

    /** A code that may be empty. */
    public static Field optionalCode(String name, int high) {
        return new Field(name, Kind.CODE, false, high, List.of(), false);
    }

    /** One of some words, in every row. */
    public static Field requiredWord(String name, String... words) {
        return new Field(name, Kind.WORD, true, 0, List.of(words), false);
    }

    /** One of some words, or empty. */
    public static Field optionalWord(String name, String... words) {
        return new Field(name, Kind.WORD, false, 0, List.of(words), false);
    }
}
