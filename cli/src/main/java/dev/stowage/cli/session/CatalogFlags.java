package dev.stowage.cli.session;

import dev.stowage.catalog.CatalogueStore;
import dev.stowage.catalog.Catalogues;
import dev.stowage.catalog.ProviderSummary;
import dev.stowage.model.cloud.VmCatalogue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * {@code --catalog} and {@code --data-dir}: which prices hold. Mixed into commands that need prices
 * with {@code @Mixin CatalogFlags catalogs}.
 */
public final class CatalogFlags {
    @Option(
            names = "--catalog",
            order = 70,
            paramLabel = "CATALOG",
            description =
                    "Prices: an imported catalogue (aws@2026-07), a file of our CSV form, or"
                            + " reference, the shipped one (default). Several are joined; the"
                            + " shipped one then gives the providers that the others lack.")
    private List<String> catalogs = List.of();

    @Option(
            names = "--data-dir",
            order = 71,
            paramLabel = "DIR",
            description =
                    "Where imported catalogues are (default: $STOWAGE_DATA, $XDG_DATA_HOME/stowage,"
                            + " ~/.local/share/stowage).")
    private @Nullable Path dataDirectory;

    /** The catalogue asked for. */
    public VmCatalogue catalogue(CommonOptions common) {
        List<String> asked = catalogs.isEmpty() ? List.of(Catalogues.REFERENCE) : catalogs;
        return Catalogues.joined(
                asked.stream().map(each -> open(each, dataDirectory, common)).toList());
    }

    /** The imported catalogues. */
    public CatalogueStore store(CommonOptions common) {
        return store(dataDirectory, common);
    }

    /** The imported catalogues under a directory, or under the usual one. */
    public static CatalogueStore store(@Nullable Path directory, CommonOptions common) {
        return new CatalogueStore(
                directory == null
                        ? CatalogueStore.defaultDirectory(common.environment())
                        : directory);
    }

    /** True if a text names an imported catalogue and no file. */
    public static boolean isImported(String text) {
        return CatalogueStore.isName(text) && !Files.exists(Path.of(text));
    }

    /** One catalogue by name or file. */
    public static VmCatalogue open(String text, @Nullable Path directory, CommonOptions common) {
        if (text.equals(Catalogues.REFERENCE)) {
            return Catalogues.reference();
        }
        VmCatalogue catalogue =
                isImported(text)
                        ? store(directory, common).open(text)
                        : Catalogues.load(Path.of(text));
        warnOfDaysToCome(catalogue, common);
        return catalogue;
    }

    /** No result depends on the day on which it is asked for, so this is only said. */
    private static void warnOfDaysToCome(VmCatalogue catalogue, CommonOptions common) {
        for (String provider : catalogue.providers()) {
            LocalDate newest = ProviderSummary.of(catalogue, provider).to();
            if (newest.isAfter(today())) {
                common.warn(
                        catalogue.name()
                                + " has prices of "
                                + provider
                                + " of days that have not come yet, up to "
                                + newest
                                + ": stowage catalog verify says which.");
            }
        }
    }

    /**
     * The last day that a price can be of: today, wherever that is latest. A clock that is behind
     * the shipped prices is wrong, so it is then the day of the newest of these.
     */
    public static LocalDate today() {
        VmCatalogue reference = Catalogues.reference();
        LocalDate shipped =
                reference.providers().stream()
                        .map(each -> ProviderSummary.of(reference, each).to())
                        .max(LocalDate::compareTo)
                        .orElse(LocalDate.MIN);
        LocalDate clock = LocalDate.now(ZoneOffset.ofHours(14));
        return clock.isAfter(shipped) ? clock : shipped;
    }
}
