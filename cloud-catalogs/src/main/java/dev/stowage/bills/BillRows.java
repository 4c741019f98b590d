package dev.stowage.bills;

import dev.stowage.basis.InputException;
import dev.stowage.bills.BillForm.Column;
import dev.stowage.catalog.SourceText;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The rows of a bill as they are read. */
final class BillRows {
    private static final String NO_TYPE = "of VMs whose type is not said";
    private static final String NO_HOURS = "of VMs whose hours are not said";
    private static final String NO_CORES =
            "of VMs whose number of cores is not known, and so their hours";
    private static final String NO_TIME = "of VMs without a readable time";
    private static final String NO_COST = "of VMs without a readable cost";

    private final Path file;
    private final Map<String, Double> cores;
    private final List<VmUse> vms = new ArrayList<>();
    private final Map<String, Long> leftOut = new TreeMap<>();
    private final Set<String> currencies = new TreeSet<>();
    private final List<BillRow> taken = new ArrayList<>();
    private final Map<Column, Integer> indices = new EnumMap<>(Column.class);
    private @Nullable BillForm form;
    private final NavigableMap<Integer, Long> firstLineByFields = new TreeMap<>();
    private int columnCount;
    private long rows;
    private long licensed;
    private long paidElsewhere;
    private long withoutCredits;

    BillRows(Path file, Map<String, Double> cores) {
        this.file = file;
        this.cores = cores;
    }

    SourceText.Rows header(List<String> header) {
        BillForm found = BillForm.of(header).orElseThrow(() -> BillFile.unknown(file, header));
        form = found;
        for (Column column : Column.values()) {
            indices.put(column, found.index(header, column));
        }
        return (line, fields) -> row(line, fields, header.size());
    }

    private void row(long line, String[] fields, int columns) {
        if (fields.length == 1 && fields[0].isBlank()) {
            return;
        }
        columnCount = columns;
        firstLineByFields.putIfAbsent(Math.min(fields.length, columns), line);
        rows++;
        BillRow row = new BillRow(form(), indices, fields, cores);
        row.noVm().ifPresentOrElse(this::leaveOut, () -> taken.add(row));
    }

    private void leaveOut(String reason) {
        leftOut.merge(reason, 1L, Long::sum);
    }

    private BillForm form() {
        if (form == null) {
            throw new IllegalStateException("a row before the header");
        }
        return form;
    }

    BillFile result() {
        if (form == null) {
            throw InputException.of(file, "nothing", "a bill", null);
        }
        refuseCutRows();
        BillTimes times = BillTimes.of(taken.stream().map(each -> each.get(Column.START)).toList());
        taken.forEach(row -> use(row, times));
        if (vms.isEmpty()) {
            throw InputException.of(
                    file,
                    "no VM in " + rows + " rows: " + String.join(", ", BillFile.inWords(leftOut)),
                    "rows of VMs with type, hours, time and cost",
                    remedyForNone());
        }
        if (currencies.size() > 1) {
            throw InputException.of(
                    file, "amounts in " + currencies, "one currency", "Cut the bill by currency.");
        }
        String currency = currencies.isEmpty() ? "" : currencies.iterator().next();
        return new BillFile(
                form().words(),
                vms,
                rows,
                leftOut,
                currency,
                new BillFile.Doubts(times.order(), licensed, paidElsewhere, withoutCredits));
    }

    /**
     * Some exports end every row before the last columns, which are then empty. Where rows differ,
     * or there is only one, a short row is taken for one that was cut.
     */
    private void refuseCutRows() {
        boolean isUniform = firstLineByFields.size() == 1 && rows > 1;
        if (firstLineByFields.isEmpty()
                || isUniform
                || firstLineByFields.firstKey() == columnCount) {
            return;
        }
        throw InputException.atLine(
                file,
                firstLineByFields.firstEntry().getValue(),
                firstLineByFields.firstKey() + " of " + columnCount + " fields",
                "a field for each column of the head",
                "The file looks as if it was cut: export it again.");
    }

    /** What to do about a bill in which nothing is a VM that could be used. */
    private @Nullable String remedyForNone() {
        return leftOut.containsKey(NO_HOURS) && indices.getOrDefault(Column.HOURS, -1) < 0
                ? "The export has no column of hours, and hours are not made up from costs:"
                        + " export it with one of "
                        + String.join(", ", form().names().getOrDefault(Column.HOURS, List.of()))
                        + "."
                : null;
    }

    private void use(BillRow row, BillTimes times) {
        if (row.isOfUnknownCores()) {
            leaveOut(NO_CORES);
            return;
        }
        Optional<String> type = row.type();
        Optional<Double> hours = row.hours();
        Optional<Long> start = times.seconds(row.get(Column.START));
        Optional<BigDecimal> cost = row.cost();
        if (type.isEmpty() || hours.isEmpty() || start.isEmpty() || cost.isEmpty()) {
            leaveOut(
                    type.isEmpty()
                            ? NO_TYPE
                            : hours.isEmpty() ? NO_HOURS : start.isEmpty() ? NO_TIME : NO_COST);
            return;
        }
        long end =
                times.seconds(row.get(Column.END))
                        .filter(at -> at > start.get())
                        .orElse(start.get() + BillTimes.DAY_SECONDS);
        String currency = row.get(Column.CURRENCY);
        if (!currency.isEmpty()) {
            currencies.add(currency.toUpperCase(Locale.ROOT));
        }
        licensed += row.hasLicence() ? 1 : 0;
        paidElsewhere += row.isPaidElsewhere() ? 1 : 0;
        withoutCredits += row.isWithoutCredits() ? 1 : 0;
        vms.add(
                new VmUse(
                        row.provider(),
                        row.region(),
                        type.get(),
                        start.get(),
                        end,
                        hours.get(),
                        cost.get()));
    }
}
