package dev.stowage.ingest.csv;

import static dev.stowage.ingest.canonical.CanonicalTable.MICROS_PER_SECOND;

import dev.stowage.basis.DecimalText;
import dev.stowage.basis.InputException;
import dev.stowage.ingest.text.TextIndex;
import dev.stowage.model.Resources;
import dev.stowage.rightsizing.evidence.MeasuredUse;
import dev.stowage.rightsizing.evidence.UseRow;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * What replicas of services used, in the user's own CSV, plain or compressed: the header {@link
 * #HEADER} in any order, those in brackets optional. A row is a measurement of one replica; an
 * empty amount, or {@code NaN}, was not measured. Rows may be in any order.
 *
 * <p>What is used of it is kept as numbers, about 56 bytes a row.
 */
public final class UsageCsv {
    /** The columns. */
    public static final String HEADER =
            "service,start_s,end_s,cpu,memory_gib[,cpu_max,memory_max_gib,replica,oom_kills]";

    private static final int SERVICE = 0;
    private static final int START = 1;
    private static final int END = 2;
    private static final int CPU = 3;
    private static final int MEMORY = 4;
    private static final int CPU_MAX = 5;
    private static final int MEMORY_MAX = 6;
    private static final int REPLICA = 7;
    private static final int KILLS = 8;
    private static final long MOST_KILLS = 1_000_000;
    private static final List<String> COLUMNS =
            List.of(
                    "service",
                    "start_s",
                    "end_s",
                    "cpu",
                    "memory_gib",
                    "cpu_max",
                    "memory_max_gib",
                    "replica",
                    "oom_kills");
    private static final int REQUIRED = 5;

    /** More than three thousand years; sums of a few still fit. */
    private static final long LATEST_MICROS = 100_000_000_000L * MICROS_PER_SECOND;

    private final Path path;
    private final CsvLines lines;
    private final CsvFields fields;
    private final int[] at = new int[COLUMNS.size()];
    private final TextIndex services = new TextIndex();
    private final UsageRows rows;

    private UsageCsv(Path path, CsvLines lines, List<String> names) {
        this.path = path;
        this.lines = lines;
        fields = lines.fields();
        for (String name : names) {
            byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
            services.findOrAdd(bytes, 0, bytes.length);
        }
        rows = new UsageRows(path.toString(), names);
    }

    /**
     * Reads a file.
     *
     * @param names of the services that are packed; rows of others are counted
     * @throws InputException if a column is missing or unknown, or at the line of the first field
     *     that is no number, or a negative one
     */
    public static MeasuredUse read(Path path, List<String> names) {
        if (!Files.isRegularFile(path)) {
            throw InputException.of(
                    path,
                    Files.isDirectory(path) ? "a folder" : "no such file",
                    "a CSV of measured use with the columns " + HEADER,
                    null);
        }
        try (CsvLines lines = CsvLines.open(path)) {
            return new UsageCsv(path, lines, names).read(names.size());
        }
    }

    private MeasuredUse read(int known) {
        readHeader();
        UseRow row = new UseRow();
        TextIndex replicas = new TextIndex();
        while (next()) {
            int service = number(SERVICE, services);
            row.service = service;
            row.startMicros = time(START);
            row.endMicros = time(END);
            row.cpuMicroCores = amount(CPU, Resources.MICRO_CORES_PER_CORE);
            row.memoryBytes =
                    Math.max(
                            amount(MEMORY, Resources.BYTES_PER_GIB),
                            amount(MEMORY_MAX, Resources.BYTES_PER_GIB));
            row.peakMicroCores =
                    Math.max(row.cpuMicroCores, amount(CPU_MAX, Resources.MICRO_CORES_PER_CORE));
            row.outOfMemoryKills = kills();
            if (service >= known) {
                rows.unknown(services.text(service));
            } else {
                row.replica = isAbsent(REPLICA) ? UsageRows.UNNAMED : replica(service, replicas);
                rows.add(row);
            }
        }
        return rows.sorted(IntStream.range(0, replicas.size()).mapToObj(replicas::text).toList());
    }

    /** Replicas are known by service and name. */
    private int replica(int service, TextIndex replicas) {
        byte[] name = (service + "/" + fields.text(at[REPLICA])).getBytes(StandardCharsets.UTF_8);
        return replicas.findOrAdd(name, 0, name.length);
    }

    private void readHeader() {
        Arrays.fill(at, -1);
        if (!next()) {
            throw InputException.atLine(path, 1, "an empty file", "the header " + HEADER, null);
        }
        for (int i = 0; i < fields.count(); i++) {
            String name = fields.text(i);
            int column = COLUMNS.indexOf(name);
            if (column < 0 || at[column] >= 0) {
                throw InputException.atLine(
                        path,
                        1,
                        "the column \"" + name + "\"" + (column < 0 ? "" : " twice"),
                        "the header " + HEADER + " in any order",
                        null);
            }
            at[column] = i;
        }
        for (int i = 0; i < REQUIRED; i++) {
            if (at[i] < 0) {
                throw InputException.atLine(
                        path,
                        1,
                        "no column " + COLUMNS.get(i),
                        "the header " + HEADER + " in any order",
                        null);
            }
        }
    }

    private boolean next() {
        return lines.nextWhole();
    }

    private boolean isAbsent(int column) {
        return at[column] < 0 || at[column] >= fields.count() || fields.isEmpty(at[column]);
    }

    private int number(int column, TextIndex index) {
        if (isAbsent(column)) {
            throw bad(column, "a name");
        }
        int field = at[column];
        return index.findOrAdd(fields.bytes(), fields.start(field), fields.end(field));
    }

    private long time(int column) {
        long micros = isAbsent(column) ? DecimalText.MALFORMED : fields.micros(at[column]);
        if (micros < 0 || micros > LATEST_MICROS) {
            throw bad(column, "a time in seconds from 0 to 1e11");
        }
        return micros;
    }

    /** An amount in the unit of which {@code scale} are one of the file's; UNKNOWN if absent. */
    private long amount(int column, long scale) {
        if (isAbsent(column) || fields.text(at[column]).toLowerCase(Locale.ROOT).equals("nan")) {
            return UseRow.UNKNOWN;
        }
        long amount = fields.truncated(at[column], scale);
        boolean isNegative = fields.isNegative(at[column]);
        if (!isNegative && (amount == DecimalText.OVERFLOW || amount > UseRow.MOST)) {
            throw bad(column, "at most " + UseRow.MOST / scale + " in its unit");
        }
        if (amount < 0 || isNegative) {
            throw bad(column, "a number of at least 0, or nothing where it was not measured");
        }
        return amount;
    }

    private long kills() {
        if (isAbsent(KILLS)) {
            return 0;
        }
        long kills = fields.truncated(at[KILLS], 1);
        if (kills < 0 || kills > MOST_KILLS || fields.isNegative(at[KILLS])) {
            throw bad(KILLS, "a number of kills from 0 to " + MOST_KILLS);
        }
        return kills;
    }

    private InputException bad(int column, String expected) {
        String found =
                isAbsent(column)
                        ? "no " + COLUMNS.get(column)
                        : "\"" + fields.text(at[column]) + "\" as " + COLUMNS.get(column);
        return InputException.atLine(path, fields.line(), found, expected, null);
    }
}
