package dev.stowage.ingest.functions;

import de.siegmar.fastcsv.reader.CsvRecord;
import dev.stowage.basis.InputException;
import dev.stowage.ingest.functions.FunctionTrace.Function;
import dev.stowage.stats.sample.RankCorrelation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Azure Functions trace of 2019: invocations a minute and durations, two tables that join by
 * the hash of the function. Columns are found by name, since their order and the names of minutes
 * ({@code 1}, {@code minute_1}, {@code 1_minute}) differ among the copies that go round.
 *
 * <p>Some copies were hashed anew table by table: all hashes match, and mean other functions. So
 * the rank correlation of the invocations with the counts of the durations has to be at least 0.5.
 */
public final class AzureFunctions {
    /** Below it the tables are not of the same functions. */
    private static final double LEAST_CORRELATION = 0.5;

    /** Fewer functions say nothing about a correlation. */
    private static final int LEAST_JOINED = 5;

    private static final Pattern MINUTE = Pattern.compile("(?:minute_)?([0-9]+)(?:_minute)?");
    private static final List<String> NAMES = List.of("HashFunction", "FunctionName");

    private record Duration(double meanMillis, double count) {}

    private AzureFunctions() {}

    /**
     * Reads both tables, plain or compressed.
     *
     * @throws InputException if a column is missing, at the line of a field that is no number, or
     *     if the tables are not of the same functions
     */
    public static FunctionTrace read(Path invocations, Path durations) {
        Map<String, Duration> means = durations(durations);
        Map<String, List<Long>> counts = invocations(invocations);
        List<Function> functions = new ArrayList<>();
        List<Double> invoked = new ArrayList<>();
        List<Double> measured = new ArrayList<>();
        int without = 0;
        int zero = 0;
        for (Map.Entry<String, List<Long>> each : counts.entrySet()) {
            Duration duration = means.get(each.getKey());
            if (duration == null) {
                without++;
                continue;
            }
            zero += duration.meanMillis() == 0 ? 1 : 0;
            double mean = Math.max(FunctionTable.BELOW_RESOLUTION_MILLIS, duration.meanMillis());
            functions.add(new Function(each.getKey(), each.getValue(), mean));
            invoked.add((double) each.getValue().stream().mapToLong(count -> count).sum());
            measured.add(duration.count());
        }
        requireSameFunctions(invocations, durations, invoked, measured);
        return new FunctionTrace(functions, notes(without, zero));
    }

    private static List<String> notes(int without, int zero) {
        List<String> notes = new ArrayList<>();
        if (without > 0) {
            notes.add(without + " functions have no duration and are left out.");
        }
        if (zero > 0) {
            notes.add(zero + " functions have a mean duration of 0 ms, taken as 0.5 ms.");
        }
        return notes;
    }

    private static void requireSameFunctions(
            Path invocations, Path durations, List<Double> invoked, List<Double> measured) {
        if (invoked.isEmpty()) {
            throw InputException.of(
                    durations,
                    "no function of " + invocations.getFileName(),
                    "durations of the functions whose invocations were counted",
                    "Give two tables of one sample.");
        }
        double correlation =
                RankCorrelation.of(
                        invoked.stream().mapToDouble(value -> value).toArray(),
                        measured.stream().mapToDouble(value -> value).toArray());
        if (invoked.size() >= LEAST_JOINED && !(correlation >= LEAST_CORRELATION)) {
            throw InputException.of(
                    durations,
                    String.format(
                            Locale.ROOT,
                            "counts with a rank correlation of %.2f with the invocations of the"
                                    + " same hashes in %s",
                            correlation,
                            invocations.getFileName()),
                    "at least " + LEAST_CORRELATION,
                    "The hashes match but don't mean the same functions: the tables were hashed"
                            + " anew one by one.");
        }
    }

    private static Map<String, Duration> durations(Path path) {
        Map<String, Duration> means = new LinkedHashMap<>();
        FunctionTable.rows(
                path,
                (header, row) -> {
                    int name = FunctionTable.column(path, header, NAMES);
                    int average = FunctionTable.column(path, header, List.of("Average"));
                    int count = FunctionTable.column(path, header, List.of("Count"));
                    Duration duration =
                            new Duration(
                                    FunctionTable.number(path, row, average),
                                    FunctionTable.number(path, row, count));
                    if (means.put(row.getField(name), duration) != null) {
                        throw twice(path, row, name);
                    }
                });
        return means;
    }

    private static Map<String, List<Long>> invocations(Path path) {
        Map<String, List<Long>> counts = new LinkedHashMap<>();
        FunctionTable.rows(
                path,
                (header, row) -> {
                    int name = FunctionTable.column(path, header, NAMES);
                    List<Integer> minutes = minutes(path, header);
                    List<Long> byMinute = new ArrayList<>(minutes.size());
                    for (int minute : minutes) {
                        double count = FunctionTable.number(path, row, minute);
                        if (count != Math.rint(count)) {
                            throw FunctionTable.bad(path, row, minute, "a whole number");
                        }
                        byMinute.add((long) count);
                    }
                    if (counts.put(row.getField(name), byMinute) != null) {
                        throw twice(path, row, name);
                    }
                });
        return counts;
    }

    /** The columns of minutes, which must follow one another without a gap. */
    private static List<Integer> minutes(Path path, CsvRecord header) {
        List<Integer> columns = new ArrayList<>();
        long last = -1;
        for (int i = 0; i < header.getFieldCount(); i++) {
            Matcher minute = MINUTE.matcher(header.getField(i).strip());
            if (!minute.matches()) {
                continue;
            }
            long number = Long.parseLong(minute.group(1));
            if (!columns.isEmpty() && number != last + 1) {
                throw InputException.atLine(
                        path,
                        1,
                        "minute " + number + " after minute " + last,
                        "minutes without a gap or a repetition",
                        null);
            }
            last = number;
            columns.add(i);
        }
        if (columns.isEmpty()) {
            throw InputException.atLine(
                    path, 1, "no column of a minute", "1, minute_1 or 1_minute and so on", null);
        }
        return columns;
    }

    private static InputException twice(Path path, CsvRecord row, int name) {
        return InputException.atLine(
                path,
                row.getStartingLineNumber(),
                "function " + row.getField(name) + " again",
                "each function once",
                null);
    }
}
