package dev.stowage.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.stowage.catalog.Catalogues;
import dev.stowage.json.Json;
import dev.stowage.model.VmCatalogue;
import dev.stowage.model.VmOffer;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage catalog show}: what a provider rents, at which price, according to whom. */
@Command(
        name = "show",
        customSynopsis = "stowage catalog show PROVIDER [OPTIONS]",
        description = "Show what a provider rents, with prices, sources and dates.",
        footer = {
            "  stowage catalog show aws",
            "  stowage catalog show gcp --region us-central1 --json"
        })
final class CatalogShowCommand implements Callable<Integer> {
    private static final int HOURS_PER_MONTH = 730;

    @Parameters(paramLabel = "PROVIDER", description = "As `stowage catalog list` prints it.")
    private String provider = "";

    @Option(
            names = "--region",
            order = 1,
            paramLabel = "NAME",
            description = "Only this region (default: all).")
    private @Nullable String region;

    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        VmCatalogue catalogue = Catalogues.reference();
        common.argument(() -> Names.require("PROVIDER", provider, catalogue.providers()));
        List<String> regions = catalogue.regions(provider);
        if (region != null) {
            String wanted = region;
            regions =
                    List.of(
                            common.argument(
                                    () ->
                                            Names.require(
                                                    "--region",
                                                    wanted,
                                                    catalogue.regions(provider))));
        }
        List<VmOffer> offers =
                regions.stream()
                        .flatMap(name -> catalogue.offers(provider, name).stream())
                        .toList();
        if (common.isJson()) {
            common.out().print(Json.text(json(offers)));
        } else {
            table(offers).print(common.out(), common.style(), 0);
            common.out().println();
            offers.stream()
                    .map(offer -> offer.source() + ", " + offer.date())
                    .distinct()
                    .forEach(source -> common.out().println("source: " + source));
        }
        return ExitCode.DONE.code();
    }

    private static TextTable table(List<VmOffer> offers) {
        TextTable table =
                new TextTable(
                        Column.text("region"),
                        Column.text("type"),
                        Column.text("family"),
                        Column.text("processor"),
                        Column.figure("vCPU"),
                        Column.figure("GiB"),
                        Column.figure("USD/hour"),
                        Column.figure("USD/month"));
        for (VmOffer offer : offers) {
            double hourly = offer.usdPerHour().doubleValue();
            table.row(
                    offer.region(),
                    offer.type().name(),
                    offer.type().family(),
                    processor(offer),
                    Figures.number(offer.type().capacity().cores()),
                    Figures.number(offer.type().capacity().gib()),
                    String.format(Locale.ROOT, "%.4f", hourly),
                    String.format(Locale.ROOT, "%,.2f", hourly * HOURS_PER_MONTH));
        }
        return table;
    }

    private static ArrayNode json(List<VmOffer> offers) {
        ArrayNode array = Json.mapper().createArrayNode();
        for (VmOffer offer : offers) {
            array.addObject()
                    .put("provider", offer.type().provider())
                    .put("region", offer.region())
                    .put("type", offer.type().name())
                    .put("family", offer.type().family())
                    .put("processor", processor(offer))
                    .put("vcpu", offer.type().capacity().cores())
                    .put("memoryGiB", offer.type().capacity().gib())
                    .put("usdPerHour", offer.usdPerHour())
                    .put("source", offer.source())
                    .put("date", offer.date().toString());
        }
        return array;
    }

    private static String processor(VmOffer offer) {
        return offer.type().architecture().name().toLowerCase(Locale.ROOT);
    }
}
