package dev.stowage.catalog;

import dev.stowage.basis.InputException;
import dev.stowage.model.cloud.TransferPrices;
import dev.stowage.model.cloud.VmExtras;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A user's own prices of what goes with VMs, as CSV with their columns in any order. */
public final class ChargeTables {
    /** Columns of prices of what each VM needs; one {@code source} more may be there. */
    public static final List<String> PER_VM = List.of("provider", "region", "item", "usd_per_hour");

    /** Columns of prices of data that moves; one {@code source} more may be there. */
    public static final List<String> TRANSFERS =
            List.of("from", "to", "usd_per_gib", "free_gib_per_month");

    private static final String SOURCE = "source";

    private ChargeTables() {}

    /**
     * What each VM needs beside itself; an empty provider or region stands for all.
     *
     * @throws InputException at the line of a name that is missing or an amount that is none
     */
    public static VmExtras perVm(Path file) {
        List<VmExtras.Row> rows = new ArrayList<>();
        read(
                file,
                PER_VM,
                row ->
                        rows.add(
                                new VmExtras.Row(
                                        row.text(0), row.text(1), row.name(2), row.amount(3))));
        return new VmExtras(rows, file.toString());
    }

    /**
     * What data costs that moves.
     *
     * @throws InputException at the line of a place that is missing or an amount that is none
     */
    public static TransferPrices transfers(Path file) {
        List<TransferPrices.Row> rows = new ArrayList<>();
        read(
                file,
                TRANSFERS,
                row ->
                        rows.add(
                                new TransferPrices.Row(
                                        row.name(0), row.name(1), row.amount(2), row.amount(3))));
        return new TransferPrices(rows, file.toString());
    }

    private record Row(Path file, long line, List<String> columns, List<String> fields) {
        String text(int column) {
            return fields.get(column);
        }

        String name(int column) {
            String text = text(column);
            if (text.isEmpty()) {
                throw wrong(column, "a name");
            }
            return text;
        }

        BigDecimal amount(int column) {
            try {
                BigDecimal amount = new BigDecimal(text(column));
                if (amount.signum() >= 0 && amount.precision() - amount.scale() <= 9) {
                    return amount;
                }
            } catch (NumberFormatException e) {
                throw wrong(column, "a number of at least 0").causedBy(e);
            }
            throw wrong(column, "a number of at least 0, below 1e9");
        }

        private InputException wrong(int column, String expected) {
            return InputException.atLine(
                    file, line, columns.get(column) + " \"" + text(column) + "\"", expected, null);
        }
    }

    private static void read(Path file, List<String> columns, Consumer<Row> each) {
        int[] rows = {0};
        SourceText.csv(
                file,
                header -> {
                    List<String> names = new ArrayList<>(header);
                    names.remove(SOURCE);
                    if (names.size() != columns.size() || !names.containsAll(columns)) {
                        throw InputException.atLine(
                                file,
                                1,
                                "the header " + String.join(",", header),
                                String.join(",", columns) + ", in any order",
                                "One column source may be there, too.");
                    }
                    return (line, fields) -> {
                        if (fields.length != header.size()) {
                            throw InputException.atLine(
                                    file,
                                    line,
                                    fields.length + " fields",
                                    header.size() + " as in the header",
                                    null);
                        }
                        rows[0]++;
                        List<String> taken =
                                columns.stream()
                                        .map(name -> fields[header.indexOf(name)].strip())
                                        .toList();
                        each.accept(new Row(file, line, columns, taken));
                    };
                });
        if (rows[0] == 0) {
            throw InputException.of(file, "no rows", "a header and at least one row", null);
        }
    }
}
