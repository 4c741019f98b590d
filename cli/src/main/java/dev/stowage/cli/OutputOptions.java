package dev.stowage.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * {@code -o} and {@code --force}. Mixed into commands that write something with {@code @Mixin
 * OutputOptions output}.
 */
public final class OutputOptions {
    @Option(
            names = {"-o", "--output"},
            order = 80,
            paramLabel = "PATH",
            description = "Where to write (default: named after the input).")
    private @Nullable Path path;

    @Option(
            names = "--force",
            order = 81,
            description = "Replace an existing output once the new one is complete.")
    private boolean force;

    /** The path given, or {@code defaultName} in the working directory. */
    public Path path(String defaultName) {
        return path == null ? Path.of(defaultName) : path;
    }

    /** True if an existing output may be replaced. */
    public boolean isForced() {
        return force;
    }

    /** Opens the path given, or {@code defaultName}, as a file. */
    public OutputTarget file(String defaultName) {
        return OutputTarget.file(path(defaultName), force);
    }

    /**
     * Opens the path given, or {@code defaultName}, as a directory.
     *
     * @param marker the file by which one of our directories of this kind is known
     */
    public OutputTarget directory(String defaultName, String marker) {
        return OutputTarget.directory(path(defaultName), marker, force);
    }
}
