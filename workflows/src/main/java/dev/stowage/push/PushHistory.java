package dev.stowage.push;

import dev.stowage.basis.InputException;
import dev.stowage.push.object.ObjectState;
import dev.stowage.push.object.PushSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The pushes of a plan to a target: a folder beside the plan with a journal for each, by number.
 *
 * @param folder of the journals
 * @param target name of the target
 */
record PushHistory(Path folder, String target) {
    private static final String SUFFIX = ".journal";

    /** A push and the file of its journal. */
    record Entry(Path file, PushRecord push) {}

    /** All pushes, the first one first. */
    List<Entry> entries() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Entry> entries = new ArrayList<>();
        for (Path file : files()) {
            List<JournalEntry> lines = Journal.read(file);
            if (!lines.isEmpty()) {
                entries.add(new Entry(file, PushRecord.of(file, lines)));
            }
        }
        return entries;
    }

    private List<Path> files() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> isOurs(file.getFileName().toString())).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isOurs(String name) {
        return name.startsWith(target + "-")
                && name.endsWith(SUFFIX)
                && name.substring(target.length() + 1).matches("\\d{4}\\.journal");
    }

    /** The last push that is in force, finished or not. */
    Optional<Entry> latest() {
        List<Entry> entries = entries();
        for (int i = entries.size() - 1; i >= 0; i--) {
            if (entries.get(i).push().isInForce()) {
                return Optional.of(entries.get(i));
            }
        }
        return Optional.empty();
    }

    /** The push that was interrupted, if there is one. */
    Optional<Entry> open() {
        return entries().stream().filter(each -> each.push().isOpen()).findFirst();
    }

    /** What pushes with these settings wrote last, by object, in the order of writing. */
    Map<String, ObjectState> written(SortedMap<String, String> settings) {
        Map<String, ObjectState> written = new LinkedHashMap<>();
        for (Entry entry : entries()) {
            if (!entry.push().isInForce()
                    || !place(entry.push().header().settings()).equals(place(settings))) {
                continue;
            }
            for (PushRecord.Change change : entry.push().changes()) {
                change.written.ifPresent(
                        state -> {
                            written.remove(change.object.name());
                            written.put(change.object.name(), state);
                        });
            }
        }
        return written;
    }

    /** The settings that say where, without those that say how. */
    private static SortedMap<String, String> place(SortedMap<String, String> settings) {
        SortedMap<String, String> place = new TreeMap<>(settings);
        place.keySet().removeAll(PushSettings.HOW);
        return place;
    }

    /** File of the next push. */
    Path next() {
        List<Path> files = files();
        int number = 1;
        if (!files.isEmpty()) {
            String name = files.get(files.size() - 1).getFileName().toString();
            String digits = name.substring(target.length() + 1, name.length() - SUFFIX.length());
            number = Integer.parseInt(digits) + 1;
        }
        return folder.resolve("%s-%04d%s".formatted(target, number, SUFFIX));
    }

    /**
     * Does {@code work} while other pushes of this plan are kept away. Makes the folder.
     *
     * @throws InputException if another push is under way
     */
    <T> T exclusively(Supplier<T> work) {
        try (FileChannel channel = lockFile()) {
            if (!tryLock(channel)) {
                throw InputException.of(
                        folder,
                        "another push under way",
                        "one push of a plan at a time",
                        "Wait until it has ended.");
            }
            return work.get();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private FileChannel lockFile() throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectory(
                    folder,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
        }
        return FileChannel.open(
                folder.resolve("lock"),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }
}
