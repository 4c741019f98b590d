package dev.stowage.stats.output;

import dev.stowage.basis.Check;

/**
 * How narrow an interval is wanted, and for how many replications at most: replicate until it is.
 *
 * <p>A relative width is held to {@code w / (1 + w)} of the median that was measured, which keeps
 * it within {@code w} of the true one. Looking more than once would make intervals miss more often
 * than their level says. So the looks share the risk: look k gets the part 1 / (k (k + 1)) of it,
 * and all together never more than the whole, whatever is seen and whenever it stops. The number of
 * replications grows by what the last look shows to be missing, at least by half and at most to the
 * double, so that there are few looks.
 *
 * <p>Source: Bonferroni's inequality, spent over looks as by K. K. G. Lan, D. L. DeMets, Discrete
 * sequential boundaries for clinical trials, Biometrika 70(3), 1983.
 *
 * @param halfWidth wanted half-width: in the unit of the metric, or a share of the mean
 * @param isRelative true if it is a share
 * @param least replications of the first look, at least 2
 * @param most largest number of replications
 */
public record Precision(double halfWidth, boolean isRelative, int least, int most) {
    public Precision {
        Check.positive("halfWidth", halfWidth);
        Check.inRange("least", least, 2, Integer.MAX_VALUE);
        Check.inRange("most", most, least, Integer.MAX_VALUE);
    }

    /** The half-width that an interval around this value must not exceed. */
    public double allowed(double value) {
        return isRelative ? Math.abs(value) * halfWidth / (1 + halfWidth) : halfWidth;
    }

    /** The level of the intervals of a look, from 1: what is left of {@code level} for it. */
    public double level(int look, double level) {
        return 1 - (1 - level) / ((double) look * (look + 1));
    }

    /** True if an interval is narrow enough; never if it is a point, which is no certainty. */
    public boolean isReached(MedianInterval interval) {
        Double measured = interval.halfWidth();
        return measured != null && !interval.isPoint() && measured <= allowed(interval.median());
    }

    /**
     * True if more replications may bring what is missing: not where the median is infinite, since
     * tasks wait for ever.
     */
    public boolean goesOn(int done, MedianInterval interval) {
        return !isReached(interval) && done < most && Double.isFinite(interval.median());
    }

    /** How many replications to look at next, after {@code done} were not enough. */
    public int next(int done, MedianInterval interval) {
        Double measured = interval.halfWidth();
        double missing =
                measured == null || interval.isPoint() ? 2 : measured / allowed(interval.median());
        double wanted = done * missing * missing;
        return (int) Math.min(most, Math.ceil(Math.min(2.0 * done, Math.max(1.5 * done, wanted))));
    }
}
