package dev.stowage.cli.session;

import dev.stowage.catalog.CatalogueStore;
import dev.stowage.catalog.Catalogues;
import dev.stowage.model.cloud.VmCatalogue;
import java.nio.file.Files;
import java.nio.file.Path;
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
        return isImported(text)
                ? store(directory, common).open(text)
                : Catalogues.load(Path.of(text));
    }
}
