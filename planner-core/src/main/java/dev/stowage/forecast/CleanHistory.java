package dev.stowage.forecast;

import dev.stowage.forecast.history.BucketSeries;
import dev.stowage.forecast.history.HistoryScan;
import dev.stowage.forecast.history.LevelShift;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * A history as a forecast may rest on it: without what is no part of its level, trend and season.
 *
 * @param raw as it was
 * @param series from where on it is of one piece, without what was set aside
 * @param cpu what was found in the CPU
 * @param memory what was found in the memory
 * @param begin bucket of {@code raw} that {@code series} begins with
 */
public record CleanHistory(
        BucketSeries raw, BucketSeries series, HistoryScan cpu, HistoryScan memory, int begin) {
    /** So much has to be left after a shift of the level to forget what was before it. */
    private static final int ENOUGH = 28;

    private static final int PERIODS = 3;

    /** What was wanted above a ceiling is at most so many spreads of the series above it. */
    public static final int MOST_SPREADS = CensoredDemand.MOST_SPREADS;

    /**
     * How to clean.
     *
     * @param keepsOutliers true to let buckets count that stand out
     * @param keepsShifts true to keep what was before a shift of the level
     * @param keepsCeilings true to take what is cut off by a ceiling for all that was wanted
     */
    public record Choice(boolean keepsOutliers, boolean keepsShifts, boolean keepsCeilings) {
        /** Everything that is found is dealt with. */
        public static final Choice NOTHING = new Choice(false, false, false);
    }

    /**
     * Cleans.
     *
     * @param missing buckets without rows
     * @param periods seasons that it may have, rising
     */
    public static CleanHistory of(
            BucketSeries raw, BitSet missing, List<Integer> periods, Choice choice) {
        HistoryScan cpu = scan(raw.cores(), missing, periods, choice);
        HistoryScan memory = scan(raw.gib(), missing, periods, choice);
        int begin = Math.max(cpu.begin(), memory.begin());
        int period = periods.stream().filter(each -> 4 * each <= raw.size()).reduce(1, Math::max);
        int enough = Math.max(ENOUGH, PERIODS * period);
        if (!choice.keepsShifts()) {
            begin =
                    Stream.of(cpu, memory)
                            .flatMap(scan -> scan.shifts().stream().map(LevelShift::bucket))
                            .filter(bucket -> raw.size() - bucket >= enough)
                            .reduce(begin, Math::max);
        }
        begin = raw.size() - begin >= ForecastStudy.LEAST_BUCKETS ? begin : 0;
        BucketSeries cleaned = raw.with(wanted(cpu, periods), wanted(memory, periods)).from(begin);
        return new CleanHistory(raw, cleaned, cpu, memory, begin);
    }

    private static HistoryScan scan(
            double[] values, BitSet missing, List<Integer> periods, Choice choice) {
        HistoryScan scan = HistoryScan.of(values, missing, periods, choice.keepsOutliers());
        return choice.keepsCeilings() ? scan.withoutCeiling() : scan;
    }

    /** With what may have been wanted above a ceiling. */
    private static double[] wanted(HistoryScan scan, List<Integer> periods) {
        return scan.ceiling()
                .map(found -> CensoredDemand.filled(scan.values(), found, periods))
                .orElse(scan.values());
    }

    /** Whose values are not compared with forecasts, by bucket of {@link #series}. */
    BitSet aside(HistoryScan scan) {
        BitSet aside = scan.aside();
        scan.ceiling().ifPresent(found -> aside.or(found.buckets()));
        return aside.get(begin, raw.size());
    }
}
