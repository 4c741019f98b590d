package dev.stowage.workflow.sweep;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.basis.Sha256;
import dev.stowage.json.Json;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Answers on disk, each in a file named by its key and moved there when it is whole. One process
 * holds the folder at a time. Safe for use by the threads of that process.
 */
public final class CellStore implements AutoCloseable {
    /** By which a folder of cells is known, and held. */
    public static final String LOCK = "lock";

    /** Folder of what the cells read. */
    public static final String INPUTS = "inputs";

    private static final long WAIT_MILLIS = 100;

    private final Path folder;
    private final FileChannel channel;
    private final FileLock lock;
    private final AtomicInteger damaged = new AtomicInteger();
    private final AtomicInteger temporaries = new AtomicInteger();

    private CellStore(Path folder, FileChannel channel, FileLock lock) {
        this.folder = folder;
        this.channel = channel;
        this.lock = lock;
    }

    /** An answer and the seconds that it took. */
    record Stored(String answer, double seconds) {}

    /**
     * Opens a folder; it is made if it is not there.
     *
     * @param waits true to wait for another process that holds it
     * @throws InputException if another process holds it and {@code waits} is false
     */
    public static CellStore open(Path folder, boolean waits) {
        try {
            Files.createDirectories(folder);
            FileChannel channel =
                    FileChannel.open(
                            folder.resolve(LOCK),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
            FileLock lock = tried(channel);
            while (lock == null && waits) {
                Thread.sleep(WAIT_MILLIS);
                lock = tried(channel);
            }
            if (lock == null) {
                channel.close();
                throw InputException.of(
                        folder,
                        "another sweep at work in it",
                        "a folder of cells that is free",
                        "Wait for it with --wait, or name another folder with --cache.");
            }
            return new CellStore(folder, channel, lock);
        } catch (IOException e) {
            throw unusable(folder, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + folder, e);
        }
    }

    private static InputException unusable(Path folder, IOException e) {
        return InputException.of(
                        folder,
                        "a folder that can't be used: " + reason(e),
                        "one where answers can be kept",
                        remedy(e)
                                + " or name another folder with --cache. Answers that are there"
                                + " stay.")
                .causedBy(e);
    }

    /** What helps beside another folder. */
    public static String remedy(IOException e) {
        return e instanceof AccessDeniedException
                        || reason(e).toLowerCase(Locale.ROOT).contains("read-only")
                ? "Allow writing there,"
                : e instanceof FileAlreadyExistsException
                        ? "Move the file away,"
                        : "Free some space,";
    }

    private static String reason(IOException e) {
        return e instanceof FileSystemException problem && problem.getReason() != null
                ? problem.getReason()
                : e instanceof AccessDeniedException
                        ? "permission denied"
                        : e instanceof FileAlreadyExistsException
                                ? "it is a file"
                                : String.valueOf(e.getMessage());
    }

    private static @Nullable FileLock tried(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // another thread of this process has it
        }
    }

    /** The answer under a key, if it is there and whole. */
    Optional<Stored> read(String key) {
        Path file = file(key);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            JsonNode cell = Json.mapper().readTree(file.toFile());
            String answer = cell.path("answer").textValue();
            String sum = cell.path("sha256").textValue();
            if (answer == null || !Sha256.of(answer).equals(sum) || !cell.has("seconds")) {
                return damaged();
            }
            Files.setLastModifiedTime(file, FileTime.from(Instant.now())); // for gc: used today
            return Optional.of(new Stored(answer, cell.get("seconds").doubleValue()));
        } catch (JsonProcessingException e) {
            return damaged();
        } catch (IOException e) {
            throw unusable(folder, e);
        }
    }

    private Optional<Stored> damaged() {
        damaged.incrementAndGet();
        return Optional.empty();
    }

    /** How many files were there and not whole; they are written anew. */
    public int damagedCells() {
        return damaged.get();
    }

    /** Keeps an answer. */
    void write(String key, Cell cell, Stored stored) {
        ObjectNode text = Json.mapper().createObjectNode();
        text.put("key", key);
        text.set("settings", cell.settings());
        text.put("seconds", stored.seconds());
        text.put("sha256", Sha256.of(stored.answer()));
        text.put("answer", stored.answer());
        Path file = file(key);
        Path temporary = file.resolveSibling(key + "." + temporaries.incrementAndGet() + ".tmp");
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(temporary, Json.text(text));
            try (FileChannel written = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                written.force(true);
            }
            Files.move(
                    temporary,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw unusable(folder, e);
        }
    }

    private Path file(String key) {
        return folder.resolve(key.substring(0, 2)).resolve(key + ".json");
    }

    /**
     * Removes cells that were not used for a time, and what killed processes left.
     *
     * @return number of cells removed
     */
    public int removeUnusedFor(Duration time) {
        Instant limit = Instant.now().minus(time);
        int removed = 0;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(this::isOfCell).toList()) {
                boolean isLeft = file.toString().endsWith(".tmp");
                boolean isOld = isOlder(file, limit);
                if (isLeft || (file.toString().endsWith(".json") && isOld)) {
                    Files.delete(file);
                    removed += isLeft ? 0 : 1;
                }
            }
            removeInputs(limit);
        } catch (IOException e) {
            throw unusable(folder, e);
        }
        return removed;
    }

    private boolean isOfCell(Path file) {
        return Files.isRegularFile(file) && !file.startsWith(folder.resolve(INPUTS));
    }

    private static boolean isOlder(Path file, Instant limit) throws IOException {
        return Files.getLastModifiedTime(file).toInstant().isBefore(limit);
    }

    private void removeInputs(Instant limit) throws IOException {
        if (!Files.isDirectory(folder.resolve(INPUTS))) {
            return;
        }
        try (Stream<Path> all = Files.list(folder.resolve(INPUTS))) {
            for (Path input : all.toList()) {
                boolean isLeft = String.valueOf(input.getFileName()).startsWith("new");
                if (isLeft || isOlder(input, limit)) {
                    try (Stream<Path> files = Files.walk(input)) {
                        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                            Files.delete(file);
                        }
                    }
                }
            }
        }
    }

    @Override
    public void close() {
        try {
            lock.release();
            channel.close();
        } catch (IOException e) {
            throw unusable(folder, e);
        }
    }
}
