package dev.stowage.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Temporaries that a killed process left beside an output. Their name ends with the number of the
 * process; what a process that still runs writes is left alone.
 */
public final class Leftovers {
    private static final Pattern ANY = Pattern.compile("\\..+\\.tmp-([0-9]{1,18})-[0-9]+");

    private Leftovers() {}

    /**
     * A temporary of a process that is gone.
     *
     * @param bytes size of its files
     */
    public record Leftover(Path path, long bytes) {}

    /** Removes one, with all that is in it. */
    public static void remove(Leftover leftover) {
        try {
            OutputTarget.delete(leftover.path());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Those below a folder, in the order of their paths. Symbolic links are not followed. */
    public static List<Leftover> under(Path folder) {
        List<Leftover> left = new ArrayList<>();
        try {
            collect(folder, left);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return left;
    }

    private static void collect(Path folder, List<Leftover> left) throws IOException {
        for (Path child : children(folder)) {
            Matcher matcher = ANY.matcher(child.getFileName().toString());
            if (matcher.matches() && !isAtWork(Long.parseLong(matcher.group(1)), child)) {
                left.add(new Leftover(child, bytes(child)));
            } else if (Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)) {
                collect(child, left);
            }
        }
    }

    private static List<Path> children(Path folder) throws IOException {
        try (Stream<Path> children = Files.list(folder)) {
            return children.sorted().toList();
        }
    }

    private static long bytes(Path path) throws IOException {
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) ? Files.size(path) : 0;
        }
        long sum = 0;
        for (Path child : children(path)) {
            sum += bytes(child);
        }
        return sum;
    }

    /** Name of a temporary beside an output, for a process and the number of one of its outputs. */
    static String name(Path path, long process, int number) {
        return "." + path.getFileName() + ".tmp-" + process + "-" + number;
    }

    /** Those of an output that no running process writes. */
    static List<Path> of(Path path) {
        Path parent = path.toAbsolutePath().normalize().getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            return List.of();
        }
        Pattern form =
                Pattern.compile(
                        Pattern.quote("." + path.toAbsolutePath().normalize().getFileName())
                                + "\\.tmp-([0-9]{1,18})-[0-9]+");
        List<Path> left = new ArrayList<>();
        try {
            for (Path sibling : children(parent)) {
                Matcher matcher = form.matcher(sibling.getFileName().toString());
                if (matcher.matches() && !isAtWork(Long.parseLong(matcher.group(1)), sibling)) {
                    left.add(sibling);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return left;
    }

    /** A process that began after the temporary was last written to is another one. */
    private static boolean isAtWork(long process, Path temporary) throws IOException {
        Optional<ProcessHandle> found = ProcessHandle.of(process);
        if (found.isEmpty()) {
            return false;
        }
        Instant written = Files.getLastModifiedTime(temporary).toInstant();
        Optional<Instant> begun = found.get().info().startInstant();
        return begun.isEmpty() || !begun.get().isAfter(written.plusSeconds(2));
    }
}
