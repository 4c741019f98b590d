package dev.stowage.catalog.verify;

import dev.stowage.catalog.Problem;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.gather.Located;
import dev.stowage.catalog.imports.ImportResult;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.model.cloud.VmOffer;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is wrong with a catalogue, and what is left of it without that.
 *
 * @param rows rows read
 * @param findings what is wrong, each with a row that would be dropped; those of reading first,
 *     then those that only a comparison with other rows shows
 * @param kept offers without findings, zones in the place of regions renamed
 */
public record Verification(long rows, List<Problem> findings, List<VmOffer> kept) {
    public Verification {
        findings = List.copyOf(findings);
        kept = List.copyOf(kept);
    }

    /** Looks at what an import read, whatever the day. */
    public static Verification of(ImportResult read) {
        return of(read, LocalDate.MAX);
    }

    /** Looks at what an import read; a price of after {@code today} can't have held. */
    public static Verification of(ImportResult read, LocalDate today) {
        List<Problem> findings = new ArrayList<>(read.faults());
        List<Located> offers = ZoneNames.joined(read.offers(), findings);
        List<Problem> compared = new ArrayList<>();
        PriceComparison comparison = new PriceComparison(offers, today);
        Set<String> dropped = new HashSet<>();
        for (Located offer : offers) {
            Problem problem = comparison.problem(offer);
            if (problem != null) {
                compared.add(problem);
                dropped.add(offer.name());
            }
        }
        findings.addAll(compared);
        List<VmOffer> kept =
                offers.stream()
                        .filter(offer -> !dropped.contains(offer.name()))
                        .map(Located::offer)
                        .toList();
        return new Verification(read.rows(), findings, kept);
    }

    /** Looks at a catalogue that was read without a problem. */
    public static Verification of(VmCatalogue catalogue) {
        List<Located> offers = new ArrayList<>();
        for (String provider : catalogue.providers()) {
            for (String region : catalogue.regions(provider)) {
                catalogue
                        .offers(provider, region)
                        .forEach(each -> offers.add(new Located(each, catalogue.name())));
            }
        }
        return of(
                new ImportResult(
                        List.of(), offers.size(), offers, List.of(), Map.of(), List.of(), 0));
    }

    /** Number of findings by reason, in the order of the reasons. */
    public Map<Reason, Long> counts() {
        Map<Reason, Long> counts = new EnumMap<>(Reason.class);
        findings.forEach(each -> counts.merge(each.reason(), 1L, Long::sum));
        return counts;
    }
}
