package dev.stowage.workflow.node;

import dev.stowage.basis.InputException;
import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.scenario.columns.CsvColumns;
import dev.stowage.sim.node.calibration.MeasuredRow;
import dev.stowage.words.Amounts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads what was measured of a service: a CSV with a row for each run. */
final class MeasuredRows {
    static final String LOAD = "load_per_second";
    static final String LATENCY = "latency_us";
    static final String CORES = "cores";
    static final String WAYS = "ways";
    static final String ACHIEVED = "achieved_per_second";
    static final String NEIGHBOUR = "neighbour";
    static final String NEIGHBOUR_CORES = "neighbour_cores";
    static final String NEIGHBOUR_GBPS = "neighbour_gbps";
    static final String LATE = "late_share";
    static final String LEVEL = "load_level";

    private static final String EXPECTED =
            "a CSV with the columns load_per_second, latency_us and cores, and where measured ways,"
                    + " achieved_per_second, neighbour, neighbour_cores, neighbour_gbps, late_share, load_level";
    private static final List<String> KNOWN =
            List.of(
                    LOAD,
                    LATENCY,
                    CORES,
                    WAYS,
                    ACHIEVED,
                    NEIGHBOUR,
                    NEIGHBOUR_CORES,
                    NEIGHBOUR_GBPS,
                    LATE,
                    LEVEL);

    private static final int LEAST_NEAR = 4; // rows; ours

    private final CsvColumns columns;
    private final int mostCores;
    private final int allWays;

    private MeasuredRows(CsvColumns columns, int mostCores, int allWays) {
        this.columns = columns;
        this.mostCores = mostCores;
        this.allWays = allWays;
    }

    /**
     * The rows of a file.
     *
     * @param node whose ways are those of a row, where there is no column of ways
     * @param percentile of the latencies; a generator that sends more than the rest of the requests
     *     late is part of it
     * @param warnings takes what the reader has to know
     * @throws InputException with the line of the first thing that is wrong
     */
    static List<MeasuredRow> read(
            Path file, NodeProfile node, double percentile, List<String> warnings) {
        CsvColumns columns = CsvColumns.read(file, EXPECTED);
        List<String> others =
                columns.header().stream().filter(each -> !KNOWN.contains(each)).toList();
        if (!others.isEmpty()) {
            warnings.add("columns that are not read: " + String.join(", ", others));
        }
        if (!columns.has(ACHIEVED)) {
            warnings.add(
                    "no column achieved_per_second: every row is held to have kept up with its"
                            + " load, also those that did not");
        }
        MeasuredRows reader =
                new MeasuredRows(
                        columns, node.whole(NodeParameter.CORES), node.whole(NodeParameter.WAYS));
        List<MeasuredRow> rows = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            rows.add(reader.row(i));
        }
        if (columns.has(LATE)) {
            reader.late(1 - percentile).ifPresent(warnings::add);
        }
        reader.copies().ifPresent(warnings::add);
        reader.nearlyCopies().ifPresent(warnings::add);
        return rows;
    }

    private Optional<String> late(double tail) {
        int late = 0;
        for (int i = 0; i < columns.size(); i++) {
            double share = columns.number(i, LATE);
            if (!(share >= 0 && share <= 1)) {
                throw columns.wrong(i, LATE + " " + share, "a share from 0 to 1", null);
            }
            late += share > tail ? 1 : 0;
        }
        return late == 0
                ? Optional.empty()
                : Optional.of(
                        String.format(
                                Locale.ROOT,
                                "in %d of %d rows the generator sent more than %.1f %% of the"
                                        + " requests late: what was measured there is the"
                                        + " generator's delay too",
                                late,
                                columns.size(),
                                100 * tail));
    }

    /** Rows that say in every column what an earlier one says. */
    private Optional<String> copies() {
        Map<List<String>, Integer> first = new HashMap<>();
        List<String> copies = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            Integer before = first.putIfAbsent(columns.texts(i), columns.line(i));
            if (before != null) {
                copies.add("line " + columns.line(i) + " as line " + before);
            }
        }
        return copies.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        Amounts.counted(copies.size(), "row")
                                + (copies.size() == 1 ? " says" : " say")
                                + " in every column what another one says ("
                                + copies.get(0)
                                + (copies.size() == 1 ? "" : ", and so on")
                                + "): if they are copies, and not runs that read alike, take them"
                                + " out; they count as repeats without noise");
    }

    /** Many rows that differ from another one in a single character: one run rarely does. */
    private Optional<String> nearlyCopies() {
        int near = 0;
        for (int i = 0; i < columns.size(); i++) {
            int row = i;
            near +=
                    IntStream.range(0, columns.size())
                                    .anyMatch(
                                            other ->
                                                    differsByOne(
                                                            columns.texts(row),
                                                            columns.texts(other)))
                            ? 1
                            : 0;
        }
        return near < LEAST_NEAR || 2 * near < columns.size()
                ? Optional.empty()
                : Optional.of(
                        near
                                + " of "
                                + columns.size()
                                + " rows differ from another one in a single character: if they are"
                                + " copies with a digit changed, and not runs of their own, take"
                                + " them out; they count as repeats with hardly any noise");
    }

    private static boolean differsByOne(List<String> a, List<String> b) {
        int different = 0;
        for (int column = 0; column < a.size() && different < 2; column++) {
            String left = a.get(column);
            String right = b.get(column);
            if (left.length() != right.length()) {
                return false;
            }
            for (int i = 0; i < left.length(); i++) {
                different += left.charAt(i) == right.charAt(i) ? 0 : 1;
            }
        }
        return different == 1;
    }

    private MeasuredRow row(int i) {
        String neighbour =
                columns.has(NEIGHBOUR) ? columns.text(i, NEIGHBOUR).replace("none", "") : "";
        boolean isAlone = neighbour.isEmpty();
        return new MeasuredRow(
                columns.line(i),
                positive(i, LOAD),
                positive(i, LATENCY) / 1e6,
                whole(i, CORES, mostCores),
                columns.has(WAYS) ? whole(i, WAYS, allWays) : allWays,
                optional(i, ACHIEVED),
                neighbour,
                isAlone ? 0 : whole(i, NEIGHBOUR_CORES, mostCores),
                isAlone ? null : optional(i, NEIGHBOUR_GBPS),
                columns.has(LEVEL) ? level(i) : null);
    }

    private String level(int row) {
        String level = columns.text(row, LEVEL);
        if (level.isEmpty()) {
            throw columns.wrong(
                    row,
                    "no " + LEVEL,
                    "a name in every row, the same for runs that are repeats",
                    "Take the column out if you do not know.");
        }
        return level;
    }

    private @Nullable Double optional(int row, String column) {
        return columns.has(column) && !columns.text(row, column).isEmpty()
                ? positive(row, column)
                : null;
    }

    private double positive(int row, String column) {
        double value = columns.number(row, column);
        if (!(value > 0)) {
            throw columns.wrong(row, column + " " + value, "a number above 0", null);
        }
        return value;
    }

    private int whole(int row, String column, int most) {
        double value = columns.number(row, column);
        if (value != Math.rint(value) || value < 1 || value > most) {
            throw columns.wrong(
                    row,
                    column + " " + columns.text(row, column),
                    "a whole number from 1 to " + most + ", as many as the node has",
                    "Give the node's with --node-cores and --node-ways.");
        }
        return (int) value;
    }
}
