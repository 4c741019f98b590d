package dev.stowage.basis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The SHA-256 of files and folders. Each is read once, and again when its size or its time of
 * change is another one. Safe for use by several threads.
 */
public final class FileDigests {
    private final Map<Stamp, String> digests = new ConcurrentHashMap<>();

    /** What tells that nobody wrote to files since they were read. */
    private record Stamp(Path path, List<String> files) {}

    /** SHA-256 of a file, or of the names and contents of all files under a folder. */
    public String of(Path path) {
        List<Path> files = files(path);
        List<String> stamps = new ArrayList<>();
        files.forEach(file -> stamps.add(stamp(file)));
        return digests.computeIfAbsent(new Stamp(path, stamps), absent -> Sha256.of(path));
    }

    private static List<Path> files(Path path) {
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> files = Files.walk(path)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String stamp(Path file) {
        try {
            return file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
