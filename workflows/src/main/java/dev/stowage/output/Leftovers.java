package dev.stowage.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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
final class Leftovers {
    private Leftovers() {}

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
        try (Stream<Path> siblings = Files.list(parent)) {
            for (Path sibling : siblings.sorted().toList()) {
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
