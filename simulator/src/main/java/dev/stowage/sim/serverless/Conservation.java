package dev.stowage.sim.serverless;

/**
 * What must be so at the end of every run: all requests of the input have arrived, as many as it
 * says where it says that; arrived = answered + dropped + in flight; Little's law on the run
 * itself, which is an identity: the time integral of requests in flight is the sum of their times
 * in the system, to the nanosecond (sums may wrap, equality modulo 2^64 is what is checked); and
 * the CPU time used is what answered requests demanded.
 */
final class Conservation {
    private long inFlight;
    private long arrived;
    private long answered;
    private long dropped;
    private long settledNanos;
    private long integral;
    private long sojourn;
    private long arrivalSum; // of those in flight
    private double integralSeconds; // the same without the last bits, and without wrapping
    private double sojournSeconds;

    long inFlight() {
        return inFlight;
    }

    void arrive(long nanos) {
        settle(nanos);
        inFlight++;
        arrived++;
        arrivalSum += nanos;
    }

    void answer(long nanos, long arrivalNanos) {
        answered++;
        leave(nanos, arrivalNanos);
    }

    void drop(long nanos, long arrivalNanos) {
        dropped++;
        leave(nanos, arrivalNanos);
    }

    private void leave(long nanos, long arrivalNanos) {
        settle(nanos);
        inFlight--;
        arrivalSum -= arrivalNanos;
        sojourn += nanos - arrivalNanos;
        sojournSeconds += (nanos - arrivalNanos) / 1e9;
    }

    private void settle(long nanos) {
        integral += inFlight * (nanos - settledNanos);
        integralSeconds += inFlight * ((nanos - settledNanos) / 1e9);
        settledNanos = nanos;
    }

    /**
     * Checks all.
     *
     * @param coming functions with requests that have not arrived
     */
    void check(long endNanos, FunctionState[] functions, long events, int coming) {
        settle(endNanos);
        require(coming == 0, "requests have not arrived");
        require(arrived == answered + dropped + inFlight, "requests are lost");
        require(
                integral == sojourn + inFlight * endNanos - arrivalSum,
                "Little's law does not hold");
        for (FunctionState function : functions) {
            FunctionTotals totals = function.totals;
            long given = function.spec.arrivals().requests();
            require(
                    given == Arrivals.UNKNOWN || totals.arrived == given,
                    "a function does not have the requests of its input");
            require(
                    totals.arrived == totals.answered + totals.dropped + function.inFlight,
                    "requests of a function are lost");
            // an answer is due at a whole nanosecond, and up to all cores work until then
            double slack = 1e-6 * totals.demandNanos + 100.0 * events;
            boolean isCpuKept = totals.usedNanos >= totals.demandNanos - slack;
            boolean isCpuAnswered =
                    function.inFlight > 0 || totals.usedNanos <= totals.demandNanos + slack;
            require(isCpuKept && isCpuAnswered, "CPU time is not what requests demanded");
        }
    }

    /** The books at the end, after {@link #check}; those in flight are counted until then. */
    ServerlessResult.Balance balance(long endNanos) {
        double seconds = endNanos / 1e9;
        double open = inFlight * seconds - arrivalSum / 1e9;
        return new ServerlessResult.Balance(
                arrived,
                answered,
                dropped,
                inFlight,
                seconds > 0 ? integralSeconds / seconds : 0,
                seconds > 0 ? arrived / seconds : 0,
                arrived > 0 ? (sojournSeconds + open) / arrived : 0);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalStateException(message);
        }
    }
}
