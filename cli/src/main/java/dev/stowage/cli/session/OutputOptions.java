package dev.stowage.cli.session;

import dev.stowage.output.OutputTarget;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code -o} and {@code --force}. Mixed into commands that write something with {@code @Mixin
 * OutputOptions output}.
 */
public final class OutputOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

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
        return told(OutputTarget.file(path(defaultName), force));
    }

    /**
     * Opens the path given, or {@code defaultName}, as a directory.
     *
     * @param marker the file by which one of our directories of this kind is known
     */
    public OutputTarget directory(String defaultName, String marker) {
        return told(OutputTarget.directory(path(defaultName), marker, force));
    }

    /** Says what killed runs of the same command had left, and is gone now. */
    private OutputTarget told(OutputTarget target) {
        boolean isQuiet = command.commandLine().getParseResult().hasMatchedOption("--quiet");
        if (!target.leftovers().isEmpty() && !isQuiet) {
            Session session = ((StowageCommand) command.root().userObject()).session();
            session.err()
                    .println(
                            "Removed what a killed run left: "
                                    + target.leftovers().stream()
                                            .map(Path::toString)
                                            .collect(Collectors.joining(", ")));
        }
        return target;
    }
}
