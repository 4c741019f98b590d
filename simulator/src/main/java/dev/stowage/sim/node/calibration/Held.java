package dev.stowage.sim.node.calibration;

import dev.stowage.sim.node.BesideModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How well rows are predicted by fits that know none of their group.
 *
 * @param leftOut what was left out
 * @param rows that are compared: those in which the service kept up
 * @param medianError median of {@code |ours / measured - 1|}; null without rows. Beyond a
 *     utilisation of 0.98 ours is the percentile there
 * @param saturatedInFit those of the rows with which the fit does not keep up
 * @param groups of rows that differ in load alone and in which some load saturates, measured or
 *     ours
 * @param withinStep those of them in which the first load that saturates is ours or its neighbour;
 *     beyond the last one, one that is as far above it as that above the one before
 */
public record Held(
        String leftOut,
        int rows,
        @Nullable Double medianError,
        int saturatedInFit,
        int groups,
        int withinStep) {

    /** By what rows are grouped. */
    enum Column {
        LOAD("a load", (row, levels) -> levels.of(row)),
        CORES("a number of cores", (row, levels) -> row.cores()),
        WAYS("a number of ways", (row, levels) -> row.ways()),
        NEIGHBOUR("a neighbour", (row, levels) -> row.neighbour()),
        NEIGHBOUR_CORES("a number of its cores", (row, levels) -> row.neighbourCores());

        private final String words;

        @SuppressWarnings("ImmutableEnumChecker") // it knows nothing but its arguments
        private final BiFunction<MeasuredRow, LoadLevels, ?> of;

        Column(String words, BiFunction<MeasuredRow, LoadLevels, ?> of) {
            this.words = words;
            this.of = of;
        }

        String words() {
            return words;
        }

        /** What rows of one group have in common. */
        Function<MeasuredRow, ?> of(LoadLevels levels) {
            return row -> of.apply(row, levels);
        }
    }

    static Held of(String leftOut, List<MeasuredRow> rows, BesideModel.Outcome[] outcomes) {
        LoadLevels levels = LoadLevels.of(rows);
        List<Double> errors = new ArrayList<>();
        int saturated = 0;
        Map<MeasuredRow.Place, TreeMap<Double, Both>> places = new LinkedHashMap<>();
        for (int i = 0; i < outcomes.length; i++) {
            MeasuredRow row = rows.get(i);
            if (!row.isSaturated()) {
                errors.add(Math.abs(outcomes[i].seconds() / row.seconds() - 1));
                saturated += outcomes[i].utilisation() >= 1 ? 1 : 0;
            }
            Both now = new Both(row.isSaturated(), outcomes[i].utilisation());
            places.computeIfAbsent(row.place(), key -> new TreeMap<>())
                    .merge(levels.inPlace(row), now, Both::with);
        }
        boolean isAnswered = rows.stream().anyMatch(row -> row.achievedPerSecond() != null);
        int groups = 0;
        int within = 0;
        for (TreeMap<Double, Both> loads : places.values()) {
            int measured = first(loads, Both::isSaturated);
            int ours = first(loads, each -> each.utilisation() >= 1);
            if (isAnswered && (measured < loads.size() || ours < loads.size())) {
                groups++;
                boolean isNear =
                        ours < loads.size()
                                ? Math.abs(measured - ours) <= 1
                                : measured == ours - 1 && saturatesAStepLater(loads);
                within += isNear ? 1 : 0;
            }
        }
        return new Held(
                leftOut,
                errors.size(),
                errors.isEmpty() ? null : Repeats.median(errors),
                saturated,
                groups,
                within);
    }

    /** What was measured at a load, and the utilisation of the model. */
    private record Both(boolean isSaturated, double utilisation) {
        Both with(Both repeat) {
            return new Both(
                    isSaturated || repeat.isSaturated, Math.max(utilisation, repeat.utilisation));
        }
    }

    /**
     * Where the model keeps up with all loads: true if it would not with one more, as far above the
     * last as that is above the one before. Utilisation is in proportion to load.
     */
    private static boolean saturatesAStepLater(TreeMap<Double, Both> loads) {
        double last = loads.lastKey();
        Double before = loads.lowerKey(last);
        return before != null
                && loads.lastEntry().getValue().utilisation() * (2 * last - before) >= last;
    }

    /** Number of the first load that saturates; the number of loads if none does. */
    private static int first(TreeMap<Double, Both> loads, Predicate<Both> isSaturated) {
        int found = loads.values().stream().map(isSaturated::test).toList().indexOf(true);
        return found < 0 ? loads.size() : found;
    }
}
