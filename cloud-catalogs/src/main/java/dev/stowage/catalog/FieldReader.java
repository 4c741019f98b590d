package dev.stowage.catalog;

import dev.stowage.basis.DecimalText;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the fields of one row; what can't be read is reported, and a stand-in given. */
final class FieldReader {
    private static final int LONGEST_NUMBER = 40;
    private static final BigDecimal LARGEST = BigDecimal.valueOf(1_000_000_000L);

    private final SourceRow row;
    private final Pools pools;
    private final Consumer<Problem> problems;
    private int problemsFound;

    /** Texts and dates that many rows share. */
    record Pools(Map<String, String> texts, Map<String, LocalDate> dates) {
        Pools() {
            this(new HashMap<>(), new HashMap<>());
        }

        String shared(String text) {
            String known = texts.putIfAbsent(text, text);
            return known == null ? text : known;
        }
    }

    FieldReader(SourceRow row, Pools pools, Consumer<Problem> problems) {
        this.row = row;
        this.pools = pools;
        this.problems = problems;
    }

    /** Number of problems so far. */
    int problemsFound() {
        return problemsFound;
    }

    String text(CatalogueColumn column) {
        String text = row.text(column);
        if (text.isEmpty()) {
            report(Reason.NO_NAME, "no " + column.label(), "a text");
            return "";
        }
        return pools.shared(text);
    }

    BigDecimal positive(CatalogueColumn column, Reason reason) {
        String text = row.text(column);
        BigDecimal value = decimal(text);
        if (value != null && value.signum() > 0) {
            return value;
        }
        String what = text.isEmpty() ? "no " + column.label() : column.label() + " " + text;
        report(reason, what, "a number above 0");
        return BigDecimal.ONE;
    }

    OptionalDouble number(CatalogueColumn column) {
        String text = row.text(column);
        if (text.isEmpty()) {
            return OptionalDouble.empty();
        }
        BigDecimal value = decimal(text);
        if (value == null || value.signum() < 0) {
            report(Reason.VALUE, column.label() + " " + text, "a number of at least 0");
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(value.doubleValue());
    }

    long scaled(CatalogueColumn column, long scale) {
        String text = row.text(column);
        int before = problemsFound;
        BigDecimal value = positive(column, Reason.NO_SIZE);
        if (problemsFound > before) {
            return 1;
        }
        try {
            long scaled = DecimalText.truncate(value.toPlainString(), scale);
            if (scaled > 0) {
                return scaled;
            }
        } catch (ArithmeticException e) {
            // reported below
        }
        report(Reason.NO_SIZE, column.label() + " " + text, "a size that a VM can have");
        return 1;
    }

    LocalDate date() {
        String text = row.text(CatalogueColumn.DATE);
        LocalDate known = pools.dates().get(text);
        if (known != null) {
            return known;
        }
        try {
            LocalDate date = LocalDate.parse(text);
            pools.dates().put(text, date);
            return date;
        } catch (DateTimeParseException e) {
            report(Reason.NO_DATE, "date \"" + text + "\"", "a day as 2026-07-20");
            return LocalDate.EPOCH;
        }
    }

    <E extends Enum<E>> E choice(CatalogueColumn column, E absent) {
        String text = row.text(column);
        if (text.isEmpty()) {
            return absent;
        }
        E[] values = absent.getDeclaringClass().getEnumConstants();
        for (E value : values) {
            if (value.name().toLowerCase(Locale.ROOT).equals(text)) {
                return value;
            }
        }
        List<String> names =
                Arrays.stream(values).map(value -> value.name().toLowerCase(Locale.ROOT)).toList();
        report(
                Reason.VALUE,
                column.label() + " \"" + text + "\"",
                "one of " + String.join(", ", names));
        return absent;
    }

    void report(Reason reason, String what, String expected) {
        problemsFound++;
        problems.accept(new Problem(reason, row.place(), row.name(), what, expected));
    }

    /** The number of a text; null if it is none that a price or a size can be. */
    private static @Nullable BigDecimal decimal(String text) {
        if (text.isEmpty() || text.length() > LONGEST_NUMBER) {
            return null;
        }
        try {
            BigDecimal value = new BigDecimal(text);
            boolean isUsual = Math.abs((long) value.scale()) <= LONGEST_NUMBER;
            return isUsual && value.abs().compareTo(LARGEST) <= 0 ? value : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
