package dev.stowage.sim.node.calibration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Levels of load per core. Requests that were sent are counted, so that two runs of one setting
 * differ by a little. Where the rows name their levels, these are the levels. Elsewhere loads are
 * of one level if a gap tells: levels are at least three times as far apart as the widest of them
 * is wide. Levels are at most 1 % wide, or 7 % if at least half of them hold several rows. Where no
 * gap tells, each load is a level of its own, so that a sweep is never taken for repeats.
 */
final class LoadLevels {
    private static final double NARROW = Math.log(1.01); // ours
    private static final double WIDE = Math.log(1.07); // ours
    private static final double GAP = 3; // between levels over the width of one; ours

    private final Scale all;
    private final Map<MeasuredRow.Place, Scale> places = new HashMap<>();
    private final List<MeasuredRow> rows;

    private LoadLevels(List<MeasuredRow> rows) {
        this.rows = rows;
        all = Scale.of(rows);
        Map<MeasuredRow.Place, List<MeasuredRow>> groups = new LinkedHashMap<>();
        for (MeasuredRow row : rows) {
            groups.computeIfAbsent(row.place(), place -> new ArrayList<>()).add(row);
        }
        groups.forEach((place, some) -> places.put(place, Scale.of(some)));
    }

    /** The levels of rows. */
    static LoadLevels of(List<MeasuredRow> rows) {
        return new LoadLevels(List.copyOf(rows));
    }

    /** How many there are, wherever. */
    int count() {
        return (int) rows.stream().mapToDouble(this::of).distinct().count();
    }

    /** How many there are at which a service kept up, so that its percentile is used. */
    int keptUp() {
        return (int)
                rows.stream()
                        .filter(row -> !row.isSaturated())
                        .mapToDouble(this::of)
                        .distinct()
                        .count();
    }

    /** The level of one of the rows among all of them: its lowest load per core. */
    double of(MeasuredRow row) {
        return all.of(row);
    }

    /** The level of one of the rows among those that differ from it in load alone. */
    double inPlace(MeasuredRow row) {
        Scale scale = places.get(row.place());
        if (scale == null) {
            throw new IllegalArgumentException("no rows at " + row.place());
        }
        return scale.of(row);
    }

    /** Two loads that may be repeats of each other and may be none. */
    record Unclear(MeasuredRow a, MeasuredRow b) {}

    /** Loads of one place within 7 % that are held to be two levels although no row names its. */
    Optional<Unclear> unclear() {
        for (MeasuredRow a : rows) {
            for (MeasuredRow b : rows) {
                if (a.level() == null
                        && a.place().equals(b.place())
                        && a.loadPerSecond() < b.loadPerSecond()
                        && Math.log(b.loadPerSecond() / a.loadPerSecond()) <= WIDE
                        && inPlace(a) != inPlace(b)) {
                    return Optional.of(new Unclear(a, b));
                }
            }
        }
        return Optional.empty();
    }

    /** How far loads are apart at most that are held to be repeats, as a share. */
    double widest() {
        double widest = 0;
        for (Scale scale : places.values()) {
            widest = Math.max(widest, scale.width);
        }
        return Math.expm1(widest);
    }

    /** Levels of some rows, by load per core. */
    private static final class Scale {
        private final TreeSet<Double> lowest = new TreeSet<>();
        private final Map<String, Double> named = new HashMap<>();
        private double width;

        static Scale of(List<MeasuredRow> rows) {
            Scale scale = new Scale();
            List<MeasuredRow> unnamed = new ArrayList<>();
            for (MeasuredRow row : rows) {
                String name = row.level();
                if (name == null) {
                    unnamed.add(row);
                } else {
                    scale.named.merge(name, row.loadPerCore(), Math::min);
                }
            }
            scale.cut(unnamed.stream().mapToDouble(MeasuredRow::loadPerCore).sorted().toArray());
            return scale;
        }

        double of(MeasuredRow row) {
            String name = row.level();
            Double found = name == null ? lowest.floor(row.loadPerCore()) : named.get(name);
            if (found == null) {
                throw new IllegalArgumentException(
                        "load " + row.loadPerSecond() + " is of none of the levels " + lowest);
            }
            return found;
        }

        /** Cuts at the gaps above the widest one that tells levels apart. */
        private void cut(double[] loads) {
            double[] gaps = new double[Math.max(0, loads.length - 1)];
            Arrays.setAll(gaps, i -> Math.log(loads[i + 1] / loads[i]));
            double within = 0;
            for (double gap : gaps) {
                if (gap > within && gap <= WIDE && doesTell(gaps, gap)) {
                    within = gap;
                }
            }
            for (int i = 0; i < loads.length; i++) {
                if (i == 0 || gaps[i - 1] > within) {
                    lowest.add(loads[i]);
                }
                width = Math.max(width, Math.log(loads[i] / lowest.last()));
            }
        }

        private static boolean doesTell(double[] gaps, double within) {
            double now = 0;
            double widest = 0;
            double least = Double.POSITIVE_INFINITY;
            int levels = 1;
            int several = 0;
            boolean isFirst = true;
            for (double gap : gaps) {
                if (gap > within) {
                    levels++;
                    least = Math.min(least, gap);
                    now = 0;
                    isFirst = true;
                } else {
                    now += gap;
                    widest = Math.max(widest, now);
                    several += isFirst ? 1 : 0;
                    isFirst = false;
                }
            }
            return least >= GAP * widest
                    && (widest <= NARROW
                            || (widest <= WIDE && levels > 1 && 2 * several >= levels));
        }
    }
}
