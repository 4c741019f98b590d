package dev.stowage.report;

import dev.stowage.basis.InputException;
import dev.stowage.output.OutputTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Many reports in one folder need its chart library once: each names the same file beside them
 * instead of holding it. A folder that is moved as a whole stays readable; one report that is sent
 * alone has lost its charts, so {@link #putBack} makes each whole again, to the byte.
 */
public final class SharedCharts {
    private static final String OPEN = "<script id=\"chart-library\">\n";
    private static final String NAMED = "<script id=\"chart-library\" src=\"";
    private static final String CLOSE = "\n</script>";
    private static final String NAMED_CLOSE = "\"></script>";
    private static final String INSIDE_ONLY = "script-src 'unsafe-inline';";
    private static final String BESIDE_TOO = "script-src 'unsafe-inline' 'self' file:;";
    private static final String PREFIX = "stowage-charts-";

    private SharedCharts() {}

    /**
     * What was done.
     *
     * @param reports pages that were changed
     * @param savedBytes by how much the folder is smaller now; negative if it is larger
     */
    public record Change(int reports, long savedBytes) {}

    /** The library within a page. */
    static String inside(String library) {
        return OPEN + library + CLOSE;
    }

    /** Moves the library of all reports below a folder into one file in it for each version. */
    public static Change share(Path folder) {
        long saved = 0;
        int reports = 0;
        for (Path page : pages(folder)) {
            String text = read(page);
            int from = text.indexOf(OPEN);
            int to = from < 0 ? -1 : text.indexOf(CLOSE, from);
            if (to < 0 || !text.contains(INSIDE_ONLY)) {
                continue;
            }
            String library = text.substring(from + OPEN.length(), to);
            Path file = folder.resolve(PREFIX + digest(library) + ".js");
            if (!Files.exists(file)) {
                replace(file, library);
                saved -= bytes(library);
            }
            String changed =
                    text.substring(0, from).replace(INSIDE_ONLY, BESIDE_TOO)
                            + NAMED
                            + address(page, file)
                            + NAMED_CLOSE
                            + text.substring(to + CLOSE.length());
            replace(page, changed);
            saved += bytes(text) - bytes(changed);
            reports++;
        }
        return new Change(reports, saved);
    }

    /**
     * Puts the library back into all reports below a folder, and removes the files in it that no
     * report names any more.
     *
     * @throws InputException if a report names a library that is not there, or another text than
     *     its name says
     */
    public static Change putBack(Path folder) {
        long saved = 0;
        int reports = 0;
        for (Path page : pages(folder)) {
            String text = read(page);
            int from = text.indexOf(NAMED);
            int to = from < 0 ? -1 : text.indexOf(NAMED_CLOSE, from);
            if (to < 0) {
                continue;
            }
            String library = library(page, text.substring(from + NAMED.length(), to));
            String changed =
                    text.substring(0, from).replace(BESIDE_TOO, INSIDE_ONLY)
                            + inside(library)
                            + text.substring(to + NAMED_CLOSE.length());
            replace(page, changed);
            saved += bytes(text) - bytes(changed);
            reports++;
        }
        for (Path file : files(folder, 1)) {
            if (file.getFileName().toString().startsWith(PREFIX)) {
                saved += bytes(read(file));
                delete(file);
            }
        }
        return new Change(reports, saved);
    }

    private static String library(Path page, String address) {
        Path file = page.resolveSibling(address).normalize();
        String name = file.getFileName().toString();
        if (!Files.isRegularFile(file)) {
            throw InputException.of(
                    page,
                    "no " + file + ", which it names",
                    "the file with its charts",
                    "Put the file back, or write the report again.");
        }
        String library = read(file);
        if (!name.equals(PREFIX + digest(library) + ".js")) {
            throw InputException.of(
                    file, "another text than its name says", "the file as it was written", null);
        }
        return library;
    }

    private static List<Path> pages(Path folder) {
        return files(folder, Integer.MAX_VALUE).stream()
                .filter(file -> file.getFileName().toString().endsWith(".html"))
                .toList();
    }

    private static List<Path> files(Path folder, int depth) {
        try (Stream<Path> all = Files.walk(folder, depth)) {
            return all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String address(Path page, Path file) {
        @Nullable Path parent = page.getParent();
        Path relative = parent == null ? file : parent.relativize(file);
        return relative.toString().replace('\\', '/');
    }

    private static String digest(String text) {
        try {
            byte[] all =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(all, 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void replace(Path file, String text) {
        try (OutputTarget target = OutputTarget.file(file, true)) {
            target.commitText(text);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
