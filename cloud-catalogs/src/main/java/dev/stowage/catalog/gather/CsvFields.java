package dev.stowage.catalog.gather;

import dev.stowage.catalog.Reason;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Fields of a CSV row by the name of their column, which may be in capitals or not. */
public final class CsvFields {
    private final Map<String, Integer> columns = new HashMap<>();
    private String[] fields = {};

    /** Fields under these names of columns. */
    public CsvFields(List<String> header) {
        for (int i = 0; i < header.size(); i++) {
            columns.putIfAbsent(header.get(i).toLowerCase(Locale.ROOT), i);
        }
    }

    /** The next row; false if it has another number of fields than the header. */
    public boolean take(String[] row) {
        fields = row;
        return row.length >= columns.size();
    }

    /** The next row of an import, which counts it; one with too few fields is left out. */
    public boolean take(String[] row, String place, Gathering gathering) {
        gathering.count();
        if (take(row)) {
            return true;
        }
        String expected = columns.size() + " as in the header";
        gathering.leaveOut(Reason.FIELDS, place, "", row.length + " fields", expected);
        return false;
    }

    /** Text of a column without blanks around it; empty if there is none. */
    public String get(String column) {
        Integer index = columns.get(column.toLowerCase(Locale.ROOT));
        return index == null || index >= fields.length ? "" : fields[index].strip();
    }
}
