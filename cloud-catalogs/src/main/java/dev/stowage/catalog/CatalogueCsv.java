package dev.stowage.catalog;

import dev.stowage.basis.InputException;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.CustomVmFamily;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import java.io.Reader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads our CSV form and refuses it if any row has a problem; all of them are reported at once,
 * each with its line, the first {@link #MOST_ISSUES} in full and the rest as a number.
 */
final class CatalogueCsv {
    private static final int MOST_ISSUES = 50;

    private final String place;
    private final Map<String, BillingRule> billing;
    private final OfferReader reader;
    private final List<Issue> issues = new ArrayList<>();
    private final List<VmOffer> offers = new ArrayList<>();
    private final Map<String, Long> lines = new HashMap<>();
    private long problems;

    /** A reader of one file; {@code place} is what errors call the file. */
    CatalogueCsv(String place, Map<String, BillingRule> billing) {
        this.place = place;
        this.billing = billing;
        this.reader = new OfferReader(billing.keySet());
    }

    /**
     * The catalogue in {@code text}.
     *
     * @throws InputException for its header or rows
     */
    Catalogue read(String name, Reader text, List<CustomVmFamily> families) {
        SourceText.csv(
                place, text, header -> new CatalogueRows(place, header, this::add, this::report));
        if (offers.isEmpty() && issues.isEmpty()) {
            issues.add(
                    new Issue(
                            place,
                            "no rows",
                            "a header and at least one row",
                            "The header is " + CatalogueColumn.header()));
        }
        if (problems > issues.size()) {
            issues.add(
                    new Issue(
                            place,
                            problems - issues.size() + " more problems",
                            "none",
                            "`stowage catalog verify " + place + "` counts them by reason."));
        }
        if (!issues.isEmpty()) {
            throw InputException.of(issues);
        }
        return new Catalogue(name, offers, families, billing);
    }

    private void add(SourceRow row) {
        VmOffer offer = reader.read(row, this::report).orElse(null);
        if (offer == null) {
            return;
        }
        VmType type = offer.type();
        String key = type.provider() + ' ' + offer.region() + ' ' + type.name();
        Long first = lines.putIfAbsent(key, row.line());
        if (first != null) {
            report(
                    new Problem(
                            Reason.DUPLICATE,
                            row.place(),
                            row.name(),
                            type.name()
                                    + " in "
                                    + offer.region()
                                    + " again, first on line "
                                    + first,
                            "one row per provider, region and type"));
        }
        offers.add(offer);
    }

    private void report(Problem problem) {
        problems++;
        if (issues.size() < MOST_ISSUES) {
            issues.add(problem.issue());
        }
    }
}
