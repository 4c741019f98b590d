package dev.stowage.ingest.export;

import java.util.Map;

/**
 * A public format in which a canonical trace can be written, so that ingesting it again gives the
 * same trace.
 */
public interface ExportFormat {
    /** The rule of what has no column in a format. */
    String LEFT_OUT = "left out: there is no column for it";

    /** Its name on the command line, that of the format that reads it back. */
    String name();

    /** One line for the help. */
    String description();

    /** True if it becomes a folder of tables, false if one file. */
    boolean isFolder();

    /**
     * What happens to what the format can't hold, by the canonical column ({@code
     * tasks.schedule_micros}); a column that is not named here is always kept.
     */
    Map<String, String> rules();

    /**
     * Writes a trace.
     *
     * @throws dev.stowage.basis.InputException if the trace has no task that could be written, is
     *     damaged, or holds what no rule covers
     */
    ExportReport export(ExportRequest request);
}
