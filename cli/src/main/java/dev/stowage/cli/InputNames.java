package dev.stowage.cli;

import java.nio.file.Path;
import java.util.List;

/** Default names of outputs, after the name of the input. */
public final class InputNames {
    private static final List<String> ENDINGS =
            List.of(
                    ".gz", ".csv", ".json", ".yaml", ".yml", ".model", ".trace", ".run", ".plan",
                    ".txt");

    private InputNames() {}

    /** True if the name says that it is YAML. */
    static boolean isYaml(Path input) {
        return input.toString().endsWith(".yaml") || input.toString().endsWith(".yml");
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
