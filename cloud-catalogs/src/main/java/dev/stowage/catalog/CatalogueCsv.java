package dev.stowage.catalog;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.stowage.model.BillingRule;
import dev.stowage.model.InputException;
import dev.stowage.model.InputException.Issue;
import dev.stowage.model.VmOffer;
import dev.stowage.model.VmType;
import java.io.Reader;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads our CSV form; every problem of the file is reported at once, each with its line. */
final class CatalogueCsv {
    private final String place;
    private final Map<String, BillingRule> billing;
    private final List<Issue> issues = new ArrayList<>();
    private final List<VmOffer> offers = new ArrayList<>();
    private final Map<List<String>, Long> lines = new HashMap<>();
    private final Map<List<String>, VmType> types = new HashMap<>();

    /** A reader of one file; {@code place} is what errors call the file. */
    CatalogueCsv(String place, Map<String, BillingRule> billing) {
        this.place = place;
        this.billing = billing;
    }

    /**
     * The catalogue in {@code reader}.
     *
     * @throws InputException for its header or rows
     */
    Catalogue read(String name, Reader reader) {
        CsvReader<CsvRecord> records =
                CsvReader.builder()
                        .detectBomHeader(false)
                        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                        .ofCsvRecord(reader);
        try {
            Map<CatalogueColumn, Integer> columns = null;
            for (CsvRecord row : records) {
                if (columns == null) {
                    columns = columns(row);
                } else {
                    read(new CatalogueRow(place, row, columns, issues));
                }
            }
        } catch (CsvParseException e) {
            throw InputException.at(
                            place, "no CSV (" + e.getMessage() + ")", "a catalogue as CSV", null)
                    .causedBy(e);
        }
        if (offers.isEmpty() && issues.isEmpty()) {
            issues.add(
                    new Issue(
                            place,
                            "no rows",
                            "a header and at least one row",
                            "The header is " + CatalogueColumn.header()));
        }
        if (!issues.isEmpty()) {
            throw InputException.of(issues);
        }
        return new Catalogue(name, offers, billing);
    }

    private Map<CatalogueColumn, Integer> columns(CsvRecord header) {
        Map<CatalogueColumn, Integer> columns = new EnumMap<>(CatalogueColumn.class);
        List<Issue> found = new ArrayList<>();
        for (int i = 0; i < header.getFieldCount(); i++) {
            String label = header.getField(i).strip().replace("\ufeff", "");
            CatalogueColumn column = CatalogueColumn.of(label).orElse(null);
            if (column == null) {
                found.add(headerIssue("unknown column \"" + label + "\""));
            } else if (columns.put(column, i) != null) {
                found.add(headerIssue("column " + label + " twice"));
            }
        }
        for (CatalogueColumn column : CatalogueColumn.values()) {
            if (column.isRequired() && !columns.containsKey(column)) {
                found.add(headerIssue("no column " + column.label()));
            }
        }
        if (!found.isEmpty()) {
            throw InputException.of(found);
        }
        return columns;
    }

    private Issue headerIssue(String found) {
        return new Issue(
                place + ":1",
                found,
                "the columns " + CatalogueColumn.header(),
                "category and architecture may be left out.");
    }

    private void read(CatalogueRow row) {
        VmOffer offer = row.offer();
        if (offer == null) {
            return;
        }
        VmType type = offer.type();
        if (!billing.containsKey(type.provider())) {
            row.report(
                    "provider \"" + type.provider() + "\" without a billing rule",
                    "one of " + String.join(", ", billing.keySet()));
        }
        Long first =
                lines.putIfAbsent(
                        List.of(type.provider(), offer.region(), type.name()), row.line());
        if (first != null) {
            row.report(
                    type.name() + " in " + offer.region() + " again, first on line " + first,
                    "one row per provider, region and type");
        }
        VmType known = types.putIfAbsent(List.of(type.provider(), type.name()), type);
        if (known != null && !known.equals(type)) {
            row.report(
                    type.name() + " with another size, family, category or architecture",
                    "what an earlier region says: " + known.describe());
        }
        offers.add(offer);
    }
}
