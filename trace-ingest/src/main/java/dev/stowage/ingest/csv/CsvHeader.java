package dev.stowage.ingest.csv;

import dev.stowage.basis.InputException;
import dev.stowage.model.TaskColumn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The header of a user's CSV: which column stands where. */
final class CsvHeader {
    private final List<CsvColumn> columns;
    private final Set<TaskColumn> extras;

    private CsvHeader(List<CsvColumn> columns) {
        this.columns = columns;
        extras =
                columns.stream()
                        .flatMap(column -> column.extra().stream())
                        .collect(Collectors.toCollection(() -> EnumSet.noneOf(TaskColumn.class)));
    }

    /**
     * Reads a header.
     *
     * @throws InputException if a name is unknown or stands twice, or a required one is missing
     */
    static CsvHeader parse(Path file, long line, List<String> names) {
        List<CsvColumn> columns = new ArrayList<>();
        Set<CsvColumn> seen = EnumSet.noneOf(CsvColumn.class);
        for (String name : names) {
            CsvColumn column = column(name.strip());
            if (column == null) {
                throw error(file, line, "a column \"" + printable(name) + "\"");
            }
            if (!seen.add(column)) {
                throw error(file, line, "the column " + column.header() + " twice");
            }
            columns.add(column);
        }
        List<String> missing =
                Stream.of(CsvColumn.values())
                        .filter(column -> column.isRequired() && !seen.contains(column))
                        .map(CsvColumn::header)
                        .toList();
        if (!missing.isEmpty()) {
            throw error(file, line, "no column " + String.join(", ", missing));
        }
        if (seen.contains(CsvColumn.AFTER)
                && !(seen.contains(CsvColumn.STAGE) && seen.contains(CsvColumn.JOB))) {
            throw error(file, line, "the column after without job and stage");
        }
        return new CsvHeader(columns);
    }

    private static @Nullable CsvColumn column(String name) {
        for (CsvColumn column : CsvColumn.values()) {
            if (column.header().equals(name)) {
                return column;
            }
        }
        return null;
    }

    private static InputException error(Path file, long line, String found) {
        return InputException.atLine(
                file,
                line,
                found,
                "the header " + CsvWorkload.HEADER + " in any order",
                "Name the columns in the first line; the ones in brackets are optional.");
    }

    private static String printable(String name) {
        String cut = name.length() > 40 ? name.substring(0, 40) + "…" : name;
        return cut.replaceAll("\\p{Cntrl}", "?");
    }

    /** Number of columns. */
    int size() {
        return columns.size();
    }

    CsvColumn column(int index) {
        return columns.get(index);
    }

    boolean has(CsvColumn column) {
        return columns.contains(column);
    }

    /** What it gives tasks that a plain batch lacks. */
    Set<TaskColumn> extras() {
        return Collections.unmodifiableSet(extras);
    }

    boolean hasExtras() {
        return !extras.isEmpty();
    }

    boolean hasStages() {
        return extras.contains(TaskColumn.STAGES);
    }
}
