package dev.stowage.ingest.export;

import dev.stowage.ingest.text.ResourceLines;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;

/**
 * A public format in which a canonical trace can be written, so that ingesting it again gives the
 * same trace. What is particular to it is data, in a resource of its name ({@code swf.txt}): its
 * description, and the rule of each column.
 */
public final class ExportFormat {
    private static final String DESCRIPTION = "description";

    private final String name;
    private final boolean isFolder;
    private final BiFunction<ExportRequest, Departures, ExportReport> writer;
    private final Map<String, String> lines = new LinkedHashMap<>(); // by their first word

    ExportFormat(
            String name,
            boolean isFolder,
            BiFunction<ExportRequest, Departures, ExportReport> writer) {
        this.name = name;
        this.isFolder = isFolder;
        this.writer = writer;
        ResourceLines.of(ExportFormat.class, name + ".txt").stream()
                .map(line -> line.split(" ", 2))
                .forEach(parts -> lines.put(parts[0], parts[1]));
    }

    /** Its name on the command line, that of the format that reads it back. */
    public String name() {
        return name;
    }

    /** One line for the help. */
    public String description() {
        return Objects.requireNonNull(lines.get(DESCRIPTION));
    }

    /** True if it becomes a folder of tables, false if one file. */
    public boolean isFolder() {
        return isFolder;
    }

    /**
     * What happens to what the format can't hold, by the canonical column ({@code
     * tasks.schedule_micros}); a column that is not named here is always kept.
     */
    public Map<String, String> rules() {
        Map<String, String> rules = new LinkedHashMap<>(lines);
        rules.remove(DESCRIPTION);
        return Collections.unmodifiableMap(rules);
    }

    /**
     * Writes a trace.
     *
     * @throws dev.stowage.basis.InputException if the trace has no task that could be written, is
     *     damaged, or holds what no rule covers
     */
    public ExportReport export(ExportRequest request) {
        return writer.apply(request, new Departures(rules()));
    }
}
