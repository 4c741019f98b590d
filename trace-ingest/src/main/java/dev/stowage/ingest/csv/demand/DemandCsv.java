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
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The demand of a service in the user's own CSV, plain or compressed, with the header {@link
 * #HEADER} in any order, or a column {@code date} in place of {@code time_s}: a row holds from its
 * time to that of the next; the last one as long as the one before it. The first row is the start.
 */
public final class DemandCsv {
    /** The columns. */
    public static final String HEADER = "time_s,cpu,memory_gib";

    private static final String HOLDS =
            "A row holds until the next; the last one as long as the one before it.";

    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern DIGITS = Pattern.compile("\\d{9,}(\\.\\d*)?");
    private static final List<String> COLUMNS = List.of(HEADER.split(",", -1));
    private static final String DATE = "date";

    /** More than three thousand years; sums of a few still fit. */
    private static final long LATEST_MICROS = 100_000_000_000L * MICROS_PER_SECOND;

    private final Path path;
    private final CsvLines lines;
    private final ZoneId zone;
    private final Map<String, Rows> services = new LinkedHashMap<>();
    private @Nullable CsvDate dates;

    /** The rows of one service. */
    private static final class Rows {
        private final List<Long> times = new ArrayList<>();
        private final List<Long> cpus = new ArrayList<>();
        private final List<Long> memories = new ArrayList<>();
        private final long line;

        Rows(long line) {
            this.line = line;
        }

        long last() {
            return times.get(times.size() - 1);
        }

        /** From an origin on, nothing before the first row. */
        ServiceDemand demand(long origin) {
            int n = times.size();
            boolean isLater = times.get(0) > origin;
            int skip = isLater ? 1 : 0;
            long[] starts = new long[n + skip];
            long[] cpu = new long[n + skip];
            long[] memory = new long[n + skip];
            for (int i = 0; i < n; i++) {
                starts[i + skip] = times.get(i) - origin;
                cpu[i + skip] = cpus.get(i);
                memory[i + skip] = memories.get(i);
            }
            long end = 2 * times.get(n - 1) - times.get(n - 2);
            return new ServiceDemand(starts, cpu, memory, end - origin);
        }
    }

    /**
     * What a file says.
     *
     * @param demand from its first row on
     * @param originMicros time of the first row; 0 if rows have dates
     * @param start date and time of the first row, if rows have them
     */
    public record Recorded(ServiceDemand demand, long originMicros, Optional<Instant> start) {}

    /**
     * What a file of many services says.
     *
     * @param whole their sum
     * @param services each from the first row of all on, by its name, in the order of the file
     */
    public record Services(Recorded whole, Map<String, ServiceDemand> services) {}

    private DemandCsv(Path path, CsvLines lines, ZoneId zone) {
        this.path = path;
        this.lines = lines;
        this.zone = zone;
    }

    /** Reads a file whose dates are in UTC where they do not say otherwise. */
    public static Recorded read(Path path) {
        return read(path, ZoneOffset.UTC);
    }

    /**
     * Reads a file.
     *
     * @param zone of dates without an offset
     * @throws InputException at the line of a time or amount that is missing, negative or no
     *     number, of a time that is not later than the one before, and if there are less than two
     *     rows
     */
    public static Recorded read(Path path, ZoneId zone) {
        try (CsvLines lines = CsvLines.open(path)) {
            DemandCsv csv = new DemandCsv(path, lines, zone);
            boolean isDated = csv.read(Optional.empty());
            return csv.recorded(isDated, Objects.requireNonNull(csv.demands().get("")));
        }
    }

    /**
     * Reads a file of many services, whose names are in a column more. Rows of one service are in
     * order of time.
     *
     * @throws InputException as {@link #read}, of each service
     */
    public static Services readBy(Path path, String column, ZoneId zone) {
        try (CsvLines lines = CsvLines.open(path)) {
            DemandCsv csv = new DemandCsv(path, lines, zone);
            boolean isDated = csv.read(Optional.of(column));
            Map<String, ServiceDemand> services = csv.demands();
            ServiceDemand whole = ServiceDemand.sum(List.copyOf(services.values()));
            return new Services(csv.recorded(isDated, whole), services);
        }
    }

    /** The header of a file, as it stands; empty if the file is. */
    public static List<String> header(Path path) {
        try (CsvLines lines = CsvLines.open(path)) {
            return new DemandCsv(path, lines, ZoneOffset.UTC).names();
        }
    }

    private List<String> names() {
        return lines.nextWhole() ? lines.fields().texts() : List.of();
    }

    /** Reads all rows; true if they have dates. */
    private boolean read(Optional<String> by) {
        List<String> names = names();
        boolean isDated = names.contains(DATE);
        List<String> wanted =
                new ArrayList<>(isDated ? List.of(DATE, COLUMNS.get(1), COLUMNS.get(2)) : COLUMNS);
        by.ifPresent(wanted::add);
        if (names.size() != wanted.size() || !names.containsAll(wanted)) {
            throw InputException.atLine(
                    path,
                    1,
                    names.isEmpty() ? "an empty file" : "the header " + String.join(",", names),
                    HEADER
                            + by.map(column -> "," + column).orElse("")
                            + ", in any order, or date in place of time_s",
                    null);
        }
        int time = names.indexOf(wanted.get(0));
        int cpu = names.indexOf(COLUMNS.get(1));
        int memory = names.indexOf(COLUMNS.get(2));
        int service = by.map(names::indexOf).orElse(-1);
        while (lines.nextWhole()) {
            Rows rows = rows(service);
            rows.times.add(time(field(time), isDated, rows));
            rows.cpus.add(amount(field(cpu), COLUMNS.get(1), Resources.MICRO_CORES_PER_CORE));
            rows.memories.add(amount(field(memory), COLUMNS.get(2), Resources.BYTES_PER_GIB));
        }
        return isDated;
    }

    /** The rows of the service that a row is of. */
    private Rows rows(int column) {
        String name = column < 0 ? "" : field(column);
        if (column >= 0 && name.isEmpty()) {
            throw InputException.atLine(
                    path, line(), "no name of a service", "one in each row", null);
        }
        return services.computeIfAbsent(name, first -> new Rows(line()));
    }

    private long line() {
        return lines.fields().line();
    }

    private String field(int column) {
        return column < lines.fields().count() ? lines.fields().text(column) : "";
    }

    private long time(String text, boolean isDated, Rows rows) {
        long micros = isDated ? date(text) : amount(text, COLUMNS.get(0), MICROS_PER_SECOND);
        String column = isDated ? DATE : COLUMNS.get(0);
        if (micros > LATEST_MICROS) {
            throw InputException.atLine(path, line(), column + " " + text, "at most 1e11", null);
        }
        if (!rows.times.isEmpty() && micros <= rows.last()) {
            throw InputException.atLine(
                    path,
                    line(),
                    column + " " + text + ", not after the row before it",
                    "times that rise",
                    "Sort the rows by "
                            + column
                            + "; each time may be there once."
                            + (zone.getRules().isFixedOffset()
                                    ? ""
                                    : " Write the offset (+01:00) of times that come twice where the"
                                            + " clock is set back."));
        }
        return micros;
    }

    /** Microseconds since 1970; all rows write their dates in the form of the first. */
    private long date(String text) {
        CsvDate form = CsvDate.of(text);
        dates = dates == null ? form : dates;
        String flaw = form == null ? CsvDate.flaw(text) : null;
        if (flaw != null) {
            throw InputException.atLine(
                    path,
                    line(),
                    "the date \"" + text + "\", " + flaw,
                    "a date that there is",
                    null);
        }
        if (form == null || form != dates) {
            throw InputException.atLine(
                    path,
                    line(),
                    text.isEmpty() ? "no date" : "the date \"" + text + "\"",
                    dates == null
                            ? CsvDate.EXAMPLES
                            : "a date in the form of the rows before it: " + dates.example(),
                    DIGITS.matcher(text).matches()
                            ? "Seconds since 1970 go into a column time_s, with --start 1970-01-01."
                            : "Write all dates in one form, the year first.");
        }
        if (form.isSkipped(text, zone)) {
            throw InputException.atLine(
                    path,
                    line(),
                    text + ", which clocks in " + zone + " skip",
                    "a time that they show",
                    "Are these times in another zone?");
        }
        return form.micros(text, zone);
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

    private long origin() {
        return services.values().stream()
                .mapToLong(rows -> rows.times.get(0))
                .min()
                .orElseThrow(() -> tooFew());
    }

    /** What each service needs, from the first row of all on. */
    private Map<String, ServiceDemand> demands() {
        long origin = origin();
        Map<String, ServiceDemand> demands = new LinkedHashMap<>();
        services.forEach(
                (name, rows) -> {
                    if (rows.times.size() < 2) {
                        throw name.isEmpty() ? tooFew() : once(name, rows.line);
                    }
                    demands.put(name, rows.demand(origin));
                });
        return demands;
    }

    private InputException tooFew() {
        boolean isOne = !services.isEmpty();
        return InputException.of(path, isOne ? "1 row" : "0 rows", "at least two", HOLDS);
    }

    private InputException once(String service, long line) {
        Optional<String> meant =
                services.keySet().stream()
                        .filter(other -> !other.equals(service))
                        .filter(other -> plain(other).equals(plain(service)))
                        .findFirst();
        return InputException.atLine(
                path,
                line,
                "1 row of \"" + service + "\"",
                "at least two of each service",
                meant.map(
                                other ->
                                        "The service \""
                                                + other
                                                + "\" differs from it only by case and blanks.")
                        .orElse(HOLDS));
    }

    /** A name without case and blanks: what is alike in that is likely meant to be one. */
    public static String plain(String service) {
        return BLANKS.matcher(service).replaceAll("").toLowerCase(Locale.ROOT);
    }

    private Recorded recorded(boolean isDated, ServiceDemand demand) {
        long origin = origin();
        return isDated
                ? new Recorded(demand, 0, Optional.of(Instant.EPOCH.plus(origin, MICROS)))
                : new Recorded(demand, origin, Optional.empty());
    }
}
