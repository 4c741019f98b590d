package dev.stowage.push.object;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Files and folders as objects that a push changes. Names are relative to a root; that of a folder
 * ends with a slash. A file is replaced in one step, so that it is the old or the new one, whatever
 * happens; bytes and permissions are brought back. Links are neither followed nor replaced.
 *
 * @param root folder; need not exist
 */
public record FileTree(Path root) {
    private static final String MODE = "mode";
    private static final String KIND = "kind";
    private static final String SIZE = "bytes";
    private static final String DIGEST = "sha256";
    private static final String FILE_MODE = "rw-r--r--";

    /** A folder that is to be there. */
    public static ObjectState folder() {
        return ObjectState.of(Map.of(KIND, "folder"), "");
    }

    /** A file with this text, readable by all. */
    public static ObjectState file(String text) {
        return file(text.getBytes(StandardCharsets.UTF_8), FILE_MODE);
    }

    private static ObjectState file(byte[] bytes, String mode) {
        Map<String, String> fields = new TreeMap<>();
        fields.put(KIND, "file");
        fields.put(SIZE, Integer.toString(bytes.length));
        fields.put(DIGEST, Sha256.of(bytes).substring(0, 16));
        fields.put(MODE, mode);
        return ObjectState.of(fields, new String(bytes, StandardCharsets.ISO_8859_1));
    }

    public ObjectState read(String name) {
        Path path = path(name);
        try {
            if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                return ObjectState.ABSENT;
            }
            PosixFileAttributes attributes =
                    Files.readAttributes(
                            path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (attributes.isRegularFile()) {
                return file(
                        Files.readAllBytes(path),
                        PosixFilePermissions.toString(attributes.permissions()));
            }
            String kind = attributes.isDirectory() ? "folder" : "link or device";
            return ObjectState.of(Map.of(KIND, kind), "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void apply(String name, ObjectState planned, ObjectState found) {
        if (found.exists() && planned.exists() && !kind(found).equals(kind(planned))) {
            throw InputException.of(
                    path(name),
                    "a " + kind(found),
                    "a " + kind(planned) + ", or nothing",
                    "Move it away, or choose another place.");
        }
        bring(name, planned);
    }

    /** Makes an object what {@code state} says. */
    public void bring(String name, ObjectState state) {
        tidy(name);
        Path path = path(name);
        try {
            if (!state.exists()) {
                remove(path);
            } else if (kind(state).equals("folder")) {
                Files.createDirectories(path);
                syncParent(path);
            } else {
                write(path, temporary(name), state);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes a file that was not finished. */
    public void tidy(String name) {
        if (!name.endsWith("/")) {
            try {
                Files.deleteIfExists(temporary(name));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void remove(Path path) throws IOException {
        try {
            Files.deleteIfExists(path);
        } catch (DirectoryNotEmptyException e) {
            throw new PushFailure(
                    path + ": not empty, somebody put something there\n  Move that away.", e);
        }
        syncParent(path);
    }

    private static void write(Path path, Path temporary, ObjectState state) throws IOException {
        Set<PosixFilePermission> mode =
                PosixFilePermissions.fromString(state.fields().getOrDefault(MODE, FILE_MODE));
        try (FileChannel out =
                FileChannel.open(
                        temporary,
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")))) {
            ByteBuffer bytes =
                    ByteBuffer.wrap(state.content().getBytes(StandardCharsets.ISO_8859_1));
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            Files.setPosixFilePermissions(temporary, mode);
            out.force(true);
        }
        Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
        syncParent(path);
    }

    private static void syncParent(Path path) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        if (folder != null && Files.isDirectory(folder)) {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    private static String kind(ObjectState state) {
        return state.fields().getOrDefault(KIND, "");
    }

    private Path path(String name) {
        Path path = root.resolve(name).normalize();
        if (!path.startsWith(root.normalize())) {
            throw new IllegalArgumentException("name = " + name + " leaves " + root);
        }
        return path;
    }

    private Path temporary(String name) {
        Path path = path(name);
        return path.resolveSibling("." + path.getFileName() + ".stowage-new");
    }
}
