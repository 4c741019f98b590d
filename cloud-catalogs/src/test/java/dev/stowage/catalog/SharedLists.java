package dev.stowage.catalog;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Collected price lists, which are no part of the repository: tests of them are skipped without.
 */
public final class SharedLists {
    private SharedLists() {}

    /** A file of {@code $STOWAGE_SHARED}, else of {@code shared} beside the repository. */
    public static Path of(String name) {
        String shared = System.getenv("STOWAGE_SHARED");
        Path module = Path.of("").toAbsolutePath();
        Path root = module.endsWith("cloud-catalogs") ? module.resolveSibling("") : module;
        Path file =
                (shared == null ? root.resolveSibling("shared") : Path.of(shared)).resolve(name);
        assumeTrue(Files.isReadable(file), "no collected price list " + file);
        return file;
    }
}
