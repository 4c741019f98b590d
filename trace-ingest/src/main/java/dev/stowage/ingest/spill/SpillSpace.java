package dev.stowage.ingest.spill;

import dev.stowage.basis.Check;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The memory that rows may take, and the folder for those beyond it. The folder is made when it is
 * needed and removed on {@link #close}.
 */
public final class SpillSpace implements Closeable {
    private static final String FOLDER = ".spill";

    private final Path folder;
    private final long memoryBytes;
    private int files;

    /**
     * A space that nothing uses yet.
     *
     * @param parent where the folder is made; exists
     * @param memoryBytes what all rows may take together, above 0
     */
    public SpillSpace(Path parent, long memoryBytes) {
        Check.positive("memoryBytes", memoryBytes);
        this.folder = parent.resolve(FOLDER);
        this.memoryBytes = memoryBytes;
    }

    /** What all rows may take together. */
    public long memoryBytes() {
        return memoryBytes;
    }

    /**
     * A sorter of rows that may take a share of the memory.
     *
     * @param width values of a row
     * @param share of the memory, 0 to 1
     */
    public RowSorter sorter(int width, double share) {
        return new RowSorter(this, width, (long) (memoryBytes * share));
    }

    /** The name of a file that does not exist yet, in a folder that does. */
    Path newFile() {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return folder.resolve("run-" + ++files);
    }

    /** Number of files that were written so far. */
    public int filesWritten() {
        return files;
    }

    @Override
    public void close() {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> left = Files.list(folder)) {
            for (Path file : left.toList()) {
                Files.deleteIfExists(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
