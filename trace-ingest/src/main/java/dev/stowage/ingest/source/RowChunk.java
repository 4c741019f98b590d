package dev.stowage.ingest.source;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.format.JobSample;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.schema.Field;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.text.LineBlocks;
import dev.stowage.ingest.text.RowScanner;
import dev.stowage.ingest.text.TextIndex;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The rows of one block of a file, as columns of longs ({@link FieldReader}), with those that are
 * bad. Made on any thread, used on one.
 */
public final class RowChunk {
    /** Value of a field that is absent. */
    static final long ABSENT = CanonicalTable.ABSENT;

    private static final int FIRST_CAPACITY = 4096;

    private final List<FoundFile> sources; // one for all rows, or one for each
    private final int textLength; // of the rows
    private byte[] bytes; // the rows, and texts that were written otherwise there
    private final long[][] columns;
    private int[] rowStarts;
    private long[] lines;
    private long[] orders = {};
    private int size;
    private long emptyLines;
    private long headers;
    private final List<String> comments = new ArrayList<>();
    private final List<Quarantine.Row> bad = new ArrayList<>();

    /** Without rows so far. */
    RowChunk(FoundFile source, LineBlocks.Block block) {
        sources = List.of(source);
        bytes = block.bytes();
        textLength = block.length();
        SourceSchema table = source.table();
        int width = table.isIgnored() ? 0 : table.fields().size();
        int leastBytes = Math.max(table.minFields(), 1); // of a row: its separators
        int capacity = 1 + Math.min(block.lineFeeds() + 1, block.length() / leastBytes);
        columns = new long[width][width == 0 ? 0 : capacity];
        rowStarts = new int[width == 0 ? 0 : capacity];
        lines = new long[rowStarts.length];
    }

    /** A chunk as it was stored. */
    RowChunk(FoundFile source, Parts parts) {
        sources = List.of(source);
        bytes = parts.bytes;
        textLength = parts.textLength;
        columns = parts.columns;
        rowStarts = parts.rowStarts;
        lines = parts.lines;
        size = parts.size;
        emptyLines = parts.emptyLines;
        headers = parts.headers;
        comments.addAll(parts.comments);
        bad.addAll(parts.bad);
    }

    /** All of a chunk but its file, as it is stored. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Parts(
            byte[] bytes,
            int textLength,
            long[][] columns,
            int[] rowStarts,
            long[] lines,
            int size,
            long emptyLines,
            long headers,
            List<String> comments,
            List<Quarantine.Row> bad) {}

    Parts parts() {
        return new Parts(
                bytes,
                textLength,
                columns,
                rowStarts,
                lines,
                size,
                emptyLines,
                headers,
                comments,
                bad);
    }

    private RowChunk(Builder rows) {
        sources = rows.sources;
        bytes = rows.bytes;
        textLength = rows.length;
        columns = rows.columns;
        rowStarts = rows.starts;
        lines = rows.lines;
        orders = rows.orders;
        size = rows.size;
    }

    /** Parses a block of a file whose columns stand in the order of the table. */
    public static RowChunk parse(FoundFile source, LineBlocks.Block block, FieldReader fields) {
        RowChunk chunk = new RowChunk(source, block);
        SourceSchema table = source.table();
        boolean isIgnored = table.isIgnored();
        RowScanner scanner = new RowScanner(block, table.syntax());
        while (scanner.next()) {
            if (scanner.isEmpty()) {
                chunk.emptyLine();
            } else if (scanner.isComment()) {
                chunk.comments.add(scanner.text());
            } else if (scanner.line() == 1 && fields.isHeader(scanner, table)) {
                chunk.header();
            } else if (isIgnored) {
                chunk.size++;
            } else {
                chunk.add(scanner, fields);
            }
        }
        return chunk;
    }

    private void add(RowScanner scanner, FieldReader fields) {
        if (!fields.hasFieldCount(scanner.fields())) {
            String found =
                    scanner.fields() + " columns instead of " + source().table().fieldCount();
            addBad(scanner.line(), scanner.rowStart(), BadRow.COLUMN_COUNT, found);
        } else if (fields.read(scanner, rowColumns(), size)) {
            addGood(scanner.line(), scanner.rowStart());
        } else if (HeaderNames.of(scanner.text(), ',').areInOrderOf(source().table())) {
            header(); // the first line of a file that was put behind another one
        } else {
            addBad(scanner.line(), scanner.rowStart(), fields.reason(), fields.found());
        }
    }

    /** The columns, with room for one row more. */
    long[][] rowColumns() {
        if (size == lines.length) {
            grow();
        }
        return columns;
    }

    /** The values of a row are in {@link #rowColumns}. */
    void addGood(long line, int rowStart) {
        lines[size] = line;
        rowStarts[size++] = rowStart;
    }

    /** A row can't be used. */
    void addBad(long line, int rowStart, BadRow reason, String found) {
        bad.add(new Quarantine.Row(line, reason, found, rowText(rowStart)));
    }

    /** An empty line. */
    void emptyLine() {
        emptyLines++;
    }

    /** A line that names the columns. */
    void header() {
        headers++;
    }

    /** The bytes in which texts of the rows lie from now on: the same, and more behind them. */
    void extendTo(byte[] longer) {
        bytes = longer;
    }

    private String rowText(int rowStart) {
        return RowScanner.text(bytes, rowStart, textLength);
    }

    private void grow() {
        int capacity = Math.max(FIRST_CAPACITY, 2 * lines.length);
        lines = Arrays.copyOf(lines, capacity);
        rowStarts = Arrays.copyOf(rowStarts, capacity);
        for (int i = 0; i < columns.length; i++) {
            columns[i] = Arrays.copyOf(columns[i], capacity);
        }
    }

    /**
     * The same number for the same good rows in any order, however they are written. Repeated
     * values don't count: each encoding spaces them in its own way.
     */
    long fingerprint() {
        SourceSchema table = source().table();
        long start = table.isJobPerFile() ? source().baseName().hashCode() : 0;
        long[] hashes = new long[columns.length == 0 ? 0 : size];
        Arrays.fill(hashes, start);
        for (int field = 0; field < columns.length; field++) {
            mix(hashes, columns[field], table.fields().get(field).kind());
        }
        long sum = 0;
        for (long hash : hashes) {
            sum += hash;
        }
        return sum;
    }

    /** Mixes a column into the hashes of its rows. */
    private void mix(long[] hashes, long[] column, Field.Kind kind) {
        for (int row = 0; row < hashes.length; row++) {
            long value =
                    switch (kind) {
                        case TEXT -> textHash(column[row]);
                        case LIST, SKIPPED -> 0;
                        default -> column[row];
                    };
            hashes[row] = JobSample.mixed(hashes[row] + value);
        }
    }

    private long textHash(long place) {
        if (place == ABSENT) {
            return ABSENT;
        }
        int from = FieldReader.start(place);
        return JobSample.hash(bytes, from, from + FieldReader.length(place));
    }

    /**
     * Drops the good rows whose jobs are not in a sample; returns how many. For chunks that were
     * just parsed.
     *
     * @param load told of every row whose load is known
     */
    int retain(JobSample sample, SampledLoad load) {
        SourceSchema table = source().table();
        boolean hasJobs = table.isJobPerFile() || !table.jobFields().isEmpty();
        if (sample.isAll() || !hasJobs || columns.length == 0) {
            return 0;
        }
        int kept = 0;
        for (int row = 0; row < size; row++) {
            boolean isIn = isIn(sample, table, row);
            if (table.load().isPresent()) {
                load.add(this, table.load().get(), row, isIn);
            }
            if (isIn) {
                for (long[] column : columns) {
                    column[kept] = column[row];
                }
                lines[kept] = lines[row];
                rowStarts[kept++] = rowStarts[row];
            }
        }
        int dropped = size - kept;
        size = kept;
        return dropped;
    }

    private boolean isIn(JobSample sample, SourceSchema table, int row) {
        if (table.isJobPerFile()) {
            byte[] name = source().baseName().getBytes(StandardCharsets.UTF_8);
            return sample.keeps(name, 0, name.length);
        }
        for (int field : table.jobFields()) {
            long value = columns[field][row];
            if (value != ABSENT && table.fields().get(field).kind() == Field.Kind.TEXT) {
                int from = FieldReader.start(value);
                return sample.keeps(bytes, from, from + FieldReader.length(value));
            }
            if (value != ABSENT) {
                return sample.keeps(value);
            }
        }
        int end = rowStarts[row];
        while (end < textLength && bytes[end] != '\n') {
            end++;
        }
        return sample.keeps(bytes, rowStarts[row], end);
    }

    /** Good rows. */
    public int size() {
        return size;
    }

    long emptyLines() {
        return emptyLines;
    }

    /** First lines that name the columns. */
    long headers() {
        return headers;
    }

    /** Comments, in order. */
    public List<String> comments() {
        return comments;
    }

    /** Bad rows, in order. */
    List<Quarantine.Row> bad() {
        return bad;
    }

    /** All rows and lines that were read. */
    long rowsRead() {
        return size + emptyLines + headers + comments.size() + bad.size();
    }

    /** Value of a field in a good row. */
    public long value(int field, int row) {
        return columns[field][row];
    }

    /** Text of a field in a good row that has it. */
    public String text(int field, int row) {
        return FieldReader.text(bytes, columns[field][row]);
    }

    /** Number of the text of a field in a good row that has it. */
    public int number(int field, int row, TextIndex texts) {
        return FieldReader.number(bytes, columns[field][row], texts);
    }

    /** The same, or -1 if it is new. */
    public int find(int field, int row, TextIndex texts) {
        return FieldReader.find(bytes, columns[field][row], texts);
    }

    /** The bytes in which the texts of the rows lie. */
    public byte[] bytes() {
        return bytes;
    }

    /** The file that the rows come from; of those that were postponed, the first one's. */
    public FoundFile source() {
        return sources.get(0);
    }

    /** The file that a row comes from. */
    FoundFile source(int row) {
        return sources.get(sources.size() == 1 ? 0 : row);
    }

    /** The line of a row in its file, from 1. */
    long line(int row) {
        return lines[row];
    }

    /** Where the text of a row begins. */
    int start(int row) {
        return rowStarts[row];
    }

    /** Number of bytes of the text of a row, without its end of line. */
    int length(int row) {
        int end = rowStarts[row];
        while (end < textLength && bytes[end] != '\n') {
            end++;
        }
        return end - rowStarts[row];
    }

    /** The place of a postponed row among all that were postponed. */
    public long order(int row) {
        return orders[row];
    }

    /** A good row that turns out to be bad when it is seen beside others. */
    Quarantine.Row asBad(int row, BadRow reason, String found) {
        return new Quarantine.Row(lines[row], reason, found, rowText(rowStarts[row]));
    }

    /** Makes a chunk of rows that were parsed before. */
    static final class Builder {
        private final long[][] columns;
        private final List<FoundFile> sources = new ArrayList<>();
        private byte[] bytes = new byte[1 << 16];
        private int length;
        private int[] starts = new int[FIRST_CAPACITY];
        private long[] lines = new long[FIRST_CAPACITY];
        private long[] orders = new long[FIRST_CAPACITY];
        private int size;

        Builder(int width) {
            columns = new long[width][FIRST_CAPACITY];
        }

        int size() {
            return size;
        }

        /** Begins a row with its text and returns where that lies. */
        int begin(byte[] text, int from, int count) {
            if (size == lines.length) {
                int capacity = Math.addExact(size, size);
                starts = Arrays.copyOf(starts, capacity);
                lines = Arrays.copyOf(lines, capacity);
                orders = Arrays.copyOf(orders, capacity);
                for (int i = 0; i < columns.length; i++) {
                    columns[i] = Arrays.copyOf(columns[i], capacity);
                }
            }
            if (bytes.length - length <= count) {
                bytes = Arrays.copyOf(bytes, Math.addExact(2 * bytes.length, count));
            }
            starts[size] = length;
            System.arraycopy(text, from, bytes, length, count);
            length += count;
            bytes[length++] = '\n';
            return starts[size];
        }

        void put(int field, long value) {
            columns[field][size] = value;
        }

        void end(FoundFile source, long line, long order) {
            sources.add(source);
            lines[size] = line;
            orders[size++] = order;
        }

        RowChunk build() {
            return new RowChunk(this);
        }
    }
}
