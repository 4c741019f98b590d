package dev.stowage.sim.node.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a reader has to know of the settings of rows, in words. */
final class RowWarnings {
    private static final double SAID = 0.01; // jitter up to this is not worth a word; ours

    private RowWarnings() {}

    static List<String> of(List<MeasuredRow> rows, List<MeasuredRow> kept) {
        List<String> warnings = new ArrayList<>();
        LoadLevels levels = LoadLevels.of(rows);
        levels.unclear()
                .ifPresent(
                        each ->
                                warnings.add(
                                        String.format(
                                                Locale.ROOT,
                                                "the loads of lines %d and %d are %.1f %% apart, and"
                                                        + " no gap tells repeats from a sweep: each"
                                                        + " load is held to be a level of its own;"
                                                        + " if they are repeats, give them one name"
                                                        + " in a column load_level",
                                                each.a().line(),
                                                each.b().line(),
                                                100
                                                        * (each.b().loadPerSecond()
                                                                        / each.a().loadPerSecond()
                                                                - 1))));
        if (levels.widest() > SAID && rows.stream().allMatch(row -> row.level() == null)) {
            warnings.add(
                    String.format(
                            Locale.ROOT,
                            "loads up to %.1f %% apart are held to be repeats of a level, as others"
                                    + " are farther; if they are not, give each a name of its own in"
                                    + " a column load_level",
                            100 * levels.widest()));
        }
        int known = known(rows, kept);
        if (known > 0) {
            warnings.add(
                    "--held-out: "
                            + known
                            + " of "
                            + kept.size()
                            + " rows are of a setting that was fitted (load, cores, ways and"
                            + " neighbour): their error says how well repeats are predicted, and"
                            + " nothing of what was not seen");
        }
        return warnings;
    }

    /** Rows of a setting that another list has too, by the levels of both together. */
    private static int known(List<MeasuredRow> rows, List<MeasuredRow> kept) {
        LoadLevels levels = LoadLevels.of(Stream.concat(rows.stream(), kept.stream()).toList());
        Set<MeasuredRow.Cell> fitted =
                rows.stream().map(row -> row.cell(levels)).collect(Collectors.toSet());
        return (int) kept.stream().filter(row -> fitted.contains(row.cell(levels))).count();
    }
}
