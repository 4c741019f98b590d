package dev.stowage.cli.cloud;

import dev.stowage.cli.session.CatalogFlags;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.CustomVmFamily;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.option.OptionNames;
import dev.stowage.option.Quantities;
import dev.stowage.report.catalogue.OfferAnswer;
import java.util.List;
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
        List<OfferAnswer> answer = offers.stream().map(OfferAnswer::of).toList();
        common.print(
                answer, out -> OfferAnswer.print(answer, catalogue.name(), out, common.style()));
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
}
