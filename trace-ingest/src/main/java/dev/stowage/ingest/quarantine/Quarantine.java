package dev.stowage.ingest.quarantine;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.stowage.basis.InputException;
import dev.stowage.ingest.format.ErrorPolicy;
import dev.stowage.ingest.spill.RowCursor;
import dev.stowage.ingest.spill.RowSorter;
import dev.stowage.ingest.spill.SpillSpace;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Bad rows: written to {@code quarantine.csv} with their place and reason, counted, and refused
 * when there are too many. Not thread-safe.
 */
public final class Quarantine implements Closeable {
    /** Name of the file. */
    public static final String NAME = "quarantine.csv";

    /** Tables with fewer rows are only judged together with the others. */
    private static final long MIN_ROWS_TO_JUDGE_A_TABLE = 1000;

    /** Its columns. */
    public static final List<String> HEADER = List.of("file", "line", "reason", "text");

    private static final double SHARE_OF_MEMORY = 0.01;
    private static final String SEPARATOR = "\0"; // neither in names nor in labels
    private static final long[] NO_VALUES = {};

    private final ErrorPolicy policy;
    private final CsvWriter writer;
    private final @Nullable RowSorter sorter; // by file and line
    private final Map<Path, Integer> places = new HashMap<>();
    private final Map<String, Long> byReason = new TreeMap<>();
    private final Map<String, Example> examples = new TreeMap<>();

    /**
     * One bad row.
     *
     * @param line in its file, from 1
     * @param reason why it is bad
     * @param found what is wrong in it
     * @param text the row
     */
    public record Row(long line, BadRow reason, String found, String text) {}

    private record Example(Path file, Row row) {}

    /** Begins {@code quarantine.csv} in a directory; its rows are in the order of adding. */
    public Quarantine(Path directory, ErrorPolicy policy) {
        this(directory, policy, null);
    }

    /** The same; if there is a space, its rows are in the order of the files and their lines. */
    public Quarantine(Path directory, ErrorPolicy policy, @Nullable SpillSpace space) {
        this.policy = policy;
        sorter = space == null ? null : space.sorter(0, SHARE_OF_MEMORY);
        try {
            writer =
                    CsvWriter.builder()
                            .lineDelimiter(LineDelimiter.LF)
                            .build(TextFile.create(directory.resolve(NAME)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        writer.writeRecord(HEADER);
    }

    /**
     * Sets a row aside.
     *
     * @param file where it stands
     * @param name how the manifest calls that file
     * @throws InputException if bad rows are errors
     */
    public void add(Path file, String name, Row row) {
        if (policy == ErrorPolicy.FAIL) {
            throw InputException.atLine(
                    file,
                    row.line(),
                    row.found(),
                    "no row with " + row.reason().meaning(),
                    "Set bad rows aside with --on-error quarantine.");
        }
        byReason.merge(row.reason().label(), 1L, Long::sum);
        examples.putIfAbsent(row.reason().label(), new Example(file, row));
        if (sorter == null) {
            writer.writeRecord(name, Long.toString(row.line()), row.reason().label(), row.text());
        } else {
            String texts = String.join(SEPARATOR, name, row.reason().label(), row.text());
            byte[] bytes = texts.getBytes(StandardCharsets.UTF_8);
            sorter.add(place(file), row.line(), NO_VALUES, bytes, 0, bytes.length);
        }
    }

    /** Says in which order the files are read; others follow in the order of their bad rows. */
    public void expect(List<Path> files) {
        files.forEach(this::place);
    }

    private int place(Path file) {
        return places.computeIfAbsent(file, added -> places.size());
    }

    private void writeSorted(RowSorter rows) {
        try (RowCursor cursor = rows.sorted()) {
            while (cursor.next()) {
                String texts =
                        new String(
                                cursor.text(),
                                cursor.textStart(),
                                cursor.textLength(),
                                StandardCharsets.UTF_8);
                String[] parts = texts.split(SEPARATOR, 3);
                writer.writeRecord(parts[0], Long.toString(cursor.tie()), parts[1], parts[2]);
            }
        }
    }

    /** Bad rows by reason. */
    public Map<String, Long> byReason() {
        return byReason;
    }

    /** True if {@link #check} said that. */
    public static boolean isOfBadRows(InputException wrong) {
        return wrong.issues().get(0).found().matches("(?s)[0-9,]+ bad rows? of .*");
    }

    /**
     * Refuses the input if too large a share of its rows is bad: of all rows that hold data, or of
     * those of any table that has at least 1,000.
     *
     * @param input what is named in the error
     */
    public void check(Path input, double maxShare, Collection<RowLedger> tables) {
        long read = 0;
        long bad = 0;
        boolean isTooMany = false;
        for (RowLedger table : tables) {
            long rows = table.dataRows();
            read += rows;
            bad += table.rowsQuarantined();
            isTooMany |=
                    rows >= MIN_ROWS_TO_JUDGE_A_TABLE && table.rowsQuarantined() > maxShare * rows;
        }
        if (!isTooMany && bad <= maxShare * read) {
            return;
        }
        StringJoiner reasons = new StringJoiner("; ");
        for (Map.Entry<String, Long> reason : byReason.entrySet()) {
            Example example = examples.get(reason.getKey());
            reasons.add(reason.getValue() + " " + reason.getKey() + describe(example));
        }
        throw InputException.of(
                input,
                bad + (bad == 1 ? " bad row of " : " bad rows of ") + read + ": " + reasons,
                "at most " + percent(maxShare) + " bad rows in all and in each large table",
                "Check that the files are of this format and whole, or allow more with"
                        + " --max-errors.");
    }

    private static String describe(@Nullable Example example) {
        return example == null
                ? ""
                : " (first "
                        + example.file
                        + ":"
                        + example.row.line()
                        + ", "
                        + example.row.found()
                        + ")";
    }

    private static String percent(double share) {
        return java.math.BigDecimal.valueOf(share)
                        .movePointRight(2)
                        .stripTrailingZeros()
                        .toPlainString()
                + " %";
    }

    @Override
    public void close() {
        try {
            if (sorter != null) {
                writeSorted(sorter);
            }
            writer.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
