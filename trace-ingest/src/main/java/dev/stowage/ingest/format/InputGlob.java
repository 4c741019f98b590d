package dev.stowage.ingest.format;

import dev.stowage.basis.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Inputs as a user writes them: paths, and patterns for shells that don't expand them or that are
 * kept from it by quotes ({@code 'task_events/*.csv.gz'}).
 */
public final class InputGlob {
    private InputGlob() {}

    /**
     * The inputs, with every pattern replaced by what it matches, by name. What exists is itself,
     * whatever characters are in its name.
     *
     * @throws InputException if a pattern is malformed or matches nothing
     */
    public static List<Path> expand(List<Path> inputs) {
        List<Path> expanded = new ArrayList<>();
        for (Path input : inputs) {
            if (Files.exists(input) || !isPattern(input.toString())) {
                expanded.add(input);
            } else {
                expanded.addAll(matches(input));
            }
        }
        return expanded;
    }

    /**
     * The inputs that a file lists, a path or pattern on each line; blanks around it, empty lines
     * and lines that begin with # don't count. Paths are relative to where the command runs.
     *
     * @throws InputException if the file is missing, or lists nothing
     */
    public static List<Path> listedIn(Path list) {
        if (!Files.isRegularFile(list)) {
            throw InputException.of(list, "no such file", "a list of inputs, one a line", null);
        }
        List<Path> inputs;
        try (Stream<String> lines = Files.lines(list)) {
            inputs =
                    lines.map(String::strip)
                            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                            .map(Path::of)
                            .toList();
        } catch (IOException | UncheckedIOException | java.nio.file.InvalidPathException e) {
            throw InputException.of(
                            list,
                            "a file that is no list of paths (" + e.getMessage() + ")",
                            "a path on each line, as text",
                            null)
                    .causedBy(e);
        }
        if (inputs.isEmpty()) {
            throw InputException.of(list, "no path", "a path on each line", null);
        }
        return inputs;
    }

    private static boolean isPattern(String text) {
        return text.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0);
    }

    private static List<Path> matches(Path pattern) {
        Path base = base(pattern);
        PathMatcher matcher;
        try {
            matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        } catch (PatternSyntaxException e) {
            throw InputException.at(
                            pattern.toString(),
                            "a pattern that can't be read: " + e.getDescription(),
                            "*, **, ?, [abc] or {a,b} in a path",
                            null)
                    .causedBy(e);
        }
        int depth =
                pattern.toString().contains("**")
                        ? Integer.MAX_VALUE
                        : pattern.getNameCount() - base(pattern).getNameCount() + 1;
        List<Path> found = Files.isDirectory(base) ? below(base, depth, matcher) : List.of();
        if (found.isEmpty()) {
            throw InputException.at(
                    pattern.toString(),
                    "nothing that matches",
                    "at least one file or folder",
                    "Check the pattern; ** stands for any number of folders.");
        }
        return found;
    }

    private static List<Path> below(Path base, int depth, PathMatcher matcher) {
        boolean isHere = base.toString().isEmpty();
        Path start = isHere ? Path.of(".") : base;
        try (Stream<Path> files = Files.walk(start, depth)) {
            return files.map(file -> isHere ? start.relativize(file) : file)
                    .filter(matcher::matches)
                    .filter(file -> !String.valueOf(file.getFileName()).startsWith("."))
                    .sorted(Comparator.comparing(Path::toString))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The folder before the first part with a character of a pattern. */
    private static Path base(Path pattern) {
        @Nullable Path base = pattern.getRoot();
        for (Path part : pattern) {
            if (isPattern(part.toString())) {
                break;
            }
            base = base == null ? part : base.resolve(part);
        }
        return base == null ? Path.of("") : base;
    }
}
