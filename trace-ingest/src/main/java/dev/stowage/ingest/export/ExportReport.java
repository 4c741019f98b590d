package dev.stowage.ingest.export;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an export wrote, and what it could not keep.
 *
 * @param format the trace was written in
 * @param rowsWritten by the table of that format
 * @param departures what reading it again will give otherwise, by canonical column
 * @param machine what 1.0 stands for, as {@code --machine} takes it; null if amounts are absolute
 * @param ingestOptions what {@code stowage ingest} needs to read it as the same trace
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ExportReport(
        String format,
        Map<String, Long> rowsWritten,
        List<Departure> departures,
        @Nullable String machine,
        List<String> ingestOptions) {
    /**
     * What was not kept of a column.
     *
     * @param column of the canonical trace, {@code tasks.schedule_micros}
     * @param rows that will have another value there
     * @param rule what was done with them
     */
    public record Departure(String column, long rows, String rule) {}

    public ExportReport {
        rowsWritten = Collections.unmodifiableMap(new LinkedHashMap<>(rowsWritten));
        departures = List.copyOf(departures);
        ingestOptions = List.copyOf(ingestOptions);
    }
}
