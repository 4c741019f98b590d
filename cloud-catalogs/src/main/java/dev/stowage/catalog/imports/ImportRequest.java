package dev.stowage.catalog.imports;

import dev.stowage.catalog.Problem;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What to read.
 *
 * @param source one of {@link CatalogueImport#sources}
 * @param files price lists and what goes with them, at least one
 * @param sizes files that say how large types are, for lists that don't
 * @param overrides a user's own prices, if any
 * @param provider whose types they are, for lists that don't say; else by the names of types
 * @param region where the types are rented, for lists that don't say
 * @param date when the prices held, for lists that don't say, or instead of what they say
 * @param leftOut told of each row that is not an offer of its own
 */
public record ImportRequest(
        String source,
        List<Path> files,
        List<Path> sizes,
        Optional<Path> overrides,
        Optional<String> provider,
        Optional<String> region,
        Optional<LocalDate> date,
        Consumer<Problem> leftOut) {
    public ImportRequest {
        files = List.copyOf(files);
        sizes = List.copyOf(sizes);
        if (files.isEmpty()) {
            throw new IllegalArgumentException("files is empty, expected at least one");
        }
    }

    /** Files of any form, and nothing else. */
    public static ImportRequest of(List<Path> files) {
        return new ImportRequest(
                CatalogueImport.AUTO,
                files,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                problem -> {});
    }
}
