package dev.stowage.policy.portfolio;

import dev.stowage.basis.Check;
import java.util.OptionalInt;

/**
 * How spot VMs are taken back, and how often too few of them may work. A VM that is taken back is
 * missing until its replacement works. Of all that is taken back a share goes at once with all
 * others of its kind, the rest goes VM by VM.
 *
 * @param interruptionsPerHour how often a running VM is taken back, at least 0
 * @param together chance that all others go with it, in [0, 1]
 * @param availability share of time in which there is any spot VM to rent, in (0, 1]; VMs on demand
 *     stand in for the rest
 * @param restartSeconds from then on until a replacement works: drain, boot, restart; at least 0
 * @param restartUsd what the work lost by one interruption costs, USD, at least 0
 * @param maxShortShare share of time in which too few may work, above 0 and below 1
 */
public record SpotRisk(
        double interruptionsPerHour,
        double together,
        double availability,
        double restartSeconds,
        double restartUsd,
        double maxShortShare) {
    private static final double SECONDS_PER_HOUR = 3_600;
    private static final double NANO = 1e9;

    /** VMs up to which chances are computed in doubles. */
    private static final int MOST_VMS = 5_000;

    public SpotRisk {
        Check.notNegative("interruptionsPerHour", interruptionsPerHour);
        Check.inRange("together", together, 0, 1);
        Check.inRange("availability", availability, 0, 1);
        Check.positive("availability", availability);
        Check.notNegative("restartSeconds", restartSeconds);
        Check.notNegative("restartUsd", restartUsd);
        Check.inRange("maxShortShare", maxShortShare, 0, 1);
        Check.positive("maxShortShare", maxShortShare);
    }

    /** Share of time in which a VM is missing: an alternating renewal process. */
    public double outShare() {
        double missing = interruptionsPerHour * restartSeconds / SECONDS_PER_HOUR;
        return missing / (1 + missing);
    }

    /** True if all go at once no more often than too few may work. */
    public boolean isBearable() {
        return together * outShare() <= maxShortShare;
    }

    /**
     * The fewest VMs of which at least {@code needed} work but for the share of time allowed; empty
     * if no number is enough.
     */
    public OptionalInt rented(int needed) {
        if (needed == 0 || outShare() == 0) {
            return OptionalInt.of(needed);
        }
        for (int n = needed; isBearable() && n <= MOST_VMS; n++) {
            if (shortShare(n, n - needed) <= maxShortShare) {
                return OptionalInt.of(n);
            }
        }
        return OptionalInt.empty();
    }

    /** Share of time in which more than {@code spares} of {@code n} are missing. */
    double shortShare(int n, int spares) {
        double out = outShare();
        return together * out + (1 - together) * tail(n, spares, out);
    }

    /** Chance of more than {@code most} out of {@code n}, each with the same chance. */
    private static double tail(int n, int most, double chance) {
        double exactly = Math.exp(n * Math.log1p(-chance));
        double atMost = 0;
        for (int i = 0; i <= most; i++) {
            atMost += exactly;
            exactly *= (n - i) / (i + 1.0) * chance / (1 - chance);
        }
        return Math.max(0, 1 - atMost);
    }

    /**
     * What an hour of a spot VM costs in expectation, nano USD: its price while there are any, that
     * on demand while there are none, and for each time that it is taken back the time of its
     * replacement, on demand, and the work that is lost.
     */
    public long nanoUsdPerHour(long spotNanoUsd, long onDemandNanoUsd) {
        double restart = restartSeconds / SECONDS_PER_HOUR * onDemandNanoUsd + restartUsd * NANO;
        return Math.round(
                availability * spotNanoUsd
                        + (1 - availability) * onDemandNanoUsd
                        + interruptionsPerHour * restart);
    }
}
