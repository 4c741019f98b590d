package dev.stowage.acceptance;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * The real data beside the repository: {@code ../shared}, or where {@code STOWAGE_SHARED} points.
 */
final class Shared {
    private Shared() {}

    /** A file or folder there; the test is skipped, visibly, where it is missing. */
    static Path require(String name) {
        String root = System.getenv().getOrDefault("STOWAGE_SHARED", "../shared");
        Path path = Path.of(root).resolve(name).toAbsolutePath().normalize();
        Assumptions.assumeTrue(Files.exists(path), "no real data: " + path + " is missing");
        return path;
    }
}
