package dev.stowage.ingest.manifest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.json.Json;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@code manifest.json}. */
public final class ManifestFile {
    public static final String NAME = "manifest.json";

    private static final String EXPECTED = "a canonical trace made by ingest or synth";

    private ManifestFile() {}

    static void write(TraceManifest manifest, Path directory) {
        Json.write(manifest, directory.resolve(NAME));
    }

    public static TraceManifest read(Path directory) {
        Path file = directory.resolve(NAME);
        if (!Files.isRegularFile(file)) {
            String found =
                    Files.isDirectory(directory)
                            ? "a directory without " + NAME
                            : notOne(directory);
            throw InputException.of(
                    directory, found, EXPECTED, "Make one with `stowage ingest FORMAT INPUT…`.");
        }
        try {
            JsonNode tree = Json.mapper().readTree(file.toFile());
            int version = tree.path("formatVersion").asInt(-1);
            if (version != TraceManifest.FORMAT_VERSION) {
                throw InputException.of(
                        file,
                        version < 0 ? "no formatVersion" : "formatVersion " + version,
                        "formatVersion " + TraceManifest.FORMAT_VERSION,
                        "Ingest the source again with this version of stowage.");
            }
            return Json.mapper().treeToValue(tree, TraceManifest.class);
        } catch (JsonProcessingException e) {
            throw malformed(file, e);
        } catch (CharConversionException e) { // what the parser takes for UTF-32
            throw InputException.of(
                            file,
                            "bytes that are no text (" + e.getMessage() + ")",
                            "the manifest of " + EXPECTED,
                            "Ingest the source again.")
                    .causedBy(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String notOne(Path path) {
        return Files.exists(path) ? "a file" : "no such directory";
    }

    private static InputException malformed(Path file, JsonProcessingException e) {
        @Nullable String path =
                e instanceof JsonMappingException mapping ? mapping.getPathReference() : null;
        Throwable cause = e.getCause() == null ? e : e.getCause();
        String message = e.getCause() == null ? e.getOriginalMessage() : cause.getMessage();
        return InputException.of(
                        file,
                        "JSON that does not fit"
                                + (path == null ? "" : " at " + path)
                                + " ("
                                + message
                                + ")",
                        "the manifest of " + EXPECTED,
                        "Ingest the source again; the manifest is not meant to be edited.")
                .causedBy(e);
    }
}
