package dev.stowage.model;

/**
 * Electric power of a server, linear in its CPU use: {@code P(u) = idle + (peak - idle) * u}.
 *
 * <p>Source: thesis (Sfakianakis 2023), section 2.6; where only one of the two is known the ratio
 * is {@code idle / peak = 2/3}.
 *
 * @param idleWatts power at u = 0, W
 * @param peakWatts power at u = 1, W, at least {@code idleWatts}
 * @param assumed true if nobody gave the figures: reports then say so
 */
public record PowerModel(double idleWatts, double peakWatts, boolean assumed) {
    private static final double IDLE_TO_PEAK = 2.0 / 3.0;

    /**
     * What a server is taken to draw when nobody says: 300 W at its peak (an assumption, printed as
     * one).
     */
    public static final PowerModel DEFAULT = new PowerModel(300 * IDLE_TO_PEAK, 300, true);

    public PowerModel {
        Check.notNegative("idleWatts", idleWatts);
        Check.notNegative("peakWatts", peakWatts);
        if (peakWatts < idleWatts) {
            throw new IllegalArgumentException(
                    "peakWatts = " + peakWatts + ", expected at least idleWatts = " + idleWatts);
        }
    }

    public static PowerModel of(double idleWatts, double peakWatts) {
        return new PowerModel(idleWatts, peakWatts, false);
    }

    public static PowerModel ofPeak(double peakWatts) {
        return new PowerModel(peakWatts * IDLE_TO_PEAK, peakWatts, false);
    }
}
