package dev.stowage.ingest.csv;

import java.util.Locale;

/** A column that the header of a user's CSV may name, in any order. */
enum CsvColumn {
    /** Submit time, s. */
    SUBMIT_S(true, "seconds of at least 0, as a decimal number"),
    /** Run time, s. */
    DURATION_S(true, "seconds of at least 0, as a decimal number"),
    /** CPU request, cores. */
    CPU(true, "cores of at least 0, as a decimal number"),
    /** Memory request, GiB. */
    MEMORY_GIB(true, "GiB of at least 0, as a decimal number"),
    /** Job of the task: a number or a name. */
    JOB(false, "the number or name of its job"),
    /** Batch or user-facing. */
    CLASS(false, "batch or user-facing"),
    /** Larger is more important. */
    PRIORITY(false, "a whole number of 32 bits");

    private final boolean isRequired;
    private final String expected;

    CsvColumn(boolean isRequired, String expected) {
        this.isRequired = isRequired;
        this.expected = expected;
    }

    /** Its name in the header. */
    String header() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean isRequired() {
        return isRequired;
    }

    /** What its values must be. */
    String expected() {
        return expected;
    }
}
