package dev.stowage.push.node;

import dev.stowage.push.object.PushFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The file system of cgroup v2, and what the kernel's refusals mean. Tests stand in for it. */
public class CgroupFiles {
    /** Where cgroup v2 is mounted. */
    static Optional<Path> mountPoint() {
        try {
            List<String> mounts = Files.readAllLines(Path.of("/proc/self/mounts"));
            return mounts.stream()
                    .map(line -> line.split(" ", -1))
                    .filter(fields -> fields.length > 2 && fields[2].equals("cgroup2"))
                    .map(fields -> Path.of(fields[1]))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Text of a file without the line feed at its end; empty if there is no such file. */
    Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file).stripTrailing());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a file that is there; the kernel takes a value whole or refuses it. */
    void write(Path file, String value) {
        try {
            Files.write(
                    file,
                    (value + "\n").getBytes(StandardCharsets.UTF_8),
                    StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw refused("\"" + value + "\" for " + file, e);
        }
    }

    /** Makes a cgroup. */
    public void make(Path folder) {
        try {
            Files.createDirectory(folder);
        } catch (IOException e) {
            throw refused("the cgroup " + folder, e);
        }
    }

    /** Removes a cgroup without processes and children. */
    void remove(Path folder) {
        try {
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw refused("to remove " + folder, e);
        }
    }

    /** True if a file that is there may be written. */
    boolean isWritable(Path file) {
        return Files.isWritable(file);
    }

    /** A file that may not be written, and what to do. */
    static PushFailure unwritable(Path file, @Nullable IOException e) {
        return new PushFailure(
                file
                        + ": can't be written"
                        + (e == null ? "" : ": " + e.getMessage())
                        + "\n  Make it writable for this user, or run as one who may.",
                e);
    }

    /** What a refusal of the kernel means. */
    static PushFailure refused(String what, IOException e) {
        String reason = String.valueOf(e.getMessage());
        String remedy = "Check the value against cgroup-v2.rst of the kernel.";
        if (e instanceof java.nio.file.AccessDeniedException || reason.contains("not permitted")) {
            remedy = "Writing cgroups takes root, or a delegated subtree given with --cgroup-root.";
        } else if (reason.contains("busy")) {
            remedy =
                    "Processes are in it, or a cgroup with processes is not the root: move them to a"
                            + " cgroup without children.";
        } else if (reason.contains("Read-only")) {
            remedy = "The hierarchy is mounted read-only here, as in a container.";
        } else if (e instanceof NoSuchFileException) {
            remedy = "The controller of that file is not enabled in the parent's subtree_control.";
        }
        return new PushFailure("the kernel refuses " + what + ": " + reason + "\n  " + remedy, e);
    }
}
