package dev.stowage.output;

import dev.stowage.basis.InputException;
import dev.stowage.basis.InputException.Issue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/** Default names of outputs, after the name of the input. */
public final class InputNames {
    private static final List<String> ENDINGS =
            List.of(
                    ".gz", ".csv", ".json", ".yaml", ".yml", ".model", ".trace", ".run", ".plan",
                    ".txt");

    private InputNames() {}

    /** True if the name says that it is YAML. */
    public static boolean isYaml(Path input) {
        return input.toString().endsWith(".yaml") || input.toString().endsWith(".yml");
    }

    /**
     * Does {@code work}; what it finds wrong deep inside a file names the file.
     *
     * @throws InputException whose every issue begins with an option or a path
     */
    public static <T> T naming(Path input, Supplier<T> work) {
        try {
            return work.get();
        } catch (InputException e) {
            if (e.issues().stream().allMatch(issue -> isPlaced(input, issue))) {
                throw e;
            }
            throw InputException.of(
                            e.issues().stream()
                                    .map(
                                            issue ->
                                                    isPlaced(input, issue)
                                                            ? issue
                                                            : placed(input, issue))
                                    .toList())
                    .causedBy(e);
        }
    }

    private static boolean isPlaced(Path input, Issue issue) {
        return issue.place().startsWith("-")
                || issue.place().startsWith(input.toString())
                || issue.place().contains("/")
                || Files.exists(Path.of(issue.place().replaceFirst("(?s):.*", "")));
    }

    private static Issue placed(Path input, Issue issue) {
        return new Issue(
                input + ": " + issue.place(), issue.found(), issue.expected(), issue.remedy());
    }

    /** The last part of a path without the endings that say what kind of file it is. */
    public static String base(Path input) {
        Path last = input.toAbsolutePath().normalize().getFileName();
        String name = last == null ? "" : last.toString();
        String before;
        do {
            before = name;
            for (String ending : ENDINGS) {
                if (name.endsWith(ending)) {
                    name = name.substring(0, name.length() - ending.length());
                }
            }
        } while (!name.equals(before));
        return name.isEmpty() ? "stowage" : name;
    }
}
