package dev.stowage.cli.cloud;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cli.session.CatalogFlags;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.json.Json;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.CustomVmFamily;
import dev.stowage.model.cloud.PriceMonth;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.option.OptionNames;
import dev.stowage.option.Quantities;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Figures;
import java.math.BigDecimal;
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
            "  stowage catalog show gcp --region us-central1 --json",
            "  stowage catalog show gcp --region us-central1 --custom n2:4c8g",
            "  stowage catalog show azure --catalog azure@2026-06"
        })
final class CatalogShowCommand implements Callable<Integer> {
    @Parameters(paramLabel = "PROVIDER", description = "As `stowage catalog list` prints it.")
    private String provider = "";

    @Option(
            names = "--region",
            order = 1,
            paramLabel = "NAME",
            description = "Only this region (default: all).")
    private @Nullable String region;

    @Option(
            names = "--custom",
            order = 2,
            paramLabel = "FAMILY:SIZE",
            description =
                    "Price of a custom machine type, as in n2:4c8g; a size that is not sold is"
                            + " refused with the nearest that are.")
    private @Nullable String custom;

    @Mixin private CatalogFlags catalogs = new CatalogFlags();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        VmCatalogue catalogue = catalogs.catalogue(common);
        common.argument(() -> OptionNames.require("PROVIDER", provider, catalogue.providers()));
        List<String> regions = catalogue.regions(provider);
        if (region != null) {
            String wanted = region;
            regions =
                    List.of(
                            common.argument(
                                    () ->
                                            OptionNames.require(
                                                    "--region",
                                                    wanted,
                                                    catalogue.regions(provider))));
        }
        List<VmOffer> offers =
                custom == null
                        ? regions.stream()
                                .flatMap(name -> catalogue.offers(provider, name).stream())
                                .toList()
                        : custom(catalogue, regions, custom);
        if (common.isJson()) {
            common.out().print(Json.text(json(offers)));
        } else {
            table(offers).print(common.out(), common.style(), 0);
            common.out().println();
            common.out().println("catalogue: " + catalogue.name());
            offers.stream()
                    .map(offer -> offer.source() + ", " + offer.date())
                    .distinct()
                    .forEach(source -> common.out().println("source: " + source));
        }
        return ExitCode.DONE.code();
    }

    private List<VmOffer> custom(VmCatalogue catalogue, List<String> regions, String text) {
        int colon = text.indexOf(':');
        String family = colon < 0 ? text : text.substring(0, colon);
        Resources size =
                common.argument(() -> Quantities.size("--custom", text.substring(colon + 1)));
        List<CustomVmFamily> families =
                regions.stream()
                        .flatMap(name -> catalogue.customFamilies(provider, name).stream())
                        .toList();
        if (families.isEmpty()) {
            throw common.usage("--custom: " + provider + " has no custom sizes in this catalogue");
        }
        List<String> known = families.stream().map(CustomVmFamily::family).distinct().toList();
        common.argument(() -> OptionNames.require("--custom", family, known));
        return families.stream()
                .filter(each -> each.family().equals(family))
                .map(each -> each.offer(size))
                .toList();
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
                        Column.figure("USD/month"),
                        Column.figure("spot USD/hour"));
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
                    String.format(Locale.ROOT, "%,.2f", hourly * PriceMonth.HOURS),
                    offer.spot()
                            .map(spot -> String.format(Locale.ROOT, "%.4f", spot.usdPerHour()))
                            .orElse(""));
        }
        return table;
    }

    private static ArrayNode json(List<VmOffer> offers) {
        ArrayNode array = Json.mapper().createArrayNode();
        for (VmOffer offer : offers) {
            ObjectNode node = array.addObject();
            node.put("provider", offer.type().provider())
                    .put("region", offer.region())
                    .put("type", offer.type().name())
                    .put("family", offer.type().family())
                    .put("processor", processor(offer))
                    .put("vcpu", offer.type().capacity().cores())
                    .put("memoryGiB", offer.type().capacity().gib())
                    .put("gpus", BigDecimal.valueOf(offer.type().gpus()).stripTrailingZeros())
                    .put("sharedCore", offer.type().isSharedCore())
                    .put("usdPerHour", offer.usdPerHour())
                    .put("source", offer.source())
                    .put("date", offer.date().toString());
            offer.type().cpuScore().ifPresent(score -> node.put("cpuScore", score));
            offer.spot()
                    .ifPresent(
                            spot ->
                                    node.putObject("spot")
                                            .put("usdPerHour", spot.usdPerHour())
                                            .put("source", spot.source())
                                            .put("estimated", spot.isEstimated()));
            ArrayNode commitments = node.putArray("commitments");
            for (Commitment commitment : offer.commitments()) {
                commitments
                        .addObject()
                        .put("name", commitment.name())
                        .put("termMonths", commitment.termMonths())
                        .put("usdPerHour", commitment.usdPerHour())
                        .put("upfrontUsd", commitment.upfrontUsd())
                        .put("source", commitment.source());
            }
        }
        return array;
    }

    private static String processor(VmOffer offer) {
        return offer.type().architecture().name().toLowerCase(Locale.ROOT);
    }
}
