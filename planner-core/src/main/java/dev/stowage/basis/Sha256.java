package dev.stowage.basis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** SHA-256 in hexadecimal digits. */
public final class Sha256 {
    private final MessageDigest digest;

    /** Of nothing yet. */
    public Sha256() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** Adds bytes. */
    public void add(byte[] bytes, int offset, int length) {
        digest.update(bytes, offset, length);
    }

    /** Adds bytes. */
    public void add(byte[] bytes) {
        digest.update(bytes);
    }

    /** Adds a text in UTF-8. */
    public void add(String text) {
        add(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Of all that was added; then it is of nothing again. */
    public String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Of bytes. */
    public static String of(byte[] bytes) {
        Sha256 sum = new Sha256();
        sum.add(bytes);
        return sum.hex();
    }

    /** Of a text in UTF-8. */
    public static String of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Of a file, or of the names and contents of all files under a folder. */
    public static String of(Path path) {
        if (!Files.isDirectory(path)) {
            return ofFile(path);
        }
        Sha256 listing = new Sha256();
        try (Stream<Path> files = Files.walk(path)) {
            List<Path> sorted = files.filter(Files::isRegularFile).sorted().toList();
            for (Path file : sorted) {
                listing.add(ofFile(file) + " " + path.relativize(file) + "\n");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return listing.hex();
    }

    private static String ofFile(Path file) {
        Sha256 sum = new Sha256();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), sum.digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sum.hex();
    }
}
