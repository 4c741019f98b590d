package dev.stowage.workflow.sweep.result;

import dev.stowage.basis.InputException;
import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.CellStore;
import dev.stowage.workflow.sweep.Sweep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Copies of what sweeps read, by SHA-256, beside their kept answers: so that a later night can say
 * what moved inside a file, and try it as it was. Files of more than 256 MiB are left out.
 */
public final class InputArchive {
    private static final long MOST_BYTES = 256L << 20;

    private final Path folder;

    /** The archive of a folder of kept answers. */
    public InputArchive(Path cells) {
        folder = cells.resolve(CellStore.INPUTS);
    }

    /** Keeps what cells read that is not there yet. */
    public void keep(Sweep sweep, List<CellResult> cells) {
        Map<String, String> hashes = Reasons.inputs(cells);
        Map<String, Path> paths = new TreeMap<>();
        cells.forEach(cell -> paths.putAll(sweep.inputs(cell.cell())));
        try {
            for (var each : paths.entrySet()) {
                String hash = hashes.get(each.getKey());
                if (hash != null) {
                    keep(hash, each.getValue());
                }
            }
        } catch (IOException e) {
            throw InputException.of(
                            folder,
                            "a folder that can't be written",
                            "one where inputs can be kept",
                            CellStore.remedy(e) + " or name another folder with --cache.")
                    .causedBy(e);
        }
    }

    private void keep(String hash, Path input) throws IOException {
        Path kept = folder.resolve(hash);
        if (Files.isDirectory(kept)) {
            Files.setLastModifiedTime(kept, FileTime.from(Instant.now())); // for gc: used today
            return;
        }
        List<Path> files;
        try (Stream<Path> all = Files.walk(input)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.size(file);
        }
        if (bytes > MOST_BYTES) {
            return;
        }
        Path parent = input.toAbsolutePath().resolveSibling("");
        Files.createDirectories(folder);
        Path temporary = Files.createTempDirectory(folder, "new");
        for (Path file : files) {
            Path copy = temporary.resolve(String.valueOf(parent.relativize(file.toAbsolutePath())));
            Files.createDirectories(copy.resolveSibling(""));
            Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        }
        Files.move(temporary, kept, StandardCopyOption.ATOMIC_MOVE);
    }

    /** What was read under a hash, if it is kept. */
    public Optional<Path> find(String hash) {
        Path kept = folder.resolve(hash);
        if (hash.isEmpty() || !Files.isDirectory(kept)) {
            return Optional.empty();
        }
        try (Stream<Path> entries = Files.list(kept)) {
            return entries.sorted().findFirst();
        } catch (IOException e) {
            return Optional.empty(); // as if it had not been kept
        }
    }
}
