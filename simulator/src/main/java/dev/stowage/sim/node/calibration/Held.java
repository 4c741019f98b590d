package dev.stowage.sim.node.calibration;

import dev.stowage.sim.node.BesideModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How well rows are predicted by fits that know none of their group.
 *
 * @param leftOut what was left out
 * @param rows that are compared: those in which the service kept up
 * @param medianError median of {@code |ours / measured - 1|}; null without rows
 * @param groups of rows that differ in load alone and in which some load saturates, measured or
 *     ours
 * @param withinStep those of them in which the first load that saturates is ours or its neighbour
 */
public record Held(
        String leftOut, int rows, @Nullable Double medianError, int groups, int withinStep) {

    /** By what rows are grouped. */
    enum Column {
        LOAD("a load", MeasuredRow::loadPerSecond),
        CORES("a number of cores", MeasuredRow::cores),
        WAYS("a number of ways", MeasuredRow::ways),
        NEIGHBOUR("a neighbour", MeasuredRow::neighbour),
        NEIGHBOUR_CORES("a number of its cores", MeasuredRow::neighbourCores);

        private final String words;

        @SuppressWarnings("ImmutableEnumChecker") // a reference to a method
        private final Function<MeasuredRow, ?> of;

        Column(String words, Function<MeasuredRow, ?> of) {
            this.words = words;
            this.of = of;
        }

        String words() {
            return words;
        }

        Function<MeasuredRow, ?> of() {
            return of;
        }
    }

    static Held of(String leftOut, List<MeasuredRow> rows, BesideModel.Outcome[] outcomes) {
        List<Double> errors = new ArrayList<>();
        Map<MeasuredRow.Place, TreeMap<Double, boolean[]>> places = new LinkedHashMap<>();
        for (int i = 0; i < outcomes.length; i++) {
            MeasuredRow row = rows.get(i);
            if (!row.isSaturated()) {
                errors.add(Math.abs(outcomes[i].seconds() / row.seconds() - 1));
            }
            boolean[] both =
                    places.computeIfAbsent(row.place(), key -> new TreeMap<>())
                            .computeIfAbsent(row.loadPerSecond(), key -> new boolean[2]);
            both[0] |= row.isSaturated();
            both[1] |= outcomes[i].utilisation() >= 1;
        }
        boolean isAnswered = rows.stream().anyMatch(row -> row.achievedPerSecond() != null);
        int groups = 0;
        int within = 0;
        for (TreeMap<Double, boolean[]> loads : places.values()) {
            int measured = first(loads, 0);
            int ours = first(loads, 1);
            if (isAnswered && (measured < loads.size() || ours < loads.size())) {
                groups++;
                within += Math.abs(measured - ours) <= 1 ? 1 : 0;
            }
        }
        return new Held(
                leftOut,
                errors.size(),
                errors.isEmpty() ? null : Repeats.median(errors),
                groups,
                within);
    }

    /** Number of the first load that saturates; the number of loads if none does. */
    private static int first(TreeMap<Double, boolean[]> loads, int which) {
        int found = loads.values().stream().map(each -> each[which]).toList().indexOf(true);
        return found < 0 ? loads.size() : found;
    }
}
