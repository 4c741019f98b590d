package dev.stowage.cli.session;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is piped into a command, {@code -} among its inputs: kept in a temporary file, because
 * readers look at a file more than once; deleted on closing.
 */
public final class StandardInput implements Closeable {
    private static final Path SIGN = Path.of("-");
    private static final String NAME = "stdin";

    private @Nullable Path folder;

    /** True if an input means standard input. */
    public static boolean isMeant(Path input) {
        return input.equals(SIGN);
    }

    /** What names derived from an input begin with. */
    public static Path nameOf(Path input) {
        return isMeant(input) ? Path.of(NAME) : input;
    }

    /** The inputs with a file instead of {@code -}; it is read now, at most once. */
    public List<Path> replacedIn(List<Path> inputs) {
        return inputs.stream().map(input -> isMeant(input) ? file() : input).toList();
    }

    private Path file() {
        try {
            Path kept = folder == null ? Files.createTempDirectory("stowage-stdin") : folder;
            folder = kept;
            Path file = kept.resolve(NAME);
            if (!Files.exists(file)) {
                Files.copy(System.in, file, StandardCopyOption.REPLACE_EXISTING);
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException("standard input", e);
        }
    }

    @Override
    public void close() {
        if (folder != null) {
            try {
                Files.deleteIfExists(folder.resolve(NAME));
                Files.deleteIfExists(folder);
            } catch (IOException e) {
                throw new UncheckedIOException(folder.toString(), e);
            }
        }
    }
}
