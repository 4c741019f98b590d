package dev.stowage.workflow.plan;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
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
        return digests.computeIfAbsent(new Stamp(path, stamps), absent -> read(path, files));
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

    private static String read(Path path, List<Path> files) {
        if (!Files.isDirectory(path)) {
            return sha256(path);
        }
        StringBuilder listing = new StringBuilder();
        for (Path file : files) {
            listing.append(sha256(file)).append(' ').append(path.relativize(file)).append('\n');
        }
        return sha256(listing.toString());
    }

    private static String sha256(Path file) {
        MessageDigest digest = digest();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(java.io.OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** SHA-256 of a text in UTF-8. */
    public static String sha256(String text) {
        return HexFormat.of().formatHex(digest().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
