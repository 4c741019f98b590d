package dev.stowage.ingest.quarantine;

import java.util.Locale;

/** Why a row is not in the trace. */
public interface RowReason {
    /** The name of the constant. */
    String name();

    /** What it means, for the documentation. */
    String meaning();

    /** Its name in {@code quarantine.csv} and {@code manifest.json}. */
    default String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
