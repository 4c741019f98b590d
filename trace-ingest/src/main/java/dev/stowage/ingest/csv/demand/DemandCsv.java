package dev.stowage.ingest.csv.demand;

import static dev.stowage.ingest.canonical.CanonicalTable.MICROS_PER_SECOND;
import static java.time.temporal.ChronoUnit.MICROS;

import dev.stowage.basis.DecimalText;
import dev.stowage.basis.InputException;
import dev.stowage.ingest.csv.CsvLines;
import dev.stowage.model.Resources;
import dev.stowage.workload.demand.ServiceDemand;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The demand of a service in the user's own CSV, plain or compressed, with the header {@link
 * #HEADER} in any order, or a column {@code date} in place of {@code time_s}: a row holds from its
 * time to that of the next; the last one as long as the one before it. The first row is the start.
 */
public final class DemandCsv {
    /** The columns. */
    public static final String HEADER = "time_s,cpu,memory_gib";

    private static final List<String> COLUMNS = List.of(HEADER.split(",", -1));
    private static final String DATE = "date";

    /** More than three thousand years; sums of a few still fit. */
    private static final long LATEST_MICROS = 100_000_000_000L * MICROS_PER_SECOND;

    private final Path path;
    private final CsvLines lines;
    private final List<Long> times = new ArrayList<>();
    private final List<Long> cpus = new ArrayList<>();
    private final List<Long> memories = new ArrayList<>();
    private @Nullable CsvDate dates;

    /**
     * What a file says.
     *
     * @param demand from its first row on
     * @param originMicros time of the first row; 0 if rows have dates
     * @param start date and time of the first row, if rows have them
     */
    public record Recorded(ServiceDemand demand, long originMicros, Optional<Instant> start) {}

    private DemandCsv(Path path, CsvLines lines) {
        this.path = path;
        this.lines = lines;
    }

    /**
     * Reads a file.
     *
     * @throws InputException at the line of a time or amount that is missing, negative or no
     *     number, of a time that is not later than the one before, and if there are less than two
     *     rows
     */
    public static Recorded read(Path path) {
        try (CsvLines lines = CsvLines.open(path)) {
            return new DemandCsv(path, lines).read();
        }
    }

    /** The header of a file, as it stands; empty if the file is. */
    public static List<String> header(Path path) {
        try (CsvLines lines = CsvLines.open(path)) {
            return new DemandCsv(path, lines).names();
        }
    }

    private List<String> names() {
        return lines.nextWhole() ? lines.fields().texts() : List.of();
    }

    private Recorded read() {
        List<String> names = names();
        boolean isDated = names.contains(DATE);
        List<String> wanted = isDated ? List.of(DATE, COLUMNS.get(1), COLUMNS.get(2)) : COLUMNS;
        if (names.size() != wanted.size() || !names.containsAll(wanted)) {
            throw InputException.atLine(
                    path,
                    1,
                    names.isEmpty() ? "an empty file" : "the header " + String.join(",", names),
                    HEADER + ", in any order, or date in place of time_s",
                    null);
        }
        int time = names.indexOf(wanted.get(0));
        int cpu = names.indexOf(COLUMNS.get(1));
        int memory = names.indexOf(COLUMNS.get(2));
        while (lines.nextWhole()) {
            addTime(field(time), isDated);
            cpus.add(amount(field(cpu), COLUMNS.get(1), Resources.MICRO_CORES_PER_CORE));
            memories.add(amount(field(memory), COLUMNS.get(2), Resources.BYTES_PER_GIB));
        }
        return demand(isDated);
    }

    private long line() {
        return lines.fields().line();
    }

    private String field(int column) {
        return column < lines.fields().count() ? lines.fields().text(column) : "";
    }

    private void addTime(String text, boolean isDated) {
        long micros = isDated ? date(text) : amount(text, COLUMNS.get(0), MICROS_PER_SECOND);
        String column = isDated ? DATE : COLUMNS.get(0);
        if (micros > LATEST_MICROS) {
            throw InputException.atLine(path, line(), column + " " + text, "at most 1e11", null);
        }
        if (!times.isEmpty() && micros <= times.get(times.size() - 1)) {
            throw InputException.atLine(
                    path,
                    line(),
                    column + " " + text + ", not after the row before it",
                    "times that rise",
                    "Sort the rows by " + column + "; each time may be there once.");
        }
        times.add(micros);
    }

    /** Microseconds since 1970; all rows write their dates in the form of the first. */
    private long date(String text) {
        CsvDate form = CsvDate.of(text);
        dates = times.isEmpty() ? form : dates;
        if (form == null || form != dates) {
            throw InputException.atLine(
                    path,
                    line(),
                    text.isEmpty() ? "no date" : "the date \"" + text + "\"",
                    times.isEmpty() || dates == null
                            ? CsvDate.EXAMPLES
                            : "a date in the form of the rows before it: " + dates.example(),
                    "Write all dates in one form, the year first.");
        }
        return form.micros(text);
    }

    private long amount(String text, String column, long scale) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        long value =
                scale == MICROS_PER_SECOND
                        ? DecimalText.parseMicros(bytes, 0, bytes.length)
                        : DecimalText.parseTruncated(bytes, 0, bytes.length, scale);
        boolean isBad = value == DecimalText.MALFORMED || value == DecimalText.OVERFLOW;
        if (isBad || DecimalText.isNegative(bytes, 0, bytes.length)) {
            throw InputException.atLine(
                    path,
                    line(),
                    text.isEmpty() ? "no " + column : "\"" + text + "\" as " + column,
                    "a number of at least 0",
                    null);
        }
        return value;
    }

    private Recorded demand(boolean isDated) {
        int n = times.size();
        if (n < 2) {
            throw InputException.of(
                    path,
                    n + (n == 1 ? " row" : " rows"),
                    "at least two",
                    "A row holds until the next; the last one as long as the one before it.");
        }
        long origin = times.get(0);
        long end = 2 * times.get(n - 1) - times.get(n - 2);
        long[] starts = longs(times).map(time -> time - origin).toArray();
        ServiceDemand demand =
                new ServiceDemand(
                        starts, longs(cpus).toArray(), longs(memories).toArray(), end - origin);
        return isDated
                ? new Recorded(demand, 0, Optional.of(Instant.EPOCH.plus(origin, MICROS)))
                : new Recorded(demand, origin, Optional.empty());
    }

    private static LongStream longs(List<Long> values) {
        return values.stream().mapToLong(Long::longValue);
    }
}
