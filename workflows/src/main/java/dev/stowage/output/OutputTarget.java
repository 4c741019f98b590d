package dev.stowage.output;

import dev.stowage.basis.InputException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A file or directory in the making: written under a temporary name beside its place and moved
 * there by {@link #commit} when it is complete. Closed without commit, or interrupted, it leaves
 * nothing and what was there before stays.
 *
 * <pre>{@code
 * try (OutputTarget target = OutputTarget.directory(path, "manifest.json", force)) {
 *     write(target.temporary());
 *     target.commit();
 * }
 * }</pre>
 */
public final class OutputTarget implements AutoCloseable {
    private static final Set<OutputTarget> OPEN = ConcurrentHashMap.newKeySet();
    private static final AtomicInteger COUNTER = new AtomicInteger();

    private final Path path;
    private final Path temporary;
    private final boolean isDevice;
    private final List<Path> leftovers;
    private @Nullable Path replaced;

    private OutputTarget(Path path, Path temporary, boolean isDevice, List<Path> leftovers) {
        this.path = path;
        this.temporary = temporary;
        this.isDevice = isDevice;
        this.leftovers = leftovers;
        OPEN.add(this);
    }

    /**
     * Begins a file. A device such as {@code /dev/stdout} is written to on commit, not replaced.
     *
     * @throws InputException if {@code path} exists and {@code force} is false, if it is a
     *     directory, or if its folder does not exist
     */
    public static OutputTarget file(Path path, boolean force) {
        BasicFileAttributes attributes = attributes(path);
        if (attributes != null && attributes.isOther()) {
            try {
                return new OutputTarget(
                        path, Files.createTempFile("stowage", ".tmp"), true, List.of());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        if (attributes != null && attributes.isDirectory()) {
            throw InputException.of(
                    path, "a directory", "the name of a file", "Choose another name.");
        }
        refuseExisting(path, attributes, force);
        return new OutputTarget(path, sibling(path), false, removeLeftovers(path));
    }

    /**
     * Begins a directory; {@link #temporary} exists and is empty.
     *
     * @param marker the file by which one of our directories of this kind is known; a directory
     *     with other content is never replaced
     * @throws InputException if {@code path} exists and {@code force} is false or it is not one of
     *     ours, or if its folder does not exist
     */
    public static OutputTarget directory(Path path, String marker, boolean force) {
        BasicFileAttributes attributes = attributes(path);
        if (attributes != null && !attributes.isDirectory()) {
            throw InputException.of(
                    path,
                    "something that is not a directory",
                    "a new directory",
                    "Choose another name.");
        }
        refuseExisting(path, attributes, force);
        if (attributes != null && !isReplaceable(path, marker)) {
            throw InputException.of(
                    path,
                    "a directory with other content (no " + marker + ")",
                    "a directory that stowage wrote, or none",
                    "--force does not replace it; choose another name.");
        }
        List<Path> leftovers = removeLeftovers(path);
        Path temporary = sibling(path);
        try {
            Files.createDirectory(temporary);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new OutputTarget(path, temporary, false, leftovers);
    }

    /** Where to write: a file that does not exist yet, or an empty directory. */
    public Path temporary() {
        return temporary;
    }

    /** Where it will be. */
    public Path path() {
        return path;
    }

    /** What killed processes had left beside the place; it is removed. */
    public List<Path> leftovers() {
        return leftovers;
    }

    private static List<Path> removeLeftovers(Path path) {
        List<Path> left = Leftovers.of(path);
        try {
            for (Path each : left) {
                delete(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return left;
    }

    /** Makes the file of this text, and moves it into place. */
    public void commitText(String text) {
        try {
            Files.writeString(temporary, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        commit();
    }

    /** Moves what was written into place, and only then removes what it replaces. */
    public void commit() {
        try {
            if (isDevice) {
                copyToDevice();
            } else if (Files.isDirectory(temporary)) {
                replaceDirectory();
            } else {
                Files.move(
                        temporary,
                        path,
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes what was not committed. */
    @Override
    public void close() {
        try {
            delete(temporary);
            if (replaced != null && !Files.exists(path)) {
                Files.move(replaced, path, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            OPEN.remove(this);
        }
    }

    /**
     * Removes the temporaries of all outputs in the making while their writers may still be at
     * work; for the end of the process.
     *
     * @return true if there were any
     */
    public static boolean abandonAll() {
        List<OutputTarget> open = new ArrayList<>(OPEN);
        open.forEach(OutputTarget::abandon);
        return !open.isEmpty();
    }

    private void abandon() {
        for (int attempt = 0; attempt < 50; attempt++) {
            try {
                close();
                return;
            } catch (UncheckedIOException e) {
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void replaceDirectory() throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            Path old = sibling(path);
            replaced = old;
            Files.move(path, old, StandardCopyOption.ATOMIC_MOVE);
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
            replaced = null;
            delete(old);
        } else {
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private void copyToDevice() throws IOException {
        try (OutputStream device = Files.newOutputStream(path)) {
            Files.copy(temporary, device);
        }
    }

    private static @Nullable BasicFileAttributes attributes(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class);
        } catch (IOException e) {
            return null;
        }
    }

    private static void refuseExisting(
            Path path, @Nullable BasicFileAttributes attributes, boolean force) {
        if (attributes != null && !force) {
            throw InputException.of(
                    path,
                    "an existing " + (attributes.isDirectory() ? "directory" : "file"),
                    "a new name",
                    "Replace it with --force, or choose another name.");
        }
        Path parent = path.toAbsolutePath().getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw InputException.of(
                    path,
                    "no folder " + parent,
                    "an existing folder to write in",
                    "Make it first: mkdir -p '" + parent + "'");
        }
    }

    private static boolean isReplaceable(Path directory, String marker) {
        if (Files.exists(directory.resolve(marker))) {
            return true;
        }
        try (Stream<Path> content = Files.list(directory)) {
            return content.findAny().isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path sibling(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        String name =
                Leftovers.name(absolute, ProcessHandle.current().pid(), COUNTER.incrementAndGet());
        return absolute.resolveSibling(name);
    }

    static void delete(Path path) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            try (Stream<Path> content = Files.list(path)) {
                for (Path child : content.toList()) {
                    delete(child);
                }
            } catch (NoSuchFileException e) {
                return;
            }
        }
        try {
            Files.deleteIfExists(path);
        } catch (DirectoryNotEmptyException e) {
            delete(path);
        }
    }
}
