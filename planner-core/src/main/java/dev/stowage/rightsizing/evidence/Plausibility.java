package dev.stowage.rightsizing.evidence;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Whether measurements can be in the unit that they should be in: against the request, the largest
 * server and the other services, which usually come from the same export.
 *
 * <p>The level of a service is its median, or its 90th percentile if that is more than any server
 * has. One above the largest server and above 20 times the request is not believed. Nor is one
 * above 20 times the request if that is so of another service, or if the typical service uses more
 * than 100 times what it asks for.
 */
public final class Plausibility {
    private static final double TOO_MUCH = 20;
    private static final double TOO_MUCH_OF_A_SERVER = 10;
    private static final double TOO_MUCH_OF_ALL = 100;
    private static final int LEAST_SERVICES = 3;

    /** A unit that is mistaken for the right one. */
    private record Unit(String name, double factor) {
        String text() {
            return name + " (divide by " + String.format(Locale.ROOT, "%,.0f", factor) + ")";
        }
    }

    private static final List<Unit> CPU =
            List.of(
                    new Unit("per cent of a core", 100),
                    new Unit("millicores", 1_000),
                    new Unit("microcores", 1e6),
                    new Unit("nanocores", 1e9));
    private static final List<Unit> MEMORY =
            List.of(
                    new Unit("MiB", 1L << 10),
                    new Unit("KiB", 1L << 20),
                    new Unit("bytes", 1L << 30));

    private final List<Unit> mistaken;
    private final long[] medians;
    private final long[] requests;
    private final boolean[] counters;
    private final long largest;

    /**
     * Of one resource.
     *
     * @param medians levels of one replica, by service; -1 if nothing was measured
     * @param requests by service
     * @param counters services whose values only count up
     * @param largest what the largest server has
     */
    public Plausibility(
            boolean isCpu, long[] medians, long[] requests, boolean[] counters, long largest) {
        mistaken = isCpu ? CPU : MEMORY;
        this.medians = medians;
        this.requests = requests;
        this.counters = counters;
        this.largest = largest;
    }

    /** What the measurements of each service seem to be; null where they are plausible. */
    public @Nullable String[] likelyUnits() {
        boolean[] isSuspect = new boolean[medians.length];
        boolean isAny = isTypicalTooMuch();
        for (int i = 0; i < medians.length; i++) {
            isSuspect[i] = isImpossible(i);
            isAny |= isSuspect[i];
        }
        @Nullable String[] units = new @Nullable String[medians.length];
        double typical = typicalRatio(isSuspect);
        for (int i = 0; i < medians.length; i++) {
            if (medians[i] > 0 && counters[i] && medians[i] > largest) {
                units[i] = "a counter of seconds (take its rate)";
            } else if (isSuspect[i] || (isAny && ratio(i) > TOO_MUCH)) {
                units[i] = nearest(typical > 0 ? typical : ratio(i)).text();
            }
        }
        return units;
    }

    private boolean isImpossible(int i) {
        return medians[i] > largest
                && (requests[i] > 0
                        ? ratio(i) > TOO_MUCH
                        : medians[i] > TOO_MUCH_OF_A_SERVER * largest);
    }

    /** What is used over what is asked for; 0 if either is unknown. */
    private double ratio(int i) {
        return medians[i] > 0 && requests[i] > 0 ? (double) medians[i] / requests[i] : 0;
    }

    private boolean isTypicalTooMuch() {
        double[] ratios = ratios(null);
        return ratios.length >= LEAST_SERVICES && ratios[ratios.length / 2] > TOO_MUCH_OF_ALL;
    }

    private double typicalRatio(boolean[] which) {
        double[] ratios = ratios(which);
        return ratios.length == 0 ? 0 : ratios[ratios.length / 2];
    }

    private double[] ratios(boolean @Nullable [] which) {
        return IntStream.range(0, medians.length)
                .filter(i -> which == null || which[i])
                .mapToDouble(this::ratio)
                .filter(ratio -> ratio > 0)
                .sorted()
                .toArray();
    }

    /** The unit in which a replica would use about half of what it asks for. */
    private Unit nearest(double ratio) {
        double wanted = Math.log(Math.max(ratio, 1) / 0.5);
        return mistaken.stream()
                .min(Comparator.comparingDouble(unit -> Math.abs(Math.log(unit.factor()) - wanted)))
                .orElseThrow();
    }

    /** True if nothing that was measured is plausible. */
    public static boolean isNone(long[] medians, @Nullable String[] units) {
        return Arrays.stream(medians).anyMatch(median -> median >= 0)
                && IntStream.range(0, medians.length)
                        .allMatch(i -> medians[i] < 0 || units[i] != null);
    }
}
