package dev.stowage.cli.cloud;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cli.session.CatalogFlags;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.json.Json;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Figures;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code stowage catalog list}: the providers at a glance. */
@Command(
        name = "list",
        customSynopsis = "stowage catalog list [OPTIONS]",
        description = "List the providers, their regions and how they charge for time.",
        footer = {"  stowage catalog list --json", "  stowage catalog list --catalog aws@2026-07"})
final class CatalogListCommand implements Callable<Integer> {
    @Mixin private CatalogFlags catalogs = new CatalogFlags();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        VmCatalogue catalogue = catalogs.catalogue(common);
        List<String> imported = catalogs.store(common).names();
        if (common.isJson()) {
            ObjectNode root = json(catalogue);
            ArrayNode names = root.putArray("imported");
            imported.forEach(names::add);
            common.out().print(Json.text(root));
        } else {
            table(catalogue).print(common.out(), common.style(), 0);
            if (!imported.isEmpty()) {
                common.out().println();
                common.out().println("Imported catalogues: " + String.join(", ", imported));
            }
        }
        return ExitCode.DONE.code();
    }

    private static TextTable table(VmCatalogue catalogue) {
        TextTable table =
                new TextTable(
                        Column.text("provider"),
                        Column.text("region"),
                        Column.figure("types"),
                        Column.text("prices of"),
                        Column.text("charged in steps of"));
        for (String provider : catalogue.providers()) {
            BillingRule billing = catalogue.billing(provider);
            for (String region : catalogue.regions(provider)) {
                List<VmOffer> offers = catalogue.offers(provider, region);
                table.row(
                        provider,
                        region,
                        Figures.count(offers.size()),
                        dates(offers),
                        Figures.seconds((double) billing.quantumSeconds())
                                + ", at least "
                                + Figures.seconds((double) billing.minimumSeconds()));
            }
        }
        return table;
    }

    private static String dates(List<VmOffer> offers) {
        return String.join(
                ", ", offers.stream().map(o -> o.date().toString()).distinct().sorted().toList());
    }

    private static ObjectNode json(VmCatalogue catalogue) {
        ObjectNode root = Json.mapper().createObjectNode();
        root.put("catalogue", catalogue.name());
        ArrayNode providers = root.putArray("providers");
        for (String provider : catalogue.providers()) {
            ObjectNode node = providers.addObject();
            BillingRule billing = catalogue.billing(provider);
            node.put("provider", provider);
            node.putObject("billing")
                    .put("quantumSeconds", billing.quantumSeconds())
                    .put("minimumSeconds", billing.minimumSeconds())
                    .put("rounding", billing.rounding().name().toLowerCase(Locale.ROOT))
                    .put("currency", billing.currency())
                    .put("source", billing.source());
            ArrayNode regions = node.putArray("regions");
            for (String region : catalogue.regions(provider)) {
                regions.addObject()
                        .put("region", region)
                        .put("types", catalogue.offers(provider, region).size());
            }
        }
        return root;
    }
}
