package dev.stowage.model;

import dev.stowage.basis.Check;
import java.util.List;

/**
 * Electric power of a server by its CPU use: linear, {@code P(u) = idle + (peak - idle) * u}, or a
 * curve of measured points.
 *
 * <p>Source: thesis (Sfakianakis 2023), section 2.6; where only one of the two is known the ratio
 * is {@code idle / peak = 2/3}. Curves of eleven points are how SPECpower_ssj2008 reports servers.
 *
 * @param idleWatts power at u = 0, W
 * @param peakWatts power at u = 1, W, at least {@code idleWatts}
 * @param curveWatts power at equal steps of use from 0 to 1, W, never falling, at least two; empty
 *     = linear
 * @param assumed true if nobody gave the figures: reports then say so
 */
public record PowerModel(
        double idleWatts, double peakWatts, List<Double> curveWatts, boolean assumed) {
    private static final double IDLE_TO_PEAK = 2.0 / 3.0;

    /**
     * What a server is taken to draw when nobody says: 300 W at its peak (an assumption, printed as
     * one).
     */
    public static final PowerModel DEFAULT =
            new PowerModel(300 * IDLE_TO_PEAK, 300, List.of(), true);

    public PowerModel {
        curveWatts = List.copyOf(curveWatts);
        Check.notNegative("idleWatts", idleWatts);
        Check.notNegative("peakWatts", peakWatts);
        if (peakWatts < idleWatts) {
            throw new IllegalArgumentException(
                    "peakWatts = " + peakWatts + ", expected at least idleWatts = " + idleWatts);
        }
        if (curveWatts.size() == 1) {
            throw new IllegalArgumentException("curveWatts has one point, expected at least two");
        }
        for (int i = 1; i < curveWatts.size(); i++) {
            if (!(curveWatts.get(i) >= curveWatts.get(i - 1))) {
                throw new IllegalArgumentException(
                        "curveWatts["
                                + i
                                + "] = "
                                + curveWatts.get(i)
                                + " is below the one before");
            }
        }
    }

    public static PowerModel of(double idleWatts, double peakWatts) {
        return new PowerModel(idleWatts, peakWatts, List.of(), false);
    }

    public static PowerModel ofPeak(double peakWatts) {
        return of(peakWatts * IDLE_TO_PEAK, peakWatts);
    }

    /** Measured at equal steps of use, from idle to full. */
    public static PowerModel ofCurve(List<Double> curveWatts) {
        return new PowerModel(
                curveWatts.get(0), curveWatts.get(curveWatts.size() - 1), curveWatts, false);
    }

    public boolean isLinear() {
        return curveWatts.isEmpty();
    }

    /**
     * Power at a use, W; between two points of a curve on the line that joins them.
     *
     * @param use in [0, 1]
     */
    public double watts(double use) {
        if (isLinear()) {
            return idleWatts + (peakWatts - idleWatts) * use;
        }
        int steps = curveWatts.size() - 1;
        int step = Math.min(steps - 1, (int) (use * steps));
        double low = curveWatts.get(step);
        return low + (curveWatts.get(step + 1) - low) * (use * steps - step);
    }
}
