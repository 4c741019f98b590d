package dev.stowage.ingest.schema;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * A column of a source table.
 *
 * @param name as the format's documentation has it
 * @param kind how it is written and what it becomes
 * @param isMandatory true if every row must have it
 * @param high largest value of a {@link Kind#CODE} or {@link Kind#EVENT}
 * @param words those of a {@link Kind#WORD}
 * @param isMinusOneAbsent true if -1 is written where there is no value
 * @param role what the code that reads it calls it: the name, unless years differ in that
 */
public record Field(
        String name,
        Kind kind,
        boolean isMandatory,
        int high,
        List<String> words,
        boolean isMinusOneAbsent,
        String role) {
    public Field {
        words = List.copyOf(words);
    }

    /**
     * Reads a column as descriptions write it: {@code NAME: [required ]KIND[ or -1][ as ROLE]},
     * where a kind may be {@code code 0..3}, {@code event 0..8} or {@code word this|that}.
     */
    public static Field parse(String text) {
        int colon = text.indexOf(": ");
        String name = text.substring(0, colon);
        Deque<String> rest = new ArrayDeque<>(List.of(text.substring(colon + 2).split(" ")));
        boolean isMandatory = takes(rest, "required");
        Kind kind = Kind.valueOf(FamilyDescription.constant(rest.remove()));
        boolean hasHigh = !rest.isEmpty() && rest.peek().startsWith("0..");
        Field field =
                new Field(
                        name,
                        kind,
                        isMandatory,
                        hasHigh ? Integer.parseInt(rest.remove().substring(3)) : Integer.MAX_VALUE,
                        kind == Kind.WORD ? List.of(rest.remove().split("\\|")) : List.of(),
                        takes(rest, "or") && takes(rest, "-1"),
                        takes(rest, "as") ? rest.remove() : name);
        if (!rest.isEmpty()) {
            throw new IllegalStateException(rest + " behind " + text);
        }
        return field;
    }

    private static boolean takes(Deque<String> rest, String word) {
        return word.equals(rest.peek()) && word.equals(rest.remove());
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
}
