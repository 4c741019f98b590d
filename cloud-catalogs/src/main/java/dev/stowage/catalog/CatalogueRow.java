package dev.stowage.catalog;

import de.siegmar.fastcsv.reader.CsvRecord;
import dev.stowage.model.DecimalText;
import dev.stowage.model.InputException.Issue;
import dev.stowage.model.Resources;
import dev.stowage.model.VmOffer;
import dev.stowage.model.VmType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One row of the CSV form; problems go to the list that all rows share. */
final class CatalogueRow {
    private final String place;
    private final CsvRecord row;
    private final Map<CatalogueColumn, Integer> columns;
    private final List<Issue> issues;

    CatalogueRow(
            String place,
            CsvRecord row,
            Map<CatalogueColumn, Integer> columns,
            List<Issue> issues) {
        this.place = place;
        this.row = row;
        this.columns = columns;
        this.issues = issues;
    }

    long line() {
        return row.getStartingLineNumber();
    }

    void report(String found, String expected) {
        issues.add(new Issue(place + ":" + line(), found, expected, null));
    }

    /** The offer of this row; null if there was a problem, which is then reported. */
    @Nullable VmOffer offer() {
        int before = issues.size();
        if (row.getFieldCount() != columns.size()) {
            report(row.getFieldCount() + " fields", columns.size() + " as in the header");
            return null;
        }
        String provider = text(CatalogueColumn.PROVIDER);
        String region = text(CatalogueColumn.REGION);
        String name = text(CatalogueColumn.VM_TYPE);
        String family = text(CatalogueColumn.FAMILY);
        String source = text(CatalogueColumn.SOURCE);
        long cpu = scaled(CatalogueColumn.VCPUS, Resources.MICRO_CORES_PER_CORE);
        long memory = scaled(CatalogueColumn.MEMORY_GIB, Resources.BYTES_PER_GIB);
        BigDecimal price = positive(CatalogueColumn.PRICE_USD_PER_HOUR);
        LocalDate date = date();
        VmType.Architecture architecture =
                choice(CatalogueColumn.ARCHITECTURE, VmType.Architecture.X86_64);
        VmType.Category category = choice(CatalogueColumn.CATEGORY, VmType.Category.OTHER);
        if (issues.size() > before) {
            return null;
        }
        VmType type =
                new VmType(
                        provider, name, family, category, architecture, new Resources(cpu, memory));
        return new VmOffer(type, region, price, source, date);
    }

    private String raw(CatalogueColumn column) {
        Integer index = columns.get(column);
        return index == null ? "" : row.getField(index).strip();
    }

    private String text(CatalogueColumn column) {
        String text = raw(column);
        if (text.isEmpty()) {
            report("no " + column.label(), "a text");
        }
        return text;
    }

    private BigDecimal positive(CatalogueColumn column) {
        String text = raw(column);
        try {
            BigDecimal value = new BigDecimal(text);
            if (value.signum() > 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            // reported below, like a number that is not above 0
        }
        String found = text.isEmpty() ? "no " + column.label() : column.label() + " " + text;
        report(found, "a number above 0");
        return BigDecimal.ONE;
    }

    private long scaled(CatalogueColumn column, long scale) {
        BigDecimal value = positive(column);
        try {
            long scaled = DecimalText.truncate(value.toPlainString(), scale);
            if (scaled > 0) {
                return scaled;
            }
        } catch (ArithmeticException e) {
            // reported below
        }
        report(column.label() + " " + raw(column), "a size that a VM can have");
        return 1;
    }

    private LocalDate date() {
        String text = raw(CatalogueColumn.DATE);
        try {
            return LocalDate.parse(text);
        } catch (DateTimeParseException e) {
            report("date \"" + text + "\"", "a day as 2026-07-20");
            return LocalDate.EPOCH;
        }
    }

    private <E extends Enum<E>> E choice(CatalogueColumn column, E absent) {
        String text = raw(column);
        if (!columns.containsKey(column)) {
            return absent;
        }
        E[] values = absent.getDeclaringClass().getEnumConstants();
        for (E value : values) {
            if (value.name().toLowerCase(Locale.ROOT).equals(text)) {
                return value;
            }
        }
        report(
                column.label() + " \"" + text + "\"",
                "one of "
                        + String.join(
                                ", ",
                                Arrays.stream(values)
                                        .map(value -> value.name().toLowerCase(Locale.ROOT))
                                        .toList()));
        return absent;
    }
}
