package dev.stowage.billing;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/** A bill as CSV: its lines, which add up to the total, or the rows of FOCUS 1.2. */
public final class BillCsv {
    /** Version of the FinOps Open Cost and Usage Specification. */
    public static final String FOCUS_VERSION = "1.2";

    private static final List<String> HEADER =
            List.of(
                    "provider",
                    "region",
                    "charge",
                    "item",
                    "pricing",
                    "vm_hours",
                    "idle_vm_hours",
                    "gib",
                    "unit_price",
                    "amount",
                    "currency");

    private BillCsv() {}

    /** The lines of a bill; hours have up to 16 digits, the amount is in cents. */
    public static void write(Bill bill, Writer out) throws IOException {
        CsvWriter csv = CsvWriter.builder().build(out);
        csv.writeRecord(HEADER);
        for (BillLine line : bill.lines()) {
            Charge.Item item = line.item();
            boolean isVm = item.kind() == Charge.Kind.VM;
            csv.writeRecord(
                    item.provider(),
                    item.region(),
                    word(item.kind()),
                    item.name(),
                    isVm ? word(item.pricing()) : "",
                    line.isTime() ? plain(line.vmHours()) : "",
                    line.isTime() ? plain(line.idleVmHours()) : "",
                    item.kind() == Charge.Kind.EGRESS ? plain(line.quantity()) : "",
                    item.kind().isDiscount() ? "" : plain(item.unitPrice()),
                    line.amount().toPlainString(),
                    bill.currency());
        }
        csv.flush();
    }

    /**
     * The rows of FOCUS.
     *
     * @throws IllegalArgumentException if the bill has no first day
     */
    public static void writeFocus(Bill bill, FocusAccount account, Writer out) throws IOException {
        CsvWriter csv = CsvWriter.builder().build(out);
        csv.writeRecord(List.of(FocusColumn.values()).stream().map(FocusColumn::label).toList());
        for (FocusRow row : new FocusRows(bill, account).rows()) {
            csv.writeRecord(row.values());
        }
        csv.flush();
    }

    /** As names spell it: {@code sustained-use}. */
    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String plain(BigDecimal value) {
        BigDecimal stripped = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
        return stripped.toPlainString();
    }
}
