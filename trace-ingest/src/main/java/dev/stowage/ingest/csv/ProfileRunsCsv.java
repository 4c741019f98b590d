package dev.stowage.ingest.csv;

import dev.stowage.basis.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Runs of applications on slices of a server, in the user's own CSV, plain or compressed. */
public final class ProfileRunsCsv {
    private static final List<String> REQUIRED =
            List.of("app", "cpu", "memory_gib", "metric", "value");
    private static final List<String> OPTIONAL = List.of("ssd_gib", "input", "cpu_util");

    /**
     * One run.
     *
     * @param line where it stands, from 1
     * @param application what ran
     * @param input class of input; empty if none is told apart
     * @param cores CPU that it was given
     * @param memoryGib memory that it was given
     * @param ssdGib SSD cache that it was given; 0 in every run of a server that has none
     * @param isRate true if {@code value} is a rate, false if it is a time
     * @param value what was measured, above 0
     * @param cpuUtilisation of the CPU that it was given, in [0, 1]
     */
    public record Run(
            long line,
            String application,
            String input,
            double cores,
            double memoryGib,
            double ssdGib,
            boolean isRate,
            double value,
            OptionalDouble cpuUtilisation) {}

    private final Path path;
    private final List<String> columns;
    private long line = 1;

    private ProfileRunsCsv(Path path, List<String> columns) {
        this.path = path;
        this.columns = columns;
    }

    /**
     * Reads a file.
     *
     * @throws InputException if a column is missing or unknown, or at the first field that is not
     *     what its column holds
     */
    public static List<Run> read(Path path) {
        if (!Files.isRegularFile(path)) {
            throw InputException.of(path, "no such file", "a CSV of runs", "Check the path.");
        }
        try (CsvLines lines = CsvLines.open(path)) {
            List<String> header = lines.nextWhole() ? lines.fields().texts() : List.of();
            ProfileRunsCsv csv = new ProfileRunsCsv(path, header);
            csv.checkHeader();
            return csv.rows(lines);
        }
    }

    private void checkHeader() {
        for (String column : columns) {
            if ((!REQUIRED.contains(column) && !OPTIONAL.contains(column))
                    || columns.indexOf(column) != columns.lastIndexOf(column)) {
                throw header("the column \"" + column + "\", unknown or twice");
            }
        }
        for (String column : REQUIRED) {
            if (!columns.contains(column)) {
                throw header("no column \"" + column + "\"");
            }
        }
    }

    private InputException header(String found) {
        return InputException.atLine(
                path,
                1,
                found,
                "the columns "
                        + String.join(",", REQUIRED)
                        + " and, if you like, "
                        + String.join(",", OPTIONAL),
                null);
    }

    private List<Run> rows(CsvLines lines) {
        List<Run> runs = new ArrayList<>();
        CsvFields row = lines.fields();
        while (lines.nextWhole()) {
            line = row.line();
            if (row.count() != columns.size()) {
                throw InputException.atLine(
                        path,
                        line,
                        row.count() + " fields",
                        columns.size() + ", as in the header",
                        null);
            }
            runs.add(run(row));
            if ((runs.get(0).ssdGib() == 0) != (runs.get(runs.size() - 1).ssdGib() == 0)) {
                throw bad(
                        "ssd_gib",
                        field(row, "ssd_gib"),
                        "amounts above 0, or 0 in every row: a server without SSD cache");
            }
        }
        if (runs.isEmpty()) {
            throw InputException.of(path, "no run", "at least one row below the header", null);
        }
        return runs;
    }

    private Run run(CsvFields row) {
        String application = field(row, "app");
        if (application.isEmpty()) {
            throw bad("app", application, "the name of an application");
        }
        String metric = field(row, "metric");
        if (!metric.equals("rate") && !metric.equals("time")) {
            throw bad("metric", metric, "rate (more is better) or time (less is better)");
        }
        String utilisation = columns.contains("cpu_util") ? field(row, "cpu_util") : "";
        return new Run(
                line,
                application,
                columns.contains("input") ? field(row, "input") : "",
                positive(row, "cpu"),
                positive(row, "memory_gib"),
                columns.contains("ssd_gib") ? ssd(row) : 0,
                metric.equals("rate"),
                positive(row, "value"),
                utilisation.isEmpty()
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(share(utilisation)));
    }

    private String field(CsvFields row, String column) {
        return row.text(columns.indexOf(column));
    }

    private double positive(CsvFields row, String column) {
        double value = number(field(row, column));
        if (!(value > 0) || Double.isInfinite(value)) {
            throw bad(column, field(row, column), "a number above 0");
        }
        return value;
    }

    private double ssd(CsvFields row) {
        return number(field(row, "ssd_gib")) == 0 ? 0 : positive(row, "ssd_gib");
    }

    private double share(String field) {
        double value = number(field);
        if (!(value >= 0 && value <= 1)) {
            throw bad("cpu_util", field, "a share from 0 to 1, or nothing");
        }
        return value;
    }

    private static double number(String field) {
        try {
            return Double.parseDouble(field);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    private InputException bad(String column, String found, String expected) {
        return InputException.atLine(path, line, "\"" + found + "\" as " + column, expected, null);
    }
}
