package dev.stowage.ingest.source;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.parquet.ParquetLines;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.schema.Encoding;
import dev.stowage.ingest.schema.Field;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.text.InflationLimit;
import dev.stowage.ingest.text.LineBlocks;
import dev.stowage.ingest.text.RowScanner;
import dev.stowage.ingest.text.TextSource;
import dev.stowage.model.Resources;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

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

    /**
     * How many of the first rows fit a table.
     *
     * @param isByName true if the first line has the names of its columns
     * @param misfit what is wrong in the first row that doesn't fit; empty if all do
     */
    record Look(
            int rows,
            int fits,
            long firstTime,
            boolean isByName,
            Encoding encoding,
            char separator,
            String misfit) {
        private static Look none(Encoding encoding, String misfit) {
            return new Look(0, 0, 0, false, encoding, ',', misfit);
        }

        /** The share that fits; and 1 more where names say so. */
        double share() {
            return rows == 0 ? 0 : (double) fits / rows + (isByName && fits > 0 ? 1 : 0);
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
            LineBlocks.refuseCarriageReturns(path, block);
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
        HeaderNames header = HeaderNames.of(block);
        boolean isPositional = encoding == Encoding.POSITIONAL;
        boolean isByName = isPositional && !table.isIgnored() && header.areOf(table);
        if (isPositional && !(isByName && needsNames(table, header))) {
            Look look = positional(table, isByName);
            boolean isOther = look.rows == 0 || (hasHeader(table) && header.known(table) == 0);
            return isOther && !isTold ? Look.none(encoding, "a first line with other names") : look;
        }
        try {
            return named(
                    new FoundFile(
                            path,
                            path.toString(),
                            table,
                            isByName ? Encoding.NAMED : encoding,
                            isByName ? header.separator() : ',',
                            0),
                    isTold,
                    isByName);
        } catch (InputException e) {
            if (isTold) {
                throw e;
            }
            return Look.none(encoding, e.issues().get(0).found()); // columns of another table
        }
    }

    /** True if the rows can't be read by the places of their values. */
    private boolean needsNames(SourceSchema table, HeaderNames header) {
        boolean isUsual =
                switch (table.syntax()) {
                    case COMMAS -> header.separator() == ',';
                    case SEMICOLONS -> header.separator() == ';';
                    case BLANKS -> true;
                };
        return !isUsual || !header.areInOrderOf(table) || hasQuotes();
    }

    private boolean hasQuotes() {
        for (int i = 0; i < block.length(); i++) {
            if (block.bytes()[i] == '"') {
                return true;
            }
        }
        return false;
    }

    private boolean hasHeader(SourceSchema table) {
        RowScanner scanner = new RowScanner(block, table.syntax());
        return scanner.next()
                && !scanner.isComment()
                && new FieldReader(table, ONE).isHeader(scanner, table);
    }

    private Look named(FoundFile source, boolean isTold, boolean isByName) {
        SourceSchema table = source.table();
        RowParser parser;
        RowChunk chunk;
        try (FileBlocks blocks = FileBlocks.open(source, InflationLimit.USUAL, bytes -> {})) {
            LineBlocks.Block first = blocks.next();
            parser = RowParser.of(source, ONE);
            if (first == null || (encoding == Encoding.PARQUET && !isTold && hasOthers(table))) {
                return Look.none(encoding, "other columns");
            }
            chunk = parser.parse(first);
        }
        int rows = chunk.size() + chunk.bad().size();
        int fits = chunk.size() - (isTold || isByName ? 0 : (int) parser.rowsWithOthers());
        return new Look(
                rows,
                fits,
                chunk.size() == 0 ? 0 : firstTime(table, chunk.rowColumns()),
                isByName,
                source.encoding(),
                source.separator(),
                chunk.bad().isEmpty() ? "" : misfit(chunk.bad().get(0)));
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

    private static String misfit(Quarantine.Row row) {
        return row.found() + ", line " + row.line();
    }

    private Look positional(SourceSchema table, boolean isByName) {
        FieldReader fields = new FieldReader(table, ONE);
        long[][] row = new long[RowScanner.MAX_FIELDS][1];
        RowScanner scanner = new RowScanner(block, table.syntax());
        int rows = 0;
        int fits = 0;
        long firstTime = 0;
        String misfit = "";
        while (rows < ROWS_TO_LOOK_AT && scanner.next()) {
            boolean isHeader = fields.isHeader(scanner, table);
            if (scanner.isEmpty() || scanner.isComment() || isHeader) {
                continue;
            }
            rows++;
            boolean isWhole = table.hasFieldCount(scanner.fields());
            if (isWhole && fields.read(scanner, row, 0)) {
                firstTime = fits == 0 ? firstTime(table, row) : firstTime;
                fits++;
            } else if (misfit.isEmpty()) {
                misfit =
                        (isWhole ? fields.found() : scanner.fields() + " columns")
                                + (", line " + scanner.line());
            }
        }
        return new Look(rows, fits, firstTime, isByName, encoding, ',', misfit);
    }

    private static long firstTime(SourceSchema table, long[][] columns) {
        return table.timeField() < 0 ? 0 : columns[table.timeField()][0];
    }

    /** The error for a file that is none of some tables. */
    InputException unrecognised(TraceFamily family, List<SourceSchema> tables) {
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
        HeaderNames header = HeaderNames.of(block);
        String misfits =
                tables.stream()
                        .filter(
                                table ->
                                        !isCounted
                                                || table.hasFieldCount(scanner.fields())
                                                || header.areOf(table))
                        .map(table -> table.tableName() + ": " + misfit(table))
                        .collect(Collectors.joining("; "));
        return InputException.of(
                path,
                (isCounted ? "a first row of " + scanner.fields() + " columns, \"" : "\"")
                        + shown
                        + "\", and no row near it that fits"
                        + (misfits.isEmpty() ? "" : " (" + misfits + ")"),
                "the " + family.name() + " table " + String.join(" or ", names),
                "If it is of another format, name that format; `stowage help ingest` lists them.");
    }

    private String misfit(SourceSchema table) {
        try {
            return look(table, true).misfit();
        } catch (InputException e) { // it lacks columns
            return look(table, false).misfit();
        }
    }

    private static String mandatory(SourceSchema table) {
        return String.join(
                ", ", table.fields().stream().filter(Field::isMandatory).map(Field::name).toList());
    }
}
