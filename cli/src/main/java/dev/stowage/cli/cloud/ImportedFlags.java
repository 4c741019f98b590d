package dev.stowage.cli.cloud;

import dev.stowage.catalog.CatalogueStore;
import dev.stowage.cli.session.CatalogFlags;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.model.cloud.VmCatalogue;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --data-dir} of commands that take catalogues as arguments. */
final class ImportedFlags {
    @Option(
            names = "--data-dir",
            order = 71,
            paramLabel = "DIR",
            description = "Where imported catalogues are, as for `stowage catalog import`.")
    private @Nullable Path dataDirectory;

    /** The imported catalogues. */
    CatalogueStore store(CommonOptions common) {
        return CatalogFlags.store(dataDirectory, common);
    }

    /** One catalogue by name or file. */
    VmCatalogue open(String text, CommonOptions common) {
        return CatalogFlags.open(text, dataDirectory, common);
    }
}
