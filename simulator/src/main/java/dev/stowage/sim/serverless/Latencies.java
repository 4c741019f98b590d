package dev.stowage.sim.serverless;

/**
 * Latencies of answered requests in milliseconds; quantiles are within 0.1 % or a microsecond. NaN
 * where no request was answered.
 */
public record Latencies(
        double leastMillis,
        double meanMillis,
        double p50Millis,
        double p90Millis,
        double p99Millis,
        double p999Millis,
        double mostMillis) {
    /** Of no request. */
    static final Latencies NONE =
            new Latencies(
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN);
}
