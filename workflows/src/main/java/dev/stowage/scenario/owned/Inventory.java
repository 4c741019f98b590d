package dev.stowage.scenario.owned;

import dev.stowage.basis.InputException;
import dev.stowage.scenario.columns.CsvColumns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * An inventory of servers as CSV: {@code type}, and if given {@code count} (1 where the column is
 * not there), {@code may_retire} (true or false) and {@code retire_by} (a month or a day; empty for
 * none). Other columns are refused, so that a misspelt one is not passed over.
 */
public final class Inventory {
    /** Of which form dates are: a month, or a day. */
    public static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}(-[0-9]{2})?");

    private static final int MOST = 100_000;
    private static final String EXPECTED =
            "an inventory of servers: type, and if wanted count, may_retire, retire_by";
    private static final Set<String> COLUMNS = Set.of("type", "count", "may_retire", "retire_by");

    /**
     * Servers of a row.
     *
     * @param type name of their type
     * @param count at least 1
     * @param mayRetire true if the plan may do without
     * @param retireBy when they must go
     */
    public record Row(String type, int count, boolean mayRetire, Optional<String> retireBy) {}

    private Inventory() {}

    /**
     * Reads a file.
     *
     * @param types names that there are
     * @throws InputException with the first line that is wrong
     */
    public static List<Row> read(Path csv, Set<String> types) {
        CsvColumns columns = CsvColumns.read(csv, EXPECTED);
        Set<String> unknown = new HashSet<>(columns.header());
        unknown.removeAll(COLUMNS);
        if (!columns.has("type") || !unknown.isEmpty()) {
            throw InputException.atLine(
                    csv,
                    1,
                    unknown.isEmpty()
                            ? "no column \"type\""
                            : "the column \"" + new TreeSet<>(unknown).first() + "\"",
                    EXPECTED,
                    "Columns that say nothing of these are to be left out.");
        }
        List<Row> rows = new ArrayList<>();
        for (int row = 0; row < columns.size(); row++) {
            rows.add(row(columns, row, types));
        }
        return rows;
    }

    private static Row row(CsvColumns columns, int row, Set<String> types) {
        String type = columns.text(row, "type");
        if (!types.contains(type)) {
            throw columns.wrong(
                    row,
                    "the unknown type \"" + type + "\"",
                    "one of " + String.join(", ", new TreeSet<>(types)),
                    "A type that can't be bought any more has max: 0.");
        }
        double count = columns.has("count") ? columns.number(row, "count") : 1;
        if (!(count >= 1 && count <= MOST) || count != Math.rint(count)) {
            throw columns.wrong(
                    row,
                    columns.text(row, "count") + " in count",
                    "a whole number from 1 to " + MOST,
                    null);
        }
        boolean mayRetire = columns.has("may_retire") && isTrue(columns, row);
        Optional<String> by =
                columns.has("retire_by")
                        ? Optional.of(columns.text(row, "retire_by")).filter(t -> !t.isEmpty())
                        : Optional.empty();
        if (by.isPresent()
                && (!DATE.matcher(by.get()).matches() || Horizon.day(by.get()).isEmpty())) {
            throw columns.wrong(
                    row,
                    "\"" + by.get() + "\" in retire_by",
                    "a month or a day, as in 2027-03 or 2027-03-31",
                    null);
        }
        if (by.isPresent() && mayRetire) {
            throw columns.wrong(
                    row, "may_retire and retire_by", "one of them: servers may go, or must", null);
        }
        return new Row(type, (int) count, mayRetire, by);
    }

    private static boolean isTrue(CsvColumns columns, int row) {
        String text = columns.text(row, "may_retire");
        if (!text.equals("true") && !text.equals("false")) {
            throw columns.wrong(row, "\"" + text + "\" in may_retire", "true or false", null);
        }
        return text.equals("true");
    }
}
