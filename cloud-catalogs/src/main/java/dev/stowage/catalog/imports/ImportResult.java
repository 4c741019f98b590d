package dev.stowage.catalog.imports;

import dev.stowage.catalog.Problem;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.gather.Located;
import dev.stowage.model.cloud.CustomVmFamily;
import java.time.LocalDate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an import made of its files. Rows are conserved: {@code rows} is the number of offers, of
 * those joined with one and of those left out.
 *
 * @param forms form of each file, in the order of the files
 * @param rows rows read
 * @param offers offers, in the order of the files
 * @param families families with custom sizes
 * @param counts rows that are no offer of their own, by reason
 * @param faults those among them that are a fault of the list
 * @param corrected offers whose vCPUs were taken from the name of the type
 */
public record ImportResult(
        List<String> forms,
        long rows,
        List<Located> offers,
        List<CustomVmFamily> families,
        Map<Reason, Long> counts,
        List<Problem> faults,
        long corrected) {
    public ImportResult {
        forms = List.copyOf(forms);
        offers = List.copyOf(offers);
        families = List.copyOf(families);
        faults = List.copyOf(faults);
        counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
        long others = counts.values().stream().mapToLong(Long::longValue).sum();
        if (rows != offers.size() + others) {
            throw new IllegalStateException(
                    rows
                            + " rows read, but "
                            + offers.size()
                            + " offers and "
                            + others
                            + " others");
        }
    }

    /** The newest date of an offer. */
    public LocalDate date() {
        return offers.stream()
                .map(each -> each.offer().date())
                .max(LocalDate::compareTo)
                .orElse(LocalDate.EPOCH);
    }

    /** Providers, in the order of the offers. */
    public List<String> providers() {
        return offers.stream().map(each -> each.offer().type().provider()).distinct().toList();
    }
}
