package dev.stowage.sim.node.calibration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * What rows themselves say of the largest load that meets a target, on most of the cores, with all
 * ways and alone, without a model: rows at other settings say nothing here. Repeats of a setting
 * count as one, by the median of their percentiles.
 *
 * @param atLeast largest load that met the target by more than the noise, where all below met it;
 *     null if none did
 * @param below least load that missed it by more than the noise or did not keep up, where all above
 *     missed it; null if none did
 * @param met largest load that met it, by however little, on this side of the cut that has the
 *     fewest settings on the wrong side of it; null if none did
 * @param missed least load above that one that missed it, by however little; null if none did
 * @param contradicting settings on the wrong side of the cut: they met it above or missed it below,
 *     by however little
 * @param margin what noise is held to be, as a share of the target
 */
public record LargestLoad(
        @Nullable Double atLeast,
        @Nullable Double below,
        @Nullable Double met,
        @Nullable Double missed,
        int contradicting,
        double margin) {
    private static final double DEVIATIONS = 2; // of noise; ours
    private static final int MANY = 6; // pairs of repeats; fewer say little of noise; ours
    private static final double LEAST_OF_FEW = 0.1; // ours
    private static final double NARROW = 1.5; // ours

    /** True if rows hold it between two ends by more than the noise, half apart at most. */
    boolean isNarrow() {
        return atLeast != null && below != null && below <= NARROW * atLeast;
    }

    static LargestLoad of(List<MeasuredRow> rows, double targetSeconds) {
        Repeats repeats = Repeats.of(rows);
        double margin =
                Math.max(
                        repeats.pairs() < MANY ? LEAST_OF_FEW : 0,
                        DEVIATIONS * repeats.deviation());
        MeasuredRow.Place reference = reference(rows);
        List<Setting> settings =
                settings(
                        rows.stream().filter(row -> row.place().equals(reference)).toList(),
                        targetSeconds);
        double[] met = loads(settings, Setting::isWithin);
        double[] clearlyMet = loads(settings, each -> each.overTarget < 1 / (1 + margin));
        double[] missed = loads(settings, each -> !each.isWithin());
        double[] clearlyMissed = loads(settings, each -> each.overTarget > 1 + margin);
        double cut = cut(met, missed);
        return new LargestLoad(
                known(most(clearlyMet, least(missed, 0))),
                known(least(clearlyMissed, most(met, Double.POSITIVE_INFINITY))),
                known(cut),
                known(least(missed, cut)),
                wrong(met, missed, cut),
                margin);
    }

    /**
     * The load up to which rows met and above which they missed with the fewest exceptions. Of
     * several the highest: a run may be slow by a hiccup, and is not fast by one.
     */
    private static double cut(double[] met, double[] missed) {
        double best = 0;
        for (double load : met) {
            int fewer = wrong(met, missed, best) - wrong(met, missed, load);
            if (fewer > 0 || (fewer == 0 && load > best)) {
                best = load;
            }
        }
        return best;
    }

    private static int wrong(double[] met, double[] missed, double cut) {
        return (int)
                (Arrays.stream(met).filter(load -> load > cut).count()
                        + Arrays.stream(missed).filter(load -> load <= cut).count());
    }

    /**
     * Repeats of a setting.
     *
     * @param load of those that met the largest, of those that missed the least, by what most did
     * @param overTarget median; infinite where it did not keep up
     */
    private record Setting(double load, double overTarget) {
        static Setting of(List<MeasuredRow> repeats, double target) {
            double over = Repeats.median(repeats.stream().map(row -> ratio(row, target)).toList());
            DoubleStream loads =
                    repeats.stream()
                            .filter(row -> row.isWithin(target) == over <= 1)
                            .mapToDouble(MeasuredRow::loadPerSecond);
            return new Setting((over <= 1 ? loads.max() : loads.min()).orElseThrow(), over);
        }

        boolean isWithin() {
            return overTarget <= 1;
        }
    }

    private static List<Setting> settings(List<MeasuredRow> rows, double target) {
        LoadLevels levels = LoadLevels.of(rows);
        Map<Double, List<MeasuredRow>> repeats = new LinkedHashMap<>();
        for (MeasuredRow row : rows) {
            repeats.computeIfAbsent(levels.of(row), level -> new ArrayList<>()).add(row);
        }
        return repeats.values().stream().map(each -> Setting.of(each, target)).toList();
    }

    private static double ratio(MeasuredRow row, double target) {
        return row.isSaturated() ? Double.POSITIVE_INFINITY : row.seconds() / target;
    }

    private static double[] loads(List<Setting> settings, Predicate<Setting> which) {
        return settings.stream().filter(which).mapToDouble(Setting::load).toArray();
    }

    /** The place where the largest load is that of the service. */
    static MeasuredRow.Place reference(List<MeasuredRow> rows) {
        int cores = rows.stream().mapToInt(MeasuredRow::cores).max().orElseThrow();
        int ways = rows.stream().mapToInt(MeasuredRow::ways).max().orElseThrow();
        return new MeasuredRow.Place(cores, ways, "", 0);
    }

    /** The largest load below a bound; 0 if there is none. */
    private static double most(double[] loads, double below) {
        return Arrays.stream(loads).filter(load -> load < below).max().orElse(0);
    }

    /** The least load above a bound; infinite if there is none. */
    private static double least(double[] loads, double above) {
        return Arrays.stream(loads)
                .filter(load -> load > above)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /**
     * Rows that are on the wrong side of a value, if only by noise.
     *
     * @param metAbove rows that met the target at a larger load
     * @param metBy the most by which they did, as a share of the target
     * @param missedBelow rows on most of the cores, with all ways and alone, that missed it at a
     *     smaller load
     * @param missedBy the most by which they did; null where one did not keep up
     */
    public record Beside(int metAbove, double metBy, int missedBelow, @Nullable Double missedBy) {
        static Beside of(List<MeasuredRow> rows, double target, double value) {
            double[] met =
                    rows.stream()
                            .filter(row -> row.loadPerSecond() > value * (1 + 1e-9))
                            .filter(row -> row.isWithin(target))
                            .mapToDouble(row -> 1 - row.seconds() / target)
                            .toArray();
            double[] missed =
                    rows.stream()
                            .filter(row -> row.place().equals(reference(rows)))
                            .filter(row -> row.loadPerSecond() < value * (1 - 1e-9))
                            .filter(row -> !row.isWithin(target))
                            .mapToDouble(row -> ratio(row, target) - 1)
                            .toArray();
            double by = Arrays.stream(missed).max().orElse(0);
            return new Beside(
                    met.length,
                    Arrays.stream(met).max().orElse(0),
                    missed.length,
                    by < Double.POSITIVE_INFINITY ? by : null);
        }
    }

    private static @Nullable Double known(double load) {
        return load > 0 && load < Double.POSITIVE_INFINITY ? load : null;
    }

    /**
     * The prior of the largest load of a fit: neither below a row that met nor above one that did
     * not, and in their middle where there are both.
     */
    FreeParameter.Prior prior(double most) {
        double low = met != null ? met : (missed == null ? most : missed) / 100;
        double high = missed != null ? missed : 100 * Math.max(most, low);
        double mean =
                met != null && missed != null
                        ? Math.sqrt(low * high)
                        : Math.max(low, Math.min(high, most));
        return FreeParameter.Prior.ofLogarithm(mean, 1.5, low, high);
    }
}
