package dev.stowage.stats.output;

import dev.stowage.basis.Check;

/**
 * How narrow an interval is wanted, and for how many replications at most: replicate until it is.
 *
 * <p>A relative width is held to {@code w / (1 + w)} of the mean that was measured, which keeps it
 * within {@code w} of the true one. Looking often makes intervals miss more often than their level
 * says, so that the number of replications grows by what the last look shows to be missing, by at
 * least a tenth and at most to the double.
 *
 * <p>Source: Y. S. Chow, H. Robbins, Annals of Mathematical Statistics 36, 1965; A. M. Law,
 * Simulation Modeling and Analysis, 5th ed., section 9.4.1.
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

    /** The half-width that an interval with this mean must not exceed. */
    public double allowed(double mean) {
        return isRelative ? Math.abs(mean) * halfWidth / (1 + halfWidth) : halfWidth;
    }

    /** True if an interval of this half-width around a value of this size is narrow enough. */
    public boolean isReached(double measuredHalfWidth, double mean) {
        return measuredHalfWidth <= allowed(mean);
    }

    /** How many replications to look at next, after {@code done} were not enough. */
    public int next(int done, double measuredHalfWidth, double mean) {
        double missing = measuredHalfWidth / allowed(mean);
        double wanted = done * missing * missing;
        double bounded = Math.min(2.0 * done, Math.max(done + Math.max(1, done / 10), wanted));
        return (int) Math.min(most, Math.ceil(bounded));
    }
}
