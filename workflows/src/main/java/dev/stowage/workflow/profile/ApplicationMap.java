package dev.stowage.workflow.profile;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.csv.CsvLines;
import dev.stowage.profile.workload.TaskApplications;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which application the jobs of a workload run, from a CSV of two columns: {@code job,application},
 * the number of a job and what it runs, or {@code application,share}, from which every job draws:
 * shares are of all jobs, and what they leave of 1 runs none of these.
 */
public final class ApplicationMap {
    private static final String BY_JOB = "job,application";
    private static final String DRAWN = "application,share";
    private static final double ROUNDING = 1e-9;

    private final @Nullable TaskApplications byJob;
    private final Map<String, Double> shares;

    private ApplicationMap(@Nullable TaskApplications byJob, Map<String, Double> shares) {
        this.byJob = byJob;
        this.shares = shares;
    }

    /** A file from which each of these is drawn with the same probability. */
    public static String text(List<String> applications) {
        double share = 1.0 / applications.size();
        return DRAWN
                + applications.stream()
                        .map(name -> "\n" + name + "," + share)
                        .collect(Collectors.joining())
                + "\n";
    }

    /** True if jobs draw what they run. */
    public boolean isDrawn() {
        return byJob == null;
    }

    /** Sum of the shares from which jobs draw; 1 if they do not draw. */
    public double shareSum() {
        return byJob == null ? shares.values().stream().mapToDouble(Double::doubleValue).sum() : 1;
    }

    /**
     * What jobs run.
     *
     * @param seed root of the draws, if they draw
     */
    public TaskApplications applications(long seed) {
        return byJob == null ? TaskApplications.Drawn.of(shares, seed) : byJob;
    }

    /**
     * Reads a file.
     *
     * @throws InputException at the first line that is not as said above, or says a job or an
     *     application twice
     */
    public static ApplicationMap read(Path file) {
        List<Row> rows = rows(file);
        String header = rows.isEmpty() ? "" : String.join(",", rows.get(0).cells()).strip();
        if (!header.equals(BY_JOB) && !header.equals(DRAWN)) {
            throw InputException.atLine(
                    file, 1, "\"" + header + "\"", BY_JOB + " or " + DRAWN, null);
        }
        if (rows.size() < 2) {
            throw InputException.of(file, "no row", "at least one below the header", null);
        }
        return header.equals(BY_JOB)
                ? new ApplicationMap(byJob(file, rows), Map.of())
                : new ApplicationMap(null, shares(file, rows));
    }

    /** The cells of a line. */
    private record Row(long line, List<String> cells) {}

    private static List<Row> rows(Path file) {
        if (!Files.isRegularFile(file)) {
            throw InputException.of(
                    file, "no file to read", "a CSV of " + BY_JOB + " or " + DRAWN, null);
        }
        List<Row> rows = new ArrayList<>();
        try (CsvLines lines = CsvLines.open(file)) {
            while (lines.nextWhole()) {
                rows.add(new Row(lines.fields().line(), lines.fields().texts()));
            }
        }
        return rows;
    }

    private static TaskApplications byJob(Path file, List<Row> rows) {
        Map<Long, String> byJob = new HashMap<>();
        for (Row row : rows.subList(1, rows.size())) {
            String[] cells = cells(file, row);
            try {
                if (byJob.put(Long.parseLong(cells[0]), cells[1]) != null) {
                    throw InputException.atLine(
                            file, row.line(), "job " + cells[0] + " again", "each job once", null);
                }
            } catch (NumberFormatException e) {
                throw InputException.atLine(
                                file,
                                row.line(),
                                "\"" + cells[0] + "\"",
                                "the number of a job",
                                null)
                        .causedBy(e);
            }
        }
        return TaskApplications.ByJob.of(byJob);
    }

    private static Map<String, Double> shares(Path file, List<Row> rows) {
        Map<String, Double> shares = new HashMap<>();
        for (Row row : rows.subList(1, rows.size())) {
            String[] cells = cells(file, row);
            double share;
            try {
                share = Double.parseDouble(cells[1]);
            } catch (NumberFormatException e) {
                share = Double.NaN;
            }
            if (!(share > 0 && share <= 1)) {
                throw InputException.atLine(
                        file,
                        row.line(),
                        "\"" + cells[1] + "\"",
                        "a share of all jobs, above 0 and at most 1",
                        null);
            }
            if (shares.put(cells[0], share) != null) {
                throw InputException.atLine(
                        file, row.line(), cells[0] + " again", "each application once", null);
            }
        }
        double sum = shares.values().stream().mapToDouble(Double::doubleValue).sum();
        if (sum > 1 + ROUNDING) {
            throw InputException.of(
                    file,
                    "shares that sum to " + sum,
                    "shares of all jobs, which sum to 1 at most",
                    "Divide each by their sum. What they leave of 1 keeps its requests.");
        }
        return shares;
    }

    private static String[] cells(Path file, Row row) {
        List<String> cells = row.cells();
        if (cells.size() != 2 || cells.stream().anyMatch(String::isBlank)) {
            throw InputException.atLine(
                    file,
                    row.line(),
                    "\"" + String.join(",", cells) + "\"",
                    "two cells that are not empty",
                    null);
        }
        return new String[] {cells.get(0).strip(), cells.get(1).strip()};
    }
}
