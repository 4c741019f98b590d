package dev.stowage.ingest.source;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.format.InputFiles;
import dev.stowage.ingest.format.Resemblance;
import dev.stowage.ingest.schema.SourceSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files of a trace below the inputs and recognises their tables: by the name of the file
 * or its folder where one is a table's name, by its content otherwise; the content is checked in
 * either case.
 */
final class SourceFinder {
    private final TraceFamily family;
    private final List<Path> inputs;
    private final List<FoundFile> found = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();
    private final Map<Path, String> seen = new HashMap<>();

    SourceFinder(TraceFamily family, List<Path> inputs) {
        this.family = family;
        this.inputs = inputs;
    }

    /**
     * The files in the order in which they are to be read.
     *
     * @throws InputException if an input is missing, of another format or given twice
     */
    List<FoundFile> find() {
        for (Path input : inputs) {
            if (Files.isDirectory(input)) {
                findIn(input);
            } else {
                String name = input.getFileName().toString();
                @Nullable Path parent = input.toAbsolutePath().getParent();
                String folder =
                        parent == null || parent.getFileName() == null
                                ? ""
                                : parent.getFileName().toString();
                String shown = table(folder).isPresent() ? folder + "/" + name : name;
                add(input, shown, table(name).or(() -> table(folder)));
            }
        }
        found.sort(
                Comparator.comparingInt((FoundFile file) -> file.table().ordinal())
                        .thenComparing(FoundFile::firstTime)
                        .thenComparing(FoundFile::name));
        return found;
    }

    /** Files of directories that no table's name leads to. */
    List<String> skipped() {
        return skipped;
    }

    private void findIn(Path directory) {
        Path folder = directory.toAbsolutePath().normalize().getFileName();
        Optional<SourceSchema> whole = folder == null ? Optional.empty() : table(folder.toString());
        int before = found.size();
        List<String> others = new ArrayList<>();
        for (Path file : InputFiles.of(directory)) {
            Path relative = directory.relativize(file);
            String name = relative.toString().replace('\\', '/');
            Optional<SourceSchema> table = whole;
            for (Path part : relative) {
                Optional<SourceSchema> named = table(part.toString());
                table = named.isPresent() ? named : table;
            }
            if (table.isPresent()) {
                add(file, name, table);
            } else {
                others.add(name);
            }
        }
        if (found.size() == before) {
            throw InputException.of(
                    directory,
                    others.isEmpty()
                            ? "no files"
                            : "no table of "
                                    + family.name()
                                    + " among "
                                    + others.size()
                                    + " files ("
                                    + others.get(0)
                                    + ", …)",
                    "folders or files named " + String.join(", ", tableNames()),
                    "Name the files themselves if they are called otherwise.");
        }
        skipped.addAll(others);
    }

    /**
     * The largest share of the first rows of a file that fit one table of a family, and 1 more
     * where the first line has the names of its columns.
     */
    static double resemblance(TraceFamily family, Path file) {
        try {
            Beginning beginning = Beginning.of(file, family.describe().encodings());
            double best = 0;
            for (SourceSchema table : family.tables()) {
                best = Math.max(best, beginning.look(table, false).share());
            }
            return best;
        } catch (InputException e) {
            return 0; // damaged, binary or empty
        }
    }

    /** What speaks for each table of a family. */
    static List<Resemblance> evidence(TraceFamily family, Path file) {
        try {
            Beginning beginning = Beginning.of(file, family.describe().encodings());
            return family.tables().stream()
                    .map(
                            table -> {
                                Beginning.Look look = beginning.look(table, false);
                                return new Resemblance(
                                        table.tableName(),
                                        look.share(),
                                        look.rows(),
                                        look.misfit());
                            })
                    .toList();
        } catch (InputException e) {
            return List.of(Resemblance.ofWhole(0, e.issues().get(0).found()));
        }
    }

    /** What keeps a file from being read as rows, whatever its format. */
    static Optional<InputException> unreadable(TraceFamily family, Path file) {
        try {
            Beginning.of(file, family.describe().encodings());
            return Optional.empty();
        } catch (InputException e) {
            return Optional.of(e);
        }
    }

    /** The table that a file or folder name begins with. */
    private Optional<SourceSchema> table(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        for (SourceSchema table : family.tables()) {
            if (table.isNamed(lower)) {
                return Optional.of(table);
            }
        }
        return Optional.empty();
    }

    private List<String> tableNames() {
        return family.tables().stream().map(SourceSchema::tableName).toList();
    }

    private void add(Path path, String name, Optional<SourceSchema> named) {
        FoundFile source = recognise(path, name, named);
        try {
            String other = seen.putIfAbsent(path.toRealPath(), name);
            if (other != null) {
                throw InputException.of(path, "a file that is given twice", "each file once", null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        found.add(source);
    }

    private FoundFile recognise(Path path, String name, Optional<SourceSchema> named) {
        Beginning beginning = Beginning.of(path, family.describe().encodings());
        @Nullable FoundFile best = null;
        double bestShare = 0;
        for (SourceSchema table : candidates(named)) {
            Beginning.Look look = beginning.look(table, named.isPresent());
            boolean isGoodEnough = named.isPresent() || 2 * look.fits() >= look.rows();
            if (look.share() > bestShare && isGoodEnough) {
                bestShare = look.share();
                best =
                        new FoundFile(
                                path,
                                name,
                                table,
                                look.encoding(),
                                look.separator(),
                                look.firstTime());
            }
        }
        if (best == null) {
            throw beginning.unrecognised(family, candidates(named));
        }
        return best;
    }

    private List<SourceSchema> candidates(Optional<SourceSchema> named) {
        return named.isPresent() ? List.of(named.get()) : family.tables();
    }
}
