package dev.stowage.forecast.history;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/**
 * A level that changed at once and stayed.
 *
 * @param bucket the first on the new level
 * @param before median of the buckets before it
 * @param after median of those from it on
 */
public record LevelShift(int bucket, double before, double after) {
    static final int LEAST_WINDOW = 7;

    /** So many times as far as two neighbouring stretches of the history usually are apart. */
    private static final double FAR = 8;

    /** So many standard deviations of single buckets. */
    private static final double CLEAR = 3;

    /** Share of the step that is there within a few buckets: a trend is none. */
    private static final double AT_ONCE = 0.6;

    private static final int FEW = 3;

    /** So many times as far as ever before: weekends that no season knows come again. */
    private static final double EVER = 1.25;

    /** Smooth series have small ripples, as a share of their level. */
    private static final double LEAST_SHARE = 0.01;

    /** The step is there in the means of so many windows; a step of one whole unit in more. */
    private static final int REACH = 2;

    private static final int FAR_REACH = 4;

    /**
     * The clearest one of a history, if it has one.
     *
     * @param period of the season that is seen
     * @param longest season that there may be: a weekend is no shift
     */
    static Optional<LevelShift> of(double[] values, BitSet skipped, int period, int longest) {
        int window = Math.max(LEAST_WINDOW, longest);
        int n = values.length;
        if (n < 4 * window) {
            return Optional.empty();
        }
        RobustPattern pattern = RobustPattern.of(values, skipped, period);
        double[] rest = new double[n];
        Arrays.setAll(
                rest,
                i ->
                        skipped.get(i)
                                ? pattern.level()[i]
                                : values[i] - pattern.season()[i % period]);
        double[] steps = new double[n - 2 * window + 1];
        Arrays.setAll(steps, i -> step(rest, i + window, window));
        double usual = RobustPattern.median(steps);
        double[] off = Arrays.stream(steps).map(step -> Math.abs(step - usual)).toArray();
        double apart = Math.max(RobustPattern.median(off), pattern.spread() / Math.sqrt(window));
        double grain = RobustPattern.grain(values);
        int best = -1;
        for (int i = 0; i < off.length; i++) {
            boolean isClear = off[i] > FAR * apart && off[i] > CLEAR * pattern.spread();
            double atOnce = Math.abs(step(rest, i + window, FEW));
            int reach = window * (off[i] < 2 * grain ? FAR_REACH : REACH);
            boolean isLasting =
                    isClear && Math.abs(lasting(rest, i + window, reach)) > AT_ONCE * off[i];
            if (isLasting && atOnce > AT_ONCE * off[i] && (best < 0 || off[i] > off[best])) {
                best = i;
            }
        }
        if (best < 0 || off[best] <= 1e-9 * Math.abs(usual)) {
            return Optional.empty();
        }
        int at = sharpest(rest, best + window, window);
        return Optional.of(
                new LevelShift(at, median(rest, at - window, at), median(rest, at, at + window)));
    }

    /**
     * A change in the last buckets, of fewer than tell whether it stays: their median is further
     * from that of those before than such medians usually are, and than they have ever been:
     * weekends that are no part of the season come again.
     *
     * @param period of the season that is seen
     * @param longest season that there may be
     */
    static Optional<LevelShift> atEnd(double[] values, BitSet skipped, int period, int longest) {
        int n = values.length;
        if (n < 4 * LEAST_WINDOW) {
            return Optional.empty();
        }
        RobustPattern pattern = RobustPattern.of(values, skipped, period);
        double[] rest = new double[n];
        Arrays.setAll(rest, i -> values[i] - pattern.season()[i % period]);
        double grain = RobustPattern.grain(values);
        int best = -1;
        int most = Math.min(n / 4, Math.max(LEAST_WINDOW, longest));
        for (int few = 2; few < most; few += 1 + few / LEAST_WINDOW) {
            int at = n - few;
            if (isEnd(rest, few, pattern.spread(), grain)
                    && (best < 0 || change(rest, at) > change(rest, best))) {
                best = at;
            }
        }
        return best < 0
                ? Optional.empty()
                : Optional.of(
                        new LevelShift(
                                best,
                                median(rest, best - LEAST_WINDOW, best),
                                median(rest, best, n)));
    }

    private static boolean isEnd(double[] rest, int few, double spread, double grain) {
        int wide = Math.max(LEAST_WINDOW, few);
        double[] steps = new double[rest.length - wide - few + 1];
        Arrays.setAll(steps, i -> endStep(rest, i + wide, wide, few));
        double usual = RobustPattern.median(steps);
        double[] off = Arrays.stream(steps).map(step -> Math.abs(step - usual)).toArray();
        double last = off[off.length - 1];
        int at = rest.length - few;
        double before = Math.abs(median(rest, at - wide, at));
        double ever = Arrays.stream(off, 0, off.length - few).max().orElse(0);
        double apart = Math.max(RobustPattern.median(off), spread / Math.sqrt(few));
        return last > FAR * apart
                && last > FAR * LEAST_SHARE * before
                && last > grain
                && last > EVER * ever;
    }

    /** Of two buckets the nearer counts: one alone is an exception. */
    private static double endStep(double[] rest, int at, int wide, int few) {
        double before = median(rest, at - wide, at);
        if (few > 2) {
            return median(rest, at, at + few) - before;
        }
        double first = rest[at] - before;
        double second = rest[at + 1] - before;
        return Math.abs(first) < Math.abs(second) ? first : second;
    }

    private static double change(double[] rest, int at) {
        return Math.abs(rest[at] - rest[at - 1]);
    }

    /** The bucket near a shift with the largest change to the one before it. */
    private static int sharpest(double[] rest, int about, int window) {
        int best = about;
        for (int i = about - FEW; i <= about + FEW; i++) {
            boolean isInside = i >= window && i + window <= rest.length;
            if (isInside
                    && Math.abs(rest[i] - rest[i - 1]) > Math.abs(rest[best] - rest[best - 1])) {
                best = i;
            }
        }
        return best;
    }

    /** With levels in a unit that is so many times as large. */
    LevelShift over(double factor) {
        return new LevelShift(bucket, before / factor, after / factor);
    }

    private static double step(double[] rest, int at, int window) {
        return median(rest, at, at + window) - median(rest, at - window, at);
    }

    /** By means: medians of whole numbers jump by one where a level drifts. */
    private static double lasting(double[] rest, int at, int window) {
        double after = mean(rest, at, Math.min(rest.length, at + window));
        return after - mean(rest, Math.max(0, at - window), at);
    }

    private static double mean(double[] rest, int from, int until) {
        return Arrays.stream(rest, from, until).average().orElseThrow();
    }

    private static double median(double[] rest, int from, int until) {
        return RobustPattern.median(Arrays.copyOfRange(rest, from, until));
    }
}
