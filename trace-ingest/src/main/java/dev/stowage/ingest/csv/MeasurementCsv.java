package dev.stowage.ingest.csv;

import dev.stowage.applications.ExecutionFeature;
import dev.stowage.applications.FeatureObservations;
import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Measurements of tasks in the user's own CSV, plain or compressed: the header names execution
 * features, a row is a measurement, an empty field was not measured.
 *
 * @param observations what was read
 * @param unused columns that are no feature, in order
 */
public record MeasurementCsv(FeatureObservations observations, List<String> unused) {
    public MeasurementCsv {
        unused = List.copyOf(unused);
    }

    /**
     * Reads a file.
     *
     * @throws InputException if it has no column that is a feature, or at the line of the first
     *     field that is no number
     */
    public static MeasurementCsv read(Path path, Progress progress) {
        if (!Files.isRegularFile(path)) {
            throw InputException.of(
                    path,
                    Files.isDirectory(path) ? "a folder that is no trace" : "no such file",
                    "a trace that `stowage ingest` wrote, or a CSV of measurements",
                    "Check the path.");
        }
        progress.start("Measurements", -1);
        try (CsvLines lines = CsvLines.open(path)) {
            return new Rows(path, lines).read(progress);
        }
    }

    /** One pass over a file. */
    private static final class Rows {
        private static final int REPORT_EVERY = 1 << 14;

        private final Path path;
        private final CsvLines lines;

        Rows(Path path, CsvLines lines) {
            this.path = path;
            this.lines = lines;
        }

        @SuppressWarnings("EnumOrdinal") // as FeatureObservations.add() says
        MeasurementCsv read(Progress progress) {
            List<String> names = lines.nextWhole() ? lines.fields().texts() : List.of();
            List<Optional<ExecutionFeature>> columns = columns(names);
            FeatureObservations observations = new FeatureObservations();
            double[] values = new double[ExecutionFeature.values().length];
            long rows = 0;
            CsvFields row = lines.fields();
            while (lines.nextWhole()) {
                Arrays.fill(values, Double.NaN);
                for (int i = 0; i < Math.min(columns.size(), row.count()); i++) {
                    if (columns.get(i).isPresent()) {
                        ExecutionFeature feature = columns.get(i).get();
                        values[feature.ordinal()] = number(feature, row.text(i));
                    }
                }
                observations.add(values);
                if (++rows % REPORT_EVERY == 0) {
                    progress.advanceTo(rows);
                }
            }
            progress.done();
            return new MeasurementCsv(observations, unused(names));
        }

        private List<Optional<ExecutionFeature>> columns(List<String> names) {
            List<Optional<ExecutionFeature>> columns =
                    names.stream().map(name -> ExecutionFeature.of(name.strip())).toList();
            List<ExecutionFeature> seen = new ArrayList<>();
            for (Optional<ExecutionFeature> column : columns) {
                if (column.isPresent() && seen.contains(column.get())) {
                    throw InputException.atLine(
                            path,
                            1,
                            "the column " + column.get().key() + " twice",
                            "each column once",
                            null);
                }
                column.ifPresent(seen::add);
            }
            if (seen.isEmpty()) {
                throw InputException.atLine(
                        path,
                        1,
                        names.isEmpty() ? "an empty file" : "no column that is a feature",
                        "a header with some of " + String.join(", ", ExecutionFeature.keys()),
                        "Name the columns so; docs/applications.md has their units.");
            }
            return columns;
        }

        private static List<String> unused(List<String> names) {
            return names.stream()
                    .map(String::strip)
                    .filter(name -> ExecutionFeature.of(name).isEmpty())
                    .toList();
        }

        private double number(ExecutionFeature feature, String field) {
            if (field.isEmpty()) {
                return Double.NaN;
            }
            try {
                double value = Double.parseDouble(field);
                if (!Double.isNaN(value)) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // said below
            }
            throw InputException.atLine(
                    path,
                    lines.fields().line(),
                    "\"" + field + "\" as " + feature.key(),
                    "a number, or nothing where it was not measured",
                    null);
        }
    }
}
