package dev.stowage.ingest.export;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts what a format can't hold, by canonical column; only what its rules cover. */
final class Departures {
    /** Of the manifest: the moment that time 0 was. */
    static final String TIME_ORIGIN = "timeOrigin";

    private final Map<String, String> rules;
    private final Map<String, long[]> rows = new LinkedHashMap<>();

    Departures(Map<String, String> rules) {
        this.rules = rules;
        rules.keySet().forEach(column -> rows.put(column, new long[1]));
    }

    /** Counts a row of a column. */
    void count(String column) {
        count(column, 1);
    }

    /** Counts rows of a column. */
    void count(String column, long more) {
        long[] counter = rows.get(column);
        if (counter == null) {
            throw new IllegalStateException(column + " is not kept, and no rule says so");
        }
        counter[0] += more;
    }

    /** Counts a row if something is true of it. */
    void countIf(String column, boolean isCounted) {
        if (isCounted) {
            count(column);
        }
    }

    /** Counts a row if a value will not come back as it is. */
    void compare(String column, long value, long written) {
        if (value != written) {
            count(column);
        }
    }

    /** Counts a row if a flag will not come back as it is. */
    void compare(String column, boolean value, boolean written) {
        if (value != written) {
            count(column);
        }
    }

    /** What was counted, in the order of the rules. */
    List<ExportReport.Departure> list() {
        return rows.entrySet().stream()
                .filter(entry -> entry.getValue()[0] > 0)
                .map(
                        entry ->
                                new ExportReport.Departure(
                                        entry.getKey(),
                                        entry.getValue()[0],
                                        rules.getOrDefault(entry.getKey(), "")))
                .toList();
    }
}
