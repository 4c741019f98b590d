package dev.stowage.ingest.listed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.stowage.basis.InputException;
import dev.stowage.ingest.parquet.ParquetLines;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.ingest.schema.Encoding;
import dev.stowage.ingest.source.HeaderNames;
import dev.stowage.ingest.text.CsvText;
import dev.stowage.ingest.text.LineBlocks;
import dev.stowage.ingest.text.TextSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Files whose columns have names: separated text of any separator with a first line of names, or
 * Parquet. The first line may come again in the middle, as when files were put together.
 */
public final class NamedTable {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private NamedTable() {}

    /** What becomes of a row. */
    @FunctionalInterface
    public interface Reader {
        /**
         * Takes a row.
         *
         * @return a rule by which it is ignored; null if it is used
         */
        @Nullable IgnoreRule read(ListedRow row) throws BadRecordException;
    }

    /**
     * The first of some tables whose columns a file has.
     *
     * @return its place among them; -1 if it is none
     */
    public static int find(Path file, List<TableColumns> tables) {
        List<String> header = header(file, tables);
        for (int i = 0; i < tables.size(); i++) {
            if (tables.get(i).missing(header).isEmpty()) {
                return i;
            }
        }
        return -1;
    }

    /** The names of the columns of a file. */
    static List<String> header(Path file, List<TableColumns> tables) {
        if (Encoding.isParquet(file)) {
            return ParquetLines.columnNames(file);
        }
        try (TextSource text = TextSource.open(file, bytes -> {})) {
            LineBlocks.Block block = new LineBlocks(text).next();
            if (block == null) {
                return List.of();
            }
            LineBlocks.refuseCarriageReturns(file, block);
            String line = firstLine(block);
            return namesOf(line, separator(line, tables));
        }
    }

    private static String firstLine(LineBlocks.Block block) {
        int end = 0;
        while (end < block.length() && block.bytes()[end] != '\n') {
            end++;
        }
        String line = new String(block.bytes(), 0, end, StandardCharsets.UTF_8);
        return line.replace("\uFEFF", "").replaceAll("\\r$", "");
    }

    private static List<String> namesOf(String line, char separator) {
        try (CloseableIterator<CsvRecord> records =
                CsvText.reader().fieldSeparator(separator).ofCsvRecord(line).iterator()) {
            return records.hasNext()
                    ? records.next().getFields().stream().map(String::strip).toList()
                    : List.of();
        } catch (CsvParseException e) {
            return List.of(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The error for a file that is none of some tables: which columns each lacks.
     *
     * @param remedy what to do; null for nothing in particular
     */
    public static InputException unknown(
            Path file, List<TableColumns> tables, @Nullable String remedy) {
        return unknown(file, header(file, tables), tables, remedy);
    }

    private static InputException unknown(
            Path file, List<String> header, List<TableColumns> tables, @Nullable String remedy) {
        List<String> lacks =
                tables.stream()
                        .map(
                                table ->
                                        "for "
                                                + table.table()
                                                + " no column "
                                                + String.join(", ", table.missing(header)))
                        .toList();
        String first = Amount.shown(String.join(",", header));
        return InputException.atLine(
                file,
                1,
                "a first line " + first + ": " + String.join("; ", lacks),
                "the names of the columns in the first line",
                remedy);
    }

    /**
     * Reads a file.
     *
     * @throws InputException if it lacks a column, has one twice, is damaged or no text
     */
    public static void read(Path file, TableColumns columns, Listing listing, Reader reader) {
        if (Encoding.isParquet(file)) {
            readParquet(file, columns, listing, reader);
        } else {
            readText(file, columns, listing, reader);
        }
    }

    /**
     * Reads the rows of a sheet, whose first one has the names; the file is not noted.
     *
     * @throws InputException if a column is missing, or there twice
     */
    public static void read(
            Path file,
            List<List<String>> rows,
            TableColumns columns,
            Listing listing,
            Reader reader) {
        List<String> header = rows.isEmpty() ? List.of() : rows.get(0);
        Map<String, Integer> places = places(file, header, columns, listing);
        ListedTable table = listing.table(columns.table());
        table.read(rows.size());
        table.ignored(IgnoreRule.HEADER, Math.min(1, rows.size()));
        long content = 0;
        for (int i = 1; i < rows.size(); i++) {
            List<String> values = rows.get(i);
            if (values.stream().allMatch(String::isBlank)) {
                table.ignored(IgnoreRule.EMPTY_LINE, 1);
            } else {
                ListedRow row = new ListedRow(i + 1L, places, values);
                content += row.content();
                take(file, table, values.size(), row, reader);
            }
        }
        listing.refuseCopy(file, table, rows.size(), content);
    }

    private static Map<String, Integer> places(
            Path file, List<String> header, TableColumns columns, Listing listing) {
        List<String> missing = columns.missing(header);
        if (!missing.isEmpty()) {
            throw unknown(file, header, List.of(columns), null);
        }
        Map<String, Integer> places = columns.placesOnce(file, header);
        Set<String> others = new LinkedHashSet<>();
        for (int i = 0; i < header.size(); i++) {
            if (!places.containsValue(i) && !header.get(i).isEmpty()) {
                others.add(header.get(i));
            }
        }
        listing.notRead(columns.table(), others);
        return places;
    }

    private static void readText(Path file, TableColumns columns, Listing listing, Reader reader) {
        List<String> header = header(file, List.of(columns));
        char separator = separator(file, List.of(columns));
        Map<String, Integer> places = places(file, header, columns, listing);
        ListedTable table = listing.table(columns.table());
        try (TextSource text =
                TextSource.open(file, listing.request().selection().inflation(), bytes -> {})) {
            CloseableIterator<CsvRecord> records =
                    CsvText.reader()
                            .skipEmptyLines(false)
                            .fieldSeparator(separator)
                            .ofCsvRecord(text.asStream(), StandardCharsets.UTF_8)
                            .iterator();
            long rows = 0;
            long content = 0;
            while (records.hasNext()) {
                CsvRecord record = records.next();
                rows++;
                table.read(1);
                List<String> values = record.getFields();
                if (values.stream().allMatch(String::isBlank)) {
                    table.ignored(IgnoreRule.EMPTY_LINE, 1);
                } else if (isHeader(values, header)) {
                    table.ignored(IgnoreRule.HEADER, 1);
                } else {
                    ListedRow row = new ListedRow(record.getStartingLineNumber(), places, values);
                    content += row.content();
                    take(file, table, header.size(), row, reader);
                }
            }
            String sum = text.sha256();
            listing.refuseCopy(file, table, rows - 1, content);
            listing.addFile(file, table, text.diskBytes(), rows, sum);
        } catch (CsvParseException e) {
            throw CsvText.explain(file, e);
        }
    }

    private static boolean isHeader(List<String> values, List<String> header) {
        return values.size() == header.size()
                && values.stream()
                        .map(value -> HeaderNames.normal(value.replace("\uFEFF", "")))
                        .toList()
                        .equals(header.stream().map(HeaderNames::normal).toList());
    }

    private static char separator(Path file, List<TableColumns> tables) {
        try (TextSource text = TextSource.open(file, bytes -> {})) {
            LineBlocks.Block block = new LineBlocks(text).next();
            return block == null ? ',' : separator(firstLine(block), tables);
        }
    }

    /**
     * What stands most often between names, or another character if with that alone the names are
     * those of a table: names may have bars in them.
     */
    private static char separator(String line, List<TableColumns> tables) {
        char most = HeaderNames.of(line).separator();
        for (char each : new char[] {most, ',', ';', '\t', '|'}) {
            List<String> names = namesOf(line, each);
            if (tables.stream().anyMatch(table -> table.missing(names).isEmpty())) {
                return each;
            }
        }
        return most;
    }

    /** Books a row by what becomes of it. */
    static void take(Path file, ListedTable table, int width, ListedRow row, Reader reader) {
        try {
            if (row.values().size() != width) {
                throw new BadRecordException(
                        BadRow.COLUMN_COUNT, row.values().size() + " columns instead of " + width);
            }
            IgnoreRule rule = reader.read(row);
            if (rule != null) {
                table.ignored(rule, 1);
            }
        } catch (BadRecordException e) {
            table.bad(file, row.line(), e, row.toString());
        }
    }

    private static void readParquet(
            Path file, TableColumns columns, Listing listing, Reader reader) {
        List<String> header = ParquetLines.columnNames(file);
        Map<String, Integer> places = places(file, header, columns, listing);
        ListedTable table = listing.table(columns.table());
        Set<String> wanted = new HashSet<>();
        places.values().forEach(place -> wanted.add(header.get(place)));
        long rows = 0;
        long content = 0;
        try (ParquetLines lines = ParquetLines.open(file, wanted);
                TextSource bytes = TextSource.openPlain(file, count -> {})) {
            for (LineBlocks.Block block = lines.next(); block != null; block = lines.next()) {
                int from = 0;
                while (from < block.length()) {
                    int end = from;
                    while (end < block.length() && block.bytes()[end] != '\n') {
                        end++;
                    }
                    rows++;
                    table.read(1);
                    List<String> values = values(block.bytes(), from, end, header);
                    ListedRow row = new ListedRow(rows, places, values);
                    content += row.content();
                    take(file, table, header.size(), row, reader);
                    from = end + 1;
                }
            }
            String sum = bytes.sha256();
            listing.refuseCopy(file, table, rows, content);
            listing.addFile(file, table, bytes.diskBytes(), rows, sum);
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }

    private static List<String> values(byte[] json, int from, int end, List<String> header)
            throws IOException {
        JsonNode row = MAPPER.readTree(json, from, end - from);
        String[] values = new String[header.size()];
        Arrays.fill(values, "");
        for (int i = 0; i < values.length; i++) {
            JsonNode value = row.path(header.get(i));
            if (value.isArray()) {
                List<String> each = new ArrayList<>();
                value.forEach(one -> each.add(one.asText()));
                values[i] = String.join(" ", each);
            } else if (!value.isNull() && !value.isMissingNode()) {
                values[i] = value.asText();
            }
        }
        return List.of(values);
    }
}
