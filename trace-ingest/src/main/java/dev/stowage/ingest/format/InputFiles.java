package dev.stowage.ingest.format;

import dev.stowage.basis.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The files that an input stands for. */
public final class InputFiles {
    private InputFiles() {}

    /**
     * The input itself, or the files below a folder by name, but for hidden ones.
     *
     * @throws InputException if a symbolic link below the folder leads out of it, or nowhere: what
     *     it leads to was not given
     */
    public static List<Path> of(Path input) {
        if (!Files.isDirectory(input)) {
            return List.of(input);
        }
        try {
            return below(input, input.toRealPath());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> below(Path input, Path folder) throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.comparing(Path::toString)).toList()) {
                if (String.valueOf(file.getFileName()).startsWith(".")) {
                    continue;
                }
                if (Files.isSymbolicLink(file)) {
                    requireInside(folder, file);
                }
                if (Files.isRegularFile(file)) {
                    found.add(input.resolve(folder.relativize(file)));
                }
            }
        }
        return found;
    }

    private static void requireInside(Path folder, Path link) throws IOException {
        if (!Files.exists(link)) {
            throw InputException.of(
                    link,
                    "a symbolic link that leads nowhere (" + Files.readSymbolicLink(link) + ")",
                    "files",
                    "Fetch what it stands for, or remove it.");
        }
        Path target = link.toRealPath();
        if (!target.startsWith(folder)) {
            throw InputException.of(
                    link,
                    "a symbolic link that leads out of the folder, to " + target,
                    "files below the folder that was given",
                    "Name the file itself, or a pattern that matches it, if it is meant.");
        }
    }
}
