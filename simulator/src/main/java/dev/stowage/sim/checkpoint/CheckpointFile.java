package dev.stowage.sim.checkpoint;

import dev.stowage.basis.Checkpointed;
import dev.stowage.basis.InputException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * The form of a checkpoint: a title with the version of the form, the identity of the run as names
 * and values, the parts of its state each under its name, and a CRC-32 of all that.
 */
public final class CheckpointFile {
    /** Changes with what any part writes. */
    static final int VERSION = 3;

    private static final String TITLE = "stowage checkpoint";
    private static final String REMEDY =
            "Without --resume the run begins anew; --force replaces the checkpoint.";
    private static final int MOST_SHOWN = 3; // of what differs
    private static final int CHECKSUM_BYTES = Long.BYTES;

    private final Path path;

    public CheckpointFile(Path path) {
        this.path = path;
    }

    /** Writes one and puts it in the place of the one before. */
    public void write(Map<String, String> identity, Map<String, Checkpointed> parts) {
        Path temporary = path.resolveSibling(path.getFileName() + ".tmp");
        try {
            try (FileOutputStream file = new FileOutputStream(temporary.toFile())) {
                CheckedOutputStream checked =
                        new CheckedOutputStream(
                                new BufferedOutputStream(file, 1 << 16), new CRC32());
                DataOutputStream out = new DataOutputStream(checked);
                out.writeUTF(TITLE);
                out.writeInt(VERSION);
                out.writeInt(identity.size());
                for (Map.Entry<String, String> entry : identity.entrySet()) {
                    out.writeUTF(entry.getKey());
                    out.writeUTF(entry.getValue());
                }
                for (Map.Entry<String, Checkpointed> part : parts.entrySet()) {
                    out.writeUTF(part.getKey());
                    part.getValue().writeState(out);
                }
                out.writeLong(checked.getChecksum().getValue());
                out.flush();
                file.getFD().sync();
            }
            Files.move(
                    temporary,
                    path,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads one into the parts of a run, in the same order.
     *
     * @throws InputException if it is missing or damaged, of another version, or of a run with
     *     other inputs
     */
    public void read(Map<String, String> identity, Map<String, Checkpointed> parts) {
        if (!Files.isRegularFile(path)) {
            throw InputException.of(
                    path,
                    "no such file",
                    "the checkpoint of a run that was interrupted",
                    "Run it without --resume.");
        }
        requireWhole();
        try (DataInputStream in = new DataInputStream(open())) {
            requireHead(in, identity);
            for (Map.Entry<String, Checkpointed> part : parts.entrySet()) {
                String name = in.readUTF();
                if (!name.equals(part.getKey())) {
                    throw damaged("part " + name);
                }
                part.getValue().readState(in);
            }
        } catch (IOException e) {
            throw damaged(String.valueOf(e.getMessage())).causedBy(e);
        }
    }

    private void requireHead(DataInputStream in, Map<String, String> identity) throws IOException {
        if (!in.readUTF().equals(TITLE)) {
            throw damaged("another kind of file");
        }
        int version = in.readInt();
        if (version != VERSION) {
            throw InputException.of(
                    path, "version " + version + " of the form", "version " + VERSION, REMEDY);
        }
        Map<String, String> found = new LinkedHashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            found.put(in.readUTF(), in.readUTF());
        }
        List<String> names =
                Stream.concat(identity.keySet().stream(), found.keySet().stream())
                        .distinct()
                        .filter(name -> !Objects.equals(found.get(name), identity.get(name)))
                        .toList();
        if (!names.isEmpty()) {
            throw InputException.of(
                    path,
                    "a run with " + values(names, found),
                    values(names, identity) + ", as this command says",
                    "A run is resumed with the same inputs and options. " + REMEDY);
        }
    }

    /** The first of them, each with its value. */
    private static String values(List<String> names, Map<String, String> of) {
        String shown =
                names.stream()
                        .limit(MOST_SHOWN)
                        .map(name -> name + " " + of.getOrDefault(name, "unknown"))
                        .collect(Collectors.joining(", "));
        int more = names.size() - MOST_SHOWN;
        return more > 0 ? shown + " and " + more + " more" : shown;
    }

    private void requireWhole() {
        try {
            long left = Files.size(path) - CHECKSUM_BYTES;
            try (CheckedInputStream checked = new CheckedInputStream(open(), new CRC32());
                    DataInputStream in = new DataInputStream(checked)) {
                byte[] buffer = new byte[1 << 16];
                while (left > 0) {
                    int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
                    if (read < 0) {
                        throw damaged("an end too early");
                    }
                    left -= read;
                }
                long sum = checked.getChecksum().getValue();
                if (left < 0 || in.readLong() != sum) {
                    throw damaged("a wrong checksum");
                }
            }
        } catch (IOException e) {
            throw damaged(String.valueOf(e.getMessage())).causedBy(e);
        }
    }

    private InputStream open() throws IOException {
        return new BufferedInputStream(Files.newInputStream(path), 1 << 16);
    }

    private InputException damaged(String what) {
        return InputException.of(path, what + ": it is damaged", "a whole checkpoint", REMEDY);
    }
}
