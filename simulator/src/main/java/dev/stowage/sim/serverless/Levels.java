package dev.stowage.sim.serverless;

/** What changes over time, and its mean and maximum in the window that is open. */
final class Levels {
    private final long windowNanos;
    private final ServerRoom room;
    private long windowStart;
    private long settledNanos;
    private double givenCoreNanos;
    private double usedNanos;
    private long mostGivenMicroCores;
    private int ready;
    private int mostReady;
    private long inFlight;
    private long mostInFlight;

    Levels(long windowNanos, ServerRoom room) {
        this.windowNanos = windowNanos;
        this.room = room;
    }

    long windowEndNanos() {
        return windowStart + windowNanos;
    }

    boolean hasBegun(long nanos) {
        return nanos > windowStart;
    }

    /** Counts the CPU given until now; call before it changes. */
    void settle(long nanos) {
        givenCoreNanos += room.givenMicroCores() / 1e6 * (nanos - settledNanos);
        settledNanos = nanos;
    }

    /** Call after the CPU given has changed. */
    void given() {
        mostGivenMicroCores = Math.max(mostGivenMicroCores, room.givenMicroCores());
    }

    void use(double nanos) {
        usedNanos += nanos;
    }

    void ready(int change) {
        ready += change;
        mostReady = Math.max(mostReady, ready);
    }

    void inFlight(long requests) {
        inFlight = requests;
        mostInFlight = Math.max(mostInFlight, requests);
    }

    WindowFigures close() {
        return closeAt(windowEndNanos());
    }

    WindowFigures closeAt(long endNanos) {
        settle(endNanos);
        double length = endNanos - windowStart;
        WindowFigures figures =
                new WindowFigures(
                        windowStart / 1e9,
                        0,
                        0,
                        mostReady,
                        mostGivenMicroCores / 1e6,
                        givenCoreNanos / length,
                        usedNanos / length,
                        mostInFlight,
                        Latencies.NONE);
        windowStart = endNanos;
        givenCoreNanos = 0;
        usedNanos = 0;
        mostGivenMicroCores = room.givenMicroCores();
        mostReady = ready;
        mostInFlight = inFlight;
        return figures;
    }
}
