package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What names the packages for others: checksums, a Homebrew formula, a JBang catalogue, what SDKMAN
 * is told of a release. That the archive holds what the formula takes out of it, {@code
 * packages/check} sees.
 */
class PackageListingsTest {
    /** Of "archive": {@code printf archive | sha256sum}, GNU coreutils 9.1. */
    private static final String SUM =
            "0eb3e36bfb24dcd9bb1d1bece1531216b59539a8fde17ee80224af0653c92aa3";

    @TempDir private Path directory;

    @Test
    void nameTheArchiveItsVersionAndItsChecksum() throws Exception {
        Files.writeString(directory.resolve("stowage-9.8.7.tar.gz"), "archive");
        Files.writeString(directory.resolve("stowage_9.8.7_amd64.deb"), "archive");
        Files.writeString(directory.resolve("notes.txt"), "no package");
        Path sources = Path.of("packages/src");

        Process made =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                sources.resolve("Listings.java").toString(),
                                directory.toString(),
                                "9.8.7",
                                "https://example.org/at",
                                sources.resolve("stowage.rb").toString(),
                                sources.resolve("jbang-catalog.json").toString(),
                                sources.resolve("sdkman-release.json").toString())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(made.waitFor()).as(said).isZero();

        assertThat(Files.readAllLines(directory.resolve("SHA256SUMS")))
                .containsExactly(SUM + "  stowage-9.8.7.tar.gz", SUM + "  stowage_9.8.7_amd64.deb");
        String formula = Files.readString(directory.resolve("stowage.rb"));
        assertThat(formula)
                .contains("url \"https://example.org/at/stowage-9.8.7.tar.gz\"\n")
                .contains("sha256 \"" + SUM + "\"\n", "\"stowage 9.8.7\"")
                .doesNotContain("@BASE@", "@VERSION@", "@SHA256@");
        JsonNode alias =
                new ObjectMapper()
                        .readTree(directory.resolve("jbang-catalog.json").toFile())
                        .at("/aliases/stowage");
        assertThat(alias.get("script-ref").asText()).isEqualTo("dev.stowage:cli:9.8.7");
        Class<?> main = Class.forName(alias.get("main").asText());
        assertThat(main.getMethod("main", String[].class)).isNotNull();
        JsonNode release =
                new ObjectMapper().readTree(directory.resolve("sdkman-release.json").toFile());
        assertThat(release.get("version").asText()).isEqualTo("9.8.7");
        assertThat(release.get("url").asText())
                .isEqualTo("https://example.org/at/stowage-9.8.7.zip");
    }
}
