package dev.stowage.ingest.source;

import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.model.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of a trace that were read to their end, as a folder of {@link PartFile}s: an ingest
 * that was interrupted goes on from them, and whoever reads a file elsewhere can hand its part in.
 * Merging parts is feeding them to the builders in the order of the files.
 *
 * <p>Thread-safe.
 */
public final class FinishedParts {
    private static final String SUFFIX = ".part";
    private static final String UNFINISHED = ".tmp";

    private final Path folder;
    private final String format;
    private final Resources machine;
    private final AtomicInteger reused = new AtomicInteger();

    /**
     * The parts in a folder, which is made if it is not there.
     *
     * @param format name of the format that reads them
     * @param machine what normalised resources are counted in
     */
    FinishedParts(Path folder, String format, Resources machine) {
        this.folder = folder;
        this.format = format;
        this.machine = machine;
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The part of a file as it is now; null if it must be read. */
    PartFile.@Nullable Reader open(FoundFile source) {
        Path path = pathOf(source);
        if (!Files.exists(path)) {
            return null;
        }
        PartFile.Reader reader = PartFile.open(path, source);
        if (!reader.identity().equals(identity(source))) {
            reader.close();
            return null;
        }
        reused.incrementAndGet();
        return reader;
    }

    /** Files that were not read again. */
    int reused() {
        return reused.get();
    }

    /** Begins the part of a file. */
    PartFile.Writer begin(FoundFile source) {
        return PartFile.create(unfinished(source), identity(source));
    }

    /** A part is complete: from now on it counts. */
    void finish(FoundFile source, PartFile.Writer part, TraceManifest.SourceFile read) {
        part.finish(read);
        try {
            Files.move(
                    unfinished(source),
                    pathOf(source),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path pathOf(FoundFile source) {
        return folder.resolve(name(source) + SUFFIX);
    }

    private Path unfinished(FoundFile source) {
        return folder.resolve(name(source) + UNFINISHED);
    }

    private static String name(FoundFile source) {
        String absolute = source.path().toAbsolutePath().normalize().toString();
        return java.util
                .UUID
                .nameUUIDFromBytes(absolute.getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    /** What must be the same for a part to stand for its file. */
    private String identity(FoundFile source) {
        try {
            return String.join(
                    "\n",
                    TraceManifest.runningVersion(),
                    format,
                    source.table().tableName(),
                    source.encoding().toString(),
                    machine.toString(),
                    Long.toString(Files.size(source.path())),
                    Files.getLastModifiedTime(source.path()).toInstant().toString());
        } catch (IOException e) {
            throw new UncheckedIOException(source.path().toString(), e);
        }
    }

    /** Removes a folder of parts, if it is there. */
    public static void remove(Path folder) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Number of finished parts in a folder. */
    public static long count(Path folder) {
        if (!Files.isDirectory(folder)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX)).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
