package dev.stowage.push;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.stowage.basis.InputException;
import dev.stowage.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The record of a push, written ahead: a line of JSON for each step, on the disk before the next
 * step is taken. Readable by its owner only. A last line without its end was being written when the
 * process died; it counts as not written.
 */
public final class Journal implements AutoCloseable {
    /** Version of the form of a journal. */
    static final int FORMAT_VERSION = 1;

    private final FileChannel channel;

    private Journal(FileChannel channel) {
        this.channel = channel;
    }

    /** A new journal with what was found before anything is changed; durable when this returns. */
    static Journal create(Path file, JournalEntry.Header header, List<Difference> changes) {
        try {
            Journal journal =
                    new Journal(
                            FileChannel.open(
                                    file,
                                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                                    PosixFilePermissions.asFileAttribute(
                                            PosixFilePermissions.fromString("rw-------"))));
            journal.append(new JournalEntry(JournalEntry.Event.OPENED, null, header, null, null));
            for (int i = 0; i < changes.size(); i++) {
                journal.append(
                        new JournalEntry(
                                JournalEntry.Event.FOUND,
                                i,
                                null,
                                changes.get(i).object(),
                                changes.get(i).now()));
            }
            journal.write(JournalEntry.of(JournalEntry.Event.BEGUN));
            syncFolder(file);
            return journal;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Goes on with a journal; what a crash left of an unfinished line is cut off. */
    static Journal reopen(Path file) {
        try {
            long whole = whole(Files.readAllBytes(file));
            FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
            channel.truncate(whole);
            channel.position(whole);
            return new Journal(channel);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * What a journal says; empty if not even its first line was finished.
     *
     * @throws InputException if a line is none of ours
     */
    static List<JournalEntry> read(Path file) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            String text = new String(bytes, 0, (int) whole(bytes), StandardCharsets.UTF_8);
            List<JournalEntry> entries = new ArrayList<>();
            for (String line : text.lines().toList()) {
                entries.add(entry(file, entries.size() + 1, line));
            }
            return entries;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JournalEntry entry(Path file, int number, String line) {
        try {
            JournalEntry entry = Json.mapper().readValue(line, JournalEntry.class);
            JournalEntry.Header header = entry.header();
            if (header == null || header.formatVersion() == FORMAT_VERSION) {
                return entry;
            }
            throw InputException.atLine(
                    file,
                    number,
                    "format version " + header.formatVersion(),
                    "format version " + FORMAT_VERSION,
                    "Another version of stowage wrote it: go on with that one.");
        } catch (JsonProcessingException e) {
            throw InputException.atLine(
                            file,
                            number,
                            e.getOriginalMessage(),
                            "a line of a journal of stowage push",
                            "Bring back what the lines \"FOUND\" say by hand.")
                    .causedBy(e);
        }
    }

    /** Length without an unfinished last line. */
    private static long whole(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    /** Adds a line; it is on the disk when this returns. */
    void write(JournalEntry entry) {
        try {
            append(entry);
            channel.force(true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void append(JournalEntry entry) throws IOException {
        ByteBuffer line =
                ByteBuffer.wrap(
                        (Json.mapper().writeValueAsString(entry) + "\n")
                                .getBytes(StandardCharsets.UTF_8));
        while (line.hasRemaining()) {
            channel.write(line);
        }
    }

    private static void syncFolder(Path file) throws IOException {
        try (FileChannel folder =
                FileChannel.open(file.resolveSibling("."), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
