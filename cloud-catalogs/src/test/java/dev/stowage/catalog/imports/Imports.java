package dev.stowage.catalog.imports;

import dev.stowage.model.cloud.VmOffer;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Imports of lists that others collect. */
final class Imports {
    private Imports() {}

    static ImportResult read(Optional<LocalDate> date, Optional<Path> sizes, Path... files) {
        return CatalogueImport.run(
                new ImportRequest(
                        CatalogueImport.AUTO,
                        List.of(files),
                        sizes.stream().toList(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of("us-east-1"),
                        date,
                        problem -> {}));
    }

    /** By region and type. */
    static Map<String, VmOffer> offers(ImportResult read) {
        return read.offers().stream()
                .collect(
                        Collectors.toMap(
                                each -> each.offer().region() + " " + each.offer().type().name(),
                                each -> each.offer()));
    }
}
