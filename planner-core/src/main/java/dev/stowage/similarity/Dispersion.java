package dev.stowage.similarity;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Bursts of job arrivals at one scale.
 *
 * @param scaleSeconds length of the spans that are counted in
 * @param spans whole spans on each side, the smaller number
 * @param first index of dispersion of the first side; empty if it can't be told
 * @param second of the second side
 * @param firstCorrelation autocorrelation of the counts of the first side at lags of 1, 2, … spans;
 *     empty if it can't be told
 * @param secondCorrelation of the second side
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not compared
public record Dispersion(
        int scaleSeconds,
        int spans,
        OptionalDouble first,
        OptionalDouble second,
        double[] firstCorrelation,
        double[] secondCorrelation) {
    /** A scale longer than a tenth of the window has too few spans for a variance. */
    public static final int ENOUGH = 10;

    /** Lags of autocorrelations. */
    public static final int LAGS = 20;

    private static final int[] SCALES = {1, 60, 600, 3600};

    static List<Dispersion> of(ArrivalCounts first, ArrivalCounts second) {
        return IntStream.of(SCALES)
                .mapToObj(
                        scale ->
                                new Dispersion(
                                        scale,
                                        Math.min(first.spans(scale), second.spans(scale)),
                                        first.dispersion(scale),
                                        second.dispersion(scale),
                                        first.autocorrelation(scale, LAGS),
                                        second.autocorrelation(scale, LAGS)))
                .toList();
    }

    /** True if the windows are long enough for this scale on both sides. */
    public boolean isReliable() {
        return spans >= ENOUGH;
    }

    /** By how much the second side differs from the first, over the first; empty if unknown. */
    public OptionalDouble relativeDifference() {
        return first.isEmpty() || second.isEmpty() || first.getAsDouble() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(second.getAsDouble() / first.getAsDouble() - 1);
    }
}
