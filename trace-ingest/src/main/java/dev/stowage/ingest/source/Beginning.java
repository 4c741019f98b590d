package dev.stowage.ingest.source;

import dev.stowage.ingest.parquet.ParquetLines;
import dev.stowage.ingest.text.InflationLimit;
import dev.stowage.ingest.text.LineBlocks;
import dev.stowage.ingest.text.RowScanner;
import dev.stowage.ingest.text.TextSource;
import dev.stowage.model.InputException;
import dev.stowage.model.Resources;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * What a file begins with: how its rows are written, and the first of them, from which its table is
 * recognised.
 *
 * @param path the file
 * @param encoding how its rows are written
 * @param block its first lines; of a Parquet file, the names of its columns
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Beginning(Path path, Encoding encoding, LineBlocks.Block block) {
    private static final int ROWS_TO_LOOK_AT = 100;
    private static final int BYTES_TO_LOOK_AT = 4096;
    private static final Resources ONE = Resources.ofCoresAndGib(1, 1);

    /** How many of the first rows fit a table. */
    record Look(int rows, int fits, long firstTime) {
        private static final Look NONE = new Look(0, 0, 0);

        double share() {
            return rows == 0 ? 0 : (double) fits / rows;
        }
    }

    /**
     * Looks at a file.
     *
     * @throws InputException if it is missing, damaged, empty or binary
     */
    static Beginning of(Path path, Set<Encoding> encodings) {
        if (encodings.contains(Encoding.PARQUET) && Encoding.isParquet(path)) {
            byte[] names =
                    String.join(", ", ParquetLines.columnNames(path))
                            .getBytes(StandardCharsets.UTF_8);
            return new Beginning(
                    path, Encoding.PARQUET, new LineBlocks.Block(names, names.length, 1));
        }
        try (TextSource source = TextSource.open(path, bytes -> {})) {
            LineBlocks.Block block = new LineBlocks(source).next();
            if (block == null) {
                throw InputException.of(
                        path, "gzip data without any text", "rows of text", "Fetch it again.");
            }
            refuseBinary(path, block);
            return new Beginning(path, text(encodings, block), block);
        }
    }

    private static Encoding text(Set<Encoding> encodings, LineBlocks.Block block) {
        if (encodings.contains(Encoding.JSON_LINES)
                && Encoding.isJson(block.bytes(), block.length())) {
            return Encoding.JSON_LINES;
        }
        return encodings.contains(Encoding.NAMED) ? Encoding.NAMED : Encoding.POSITIONAL;
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

    /**
     * How well the first rows fit a table.
     *
     * @param isTold true if the name of the file says that it is that table: columns that the table
     *     lacks don't matter then
     */
    Look look(SourceSchema table, boolean isTold) {
        if (encoding == Encoding.POSITIONAL) {
            return positional(table);
        }
        try {
            return named(table, isTold);
        } catch (InputException e) {
            if (isTold) {
                throw e;
            }
            return Look.NONE; // columns of another table
        }
    }

    private Look named(SourceSchema table, boolean isTold) {
        FoundFile source = new FoundFile(path, path.toString(), table, encoding, 0);
        RowParser parser;
        RowChunk chunk;
        try (FileBlocks blocks = FileBlocks.open(source, InflationLimit.USUAL, bytes -> {})) {
            LineBlocks.Block first = blocks.next();
            parser = RowParser.of(source, ONE);
            if (first == null || (encoding == Encoding.PARQUET && !isTold && hasOthers(table))) {
                return Look.NONE;
            }
            chunk = parser.parse(first);
        }
        int rows = chunk.size() + chunk.bad().size();
        int fits = chunk.size() - (isTold ? 0 : (int) parser.rowsWithOthers());
        return new Look(rows, fits, chunk.size() == 0 ? 0 : firstTime(table, chunk.rowColumns()));
    }

    /** True if a Parquet file has columns that the table lacks. */
    private boolean hasOthers(SourceSchema table) {
        return ParquetLines.columnNames(path).stream()
                .anyMatch(
                        name ->
                                table.fields().stream()
                                        .noneMatch(
                                                field ->
                                                        field.name().equals(name)
                                                                || field.name()
                                                                        .startsWith(name + ".")));
    }

    private Look positional(SourceSchema table) {
        FieldReader fields = new FieldReader(table, ONE);
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

    private static long firstTime(SourceSchema table, long[][] columns) {
        return table.timeField() < 0 ? 0 : columns[table.timeField()][0];
    }

    /** The error for a file that is none of some tables. */
    InputException unrecognised(TraceFamily family, List<? extends SourceSchema> tables) {
        boolean isCounted = encoding == Encoding.POSITIONAL;
        RowScanner scanner = new RowScanner(block, tables.get(0).syntax());
        scanner.next();
        String first = scanner.text();
        String shown = first.length() > 120 ? first.substring(0, 120) + "…" : first;
        List<String> names =
                tables.stream()
                        .map(
                                table ->
                                        table.tableName()
                                                + (isCounted
                                                        ? " (" + table.fieldCount() + " columns)"
                                                        : " (" + mandatory(table) + ", …)"))
                        .toList();
        return InputException.of(
                path,
                (isCounted ? "a first row of " + scanner.fields() + " columns, \"" : "\"")
                        + shown
                        + "\", and no row near it that fits",
                "the " + family.name() + " table " + String.join(" or ", names),
                "If it is of another format, name that format; `stowage help ingest` lists them.");
    }

    private static String mandatory(SourceSchema table) {
        return String.join(
                ", ", table.fields().stream().filter(Field::isMandatory).map(Field::name).toList());
    }
}
