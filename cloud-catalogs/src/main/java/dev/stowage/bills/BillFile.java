package dev.stowage.bills;

import dev.stowage.basis.InputException;
import dev.stowage.catalog.SourceText;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.model.cloud.VmOffer;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The VMs in a bill. Every row is a VM, or left out for a reason and counted.
 *
 * @param form how the provider writes it, in words
 * @param vms rows of VMs
 * @param rows all rows
 * @param leftOut rows that are no VMs or can't be read, by reason
 * @param currency of all amounts
 * @param doubts what may be read in another way, or is not said
 */
public record BillFile(
        String form,
        List<VmUse> vms,
        long rows,
        Map<String, Long> leftOut,
        String currency,
        Doubts doubts) {
    /**
     * What may be read in another way, or is not said.
     *
     * @param dates how dates such as 02/03/2021 are read
     * @param licensed rows of VMs whose cost holds a licence of another system than Linux
     * @param paidElsewhere rows of VMs that a commitment pays for, without what it costs
     * @param withoutCredits rows of VMs of which the bill does not say what credits take off
     */
    public record Doubts(DateOrder dates, long licensed, long paidElsewhere, long withoutCredits) {
        /** True if what was paid can be compared with prices of Linux on demand. */
        public boolean isComparable() {
            return licensed == 0 && paidElsewhere == 0 && withoutCredits == 0;
        }

        /** What a reader has to know, in sentences. */
        public List<String> sentences() {
            List<String> sentences = new ArrayList<>();
            if (licensed > 0) {
                sentences.add(
                        "VMs with another system than Linux in the bill, by rows: "
                                + licensed
                                + ". Their cost holds licences, and prices here are of Linux.");
            }
            if (paidElsewhere > 0) {
                sentences.add(
                        "VMs in the bill that a commitment pays for, by rows: "
                                + paidElsewhere
                                + ". The bill does not say what of the commitment they cost.");
            }
            if (withoutCredits > 0) {
                sentences.add(
                        "VMs in the bill without credits, by rows: "
                                + withoutCredits
                                + ". It has no column of them, so what sustained use, commitments and"
                                + " promotions take off is not known: export credits too.");
            }
            if (dates == DateOrder.DAY_FIRST) {
                sentences.add("Dates of the bill are read with the day before the month.");
            } else if (dates == DateOrder.MONTH_FIRST_ASSUMED) {
                sentences.add(
                        "Dates of the bill are read with the month before the day; none of them"
                                + " shows which it is.");
            }
            return sentences;
        }
    }

    /** How dates such as 02/03/2021 are read. */
    public enum DateOrder {
        /** None is such a date, or one shows that the month comes first. */
        SAID,
        /** Each could have the day first. */
        MONTH_FIRST_ASSUMED,
        /** One shows that the month can't come first. */
        DAY_FIRST
    }

    public BillFile {
        vms = List.copyOf(vms);
    }

    /**
     * Reads a bill, without knowing more of types than their names say.
     *
     * @throws InputException if it is of no known form, has several currencies or no VM
     */
    public static BillFile read(Path file) {
        return read(file, Map.of());
    }

    /**
     * Reads a bill.
     *
     * @param catalogue which knows how many cores types have: bills of Google count the time of
     *     cores, and not every name says how many there are
     * @throws InputException if it is of no known form, has several currencies or no VM
     */
    public static BillFile read(Path file, VmCatalogue catalogue) {
        Map<String, Double> cores = new HashMap<>();
        for (String provider : catalogue.providers()) {
            for (String region : catalogue.regions(provider)) {
                for (VmOffer offer : catalogue.offers(provider, region)) {
                    if (!offer.type().isSharedCore()) { // is charged for a part of them
                        cores.put(offer.type().name(), offer.type().capacity().cores());
                    }
                }
            }
        }
        return read(file, cores);
    }

    private static BillFile read(Path file, Map<String, Double> cores) {
        BillRows rows = new BillRows(file, cores);
        SourceText.csv(file, rows::header);
        return rows.result();
    }

    /** What was paid for VMs. */
    public BigDecimal cost() {
        return vms.stream().map(VmUse::cost).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** Hours of each type at each place, {@code provider region type}. */
    public Map<String, Double> hours() {
        Map<String, Double> hours = new TreeMap<>();
        vms.forEach(
                each ->
                        hours.merge(
                                each.provider() + " " + each.region() + " " + each.type(),
                                each.vmHours(),
                                Double::sum));
        return hours;
    }

    /** Why rows are left out, and how many; empty if none is. */
    public List<String> leftOutInWords() {
        return inWords(leftOut);
    }

    static List<String> inWords(Map<String, Long> leftOut) {
        List<String> words = new ArrayList<>();
        leftOut.forEach((reason, count) -> words.add(count + " " + reason));
        return words;
    }

    static InputException unknown(Path file, List<String> header) {
        return InputException.atLine(
                file,
                1,
                "the columns " + header.stream().limit(6).collect(Collectors.joining(", ")) + ", …",
                "a bill: "
                        + BillForm.ALL.stream()
                                .map(BillForm::words)
                                .collect(Collectors.joining(", ")),
                null);
    }
}
