package dev.stowage.workflow.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.FileDigests;
import dev.stowage.basis.InputException;
import dev.stowage.scenario.CheckedYaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The SHA-256 of files and folders that settings name: of every text among the settings that is the
 * path of something there, and of what YAML files among those name in turn. Each is read once.
 */
public final class Contents {
    private static final long YAML_BYTES = 1 << 20;

    private final FileDigests digests = new FileDigests();

    /** SHA-256 of what settings name, by the path as it is written; {@code file}: see Question. */
    Map<String, String> of(ObjectNode settings, Path file) {
        Map<String, String> found = new TreeMap<>();
        paths(settings, file).forEach((name, path) -> found.put(name, digest(path)));
        return found;
    }

    /** What settings name, by the path as it is written. */
    static Map<String, Path> paths(ObjectNode settings, Path file) {
        Map<String, Path> found = new TreeMap<>();
        add(settings, file, found);
        return found;
    }

    private static void add(JsonNode node, Path file, Map<String, Path> found) {
        if (node.isTextual()) {
            for (String part : node.textValue().split(",", -1)) {
                add(part.strip(), file, found);
            }
        }
        for (JsonNode child : node) {
            add(child, file, found);
        }
    }

    private static void add(String text, Path file, Map<String, Path> found) {
        Optional<Path> named = existing(text, file);
        if (named.isEmpty() || found.containsKey(text)) {
            return;
        }
        Path path = named.get();
        found.put(text, path);
        if (path.toString().matches(".*\\.ya?ml") && size(path) <= YAML_BYTES) {
            yaml(path).ifPresent(map -> add(map, path, found));
        }
    }

    private static Optional<ObjectNode> yaml(Path path) {
        try {
            return Optional.of(CheckedYaml.map(path, "YAML"));
        } catch (InputException e) {
            return Optional.empty(); // whoever uses it will say so
        }
    }

    /** What a text names beside a file, if there is such a thing. */
    public static Optional<Path> existing(String text, Path file) {
        if (text.isBlank() || text.length() > 4096) {
            return Optional.empty();
        }
        try {
            Path path = file.toAbsolutePath().resolveSibling(text).normalize();
            return Files.isRegularFile(path)
                            || (Files.isDirectory(path) && text.matches(".*[/.].*"))
                    ? Optional.of(path)
                    : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** SHA-256 of a file, or of the names and contents of all files under a folder. */
    String digest(Path path) {
        return digests.of(path);
    }

    private static long size(Path path) {
        try {
            return Files.size(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
