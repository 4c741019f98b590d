package dev.stowage.report.catalogue;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Figures;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/**
 * What a catalogue has of each provider, and which other catalogues there are.
 *
 * @param imported their names
 */
public record CatalogueListAnswer(
        String catalogue, List<Provider> providers, List<String> imported) {
    public static CatalogueListAnswer of(VmCatalogue catalogue, List<String> imported) {
        return new CatalogueListAnswer(
                catalogue.name(),
                catalogue.providers().stream().map(each -> Provider.of(catalogue, each)).toList(),
                imported);
    }

    /** A provider, how it charges for time, and where it rents. */
    public record Provider(String provider, Billing billing, List<Region> regions) {
        private static Provider of(VmCatalogue catalogue, String name) {
            return new Provider(
                    name,
                    Billing.of(catalogue.billing(name)),
                    catalogue.regions(name).stream()
                            .map(region -> Region.of(region, catalogue.offers(name, region)))
                            .toList());
        }
    }

    /** How time is charged. */
    public record Billing(
            long quantumSeconds,
            long minimumSeconds,
            String rounding,
            String currency,
            String source) {
        private static Billing of(BillingRule rule) {
            return new Billing(
                    rule.quantumSeconds(),
                    rule.minimumSeconds(),
                    rule.rounding().name().toLowerCase(Locale.ROOT),
                    rule.currency(),
                    rule.source());
        }
    }

    /**
     * A region.
     *
     * @param types how many types it rents
     * @param dates days of the prices
     */
    public record Region(String region, int types, @JsonIgnore List<String> dates) {
        private static Region of(String name, List<VmOffer> offers) {
            return new Region(
                    name,
                    offers.size(),
                    offers.stream().map(o -> o.date().toString()).distinct().sorted().toList());
        }
    }

    /** Prints it as a table. */
    public void print(PrintWriter out, Style style) {
        TextTable table =
                new TextTable(
                        Column.text("provider"),
                        Column.text("region"),
                        Column.figure("types"),
                        Column.text("prices of"),
                        Column.text("charged in steps of"));
        for (Provider provider : providers) {
            for (Region region : provider.regions()) {
                table.row(
                        provider.provider(),
                        region.region(),
                        Figures.count(region.types()),
                        String.join(", ", region.dates()),
                        Figures.seconds((double) provider.billing().quantumSeconds())
                                + ", at least "
                                + Figures.seconds((double) provider.billing().minimumSeconds()));
            }
        }
        table.print(out, style, 0);
        if (!imported.isEmpty()) {
            out.println();
            out.println("Imported catalogues: " + String.join(", ", imported));
        }
    }
}
