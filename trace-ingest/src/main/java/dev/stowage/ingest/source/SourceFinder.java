package dev.stowage.ingest.source;

import dev.stowage.ingest.InputFiles;
import dev.stowage.ingest.text.LineBlocks;
import dev.stowage.ingest.text.RowScanner;
import dev.stowage.ingest.text.TextSource;
import dev.stowage.model.InputException;
import dev.stowage.model.Resources;
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
    private static final int ROWS_TO_LOOK_AT = 100;
    private static final int BYTES_TO_LOOK_AT = 4096;

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

    /** The largest share of the first rows of a file that fit one table of a family. */
    static double resemblance(TraceFamily family, Path file) {
        try (TextSource source = TextSource.open(file, bytes -> {})) {
            LineBlocks.Block block = new LineBlocks(source).next();
            if (block == null) {
                return 0;
            }
            refuseBinary(file, block);
            double best = 0;
            for (SourceSchema table : family.tables()) {
                Look look = look(block, table);
                best = Math.max(best, look.rows == 0 ? 0 : (double) look.fits / look.rows);
            }
            return best;
        } catch (InputException e) {
            return 0; // damaged, binary or empty
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
        try (TextSource source = TextSource.open(path, bytes -> {})) {
            LineBlocks.Block block = new LineBlocks(source).next();
            if (block == null) {
                throw InputException.of(
                        path, "gzip data without any text", "rows of text", "Fetch it again.");
            }
            refuseBinary(path, block);
            @Nullable FoundFile best = null;
            int bestFits = 0;
            for (SourceSchema table : candidates(named)) {
                Look look = look(block, table);
                boolean isGoodEnough = named.isPresent() || 2 * look.fits >= look.rows;
                if (look.fits > bestFits && isGoodEnough) {
                    bestFits = look.fits;
                    best = new FoundFile(path, name, table, look.firstTime);
                }
            }
            if (best == null) {
                throw unrecognised(path, block, named);
            }
            return best;
        }
    }

    private List<? extends SourceSchema> candidates(Optional<SourceSchema> named) {
        return named.isPresent() ? List.of(named.get()) : family.tables();
    }

    private static void refuseBinary(Path path, LineBlocks.Block block) {
        int length = Math.min(block.length(), BYTES_TO_LOOK_AT);
        for (int i = 0; i < length; i++) {
            byte value = block.bytes()[i];
            if (value >= 0 && value < ' ' && value != '\n' && value != '\r' && value != '\t') {
                throw InputException.of(
                        path,
                        "binary data (byte " + value + " at offset " + i + ")",
                        "rows of text, plain or gzip",
                        "Check that this is the file you mean.");
            }
        }
    }

    /** How many of the first rows fit a table. */
    private record Look(int rows, int fits, long firstTime) {}

    private static Look look(LineBlocks.Block block, SourceSchema table) {
        FieldReader fields = new FieldReader(table, Resources.ofCoresAndGib(1, 1));
        long[][] row = new long[RowScanner.MAX_FIELDS][1];
        RowScanner scanner = new RowScanner(block, table.syntax());
        int rows = 0;
        int fits = 0;
        long firstTime = 0;
        while (rows < ROWS_TO_LOOK_AT && scanner.next()) {
            boolean isHeader = fields.isHeader(scanner, table);
            if (scanner.isEmpty() || scanner.isComment() || isHeader) {
                continue;
            }
            rows++;
            if (table.hasFieldCount(scanner.fields()) && fields.read(scanner, row, 0)) {
                firstTime = fits == 0 ? firstTime(table, row) : firstTime;
                fits++;
            }
        }
        return new Look(rows, fits, firstTime);
    }

    private static long firstTime(SourceSchema table, long[][] row) {
        return table.timeField() < 0 ? 0 : row[table.timeField()][0];
    }

    private InputException unrecognised(
            Path path, LineBlocks.Block block, Optional<SourceSchema> named) {
        RowScanner scanner = new RowScanner(block, candidates(named).get(0).syntax());
        scanner.next();
        String first = scanner.text();
        String shown = first.length() > 120 ? first.substring(0, 120) + "…" : first;
        List<String> tables =
                candidates(named).stream()
                        .map(table -> table.tableName() + " (" + table.fieldCount() + " columns)")
                        .toList();
        return InputException.of(
                path,
                "a first row of "
                        + scanner.fields()
                        + " columns, \""
                        + shown
                        + "\", and no row near it that fits",
                "the " + family.name() + " table " + String.join(" or ", tables),
                "If it is of another format, name that format; `stowage help ingest` lists them.");
    }
}
