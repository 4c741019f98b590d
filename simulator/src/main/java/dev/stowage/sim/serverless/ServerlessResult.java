package dev.stowage.sim.serverless;

import java.util.List;

/**
 * What a run came to.
 *
 * @param autoscaler as it was run, with all parameters
 * @param functions one by one
 * @param windows in order
 * @param all latencies of all functions
 * @param balance what became of all requests
 * @param simulatedSeconds length of the run
 * @param events requests, answers, decisions and instances made
 */
public record ServerlessResult(
        String autoscaler,
        List<FunctionFigures> functions,
        List<WindowFigures> windows,
        Latencies all,
        Balance balance,
        double simulatedSeconds,
        long events) {
    /**
     * What became of the requests. That these add up, and that the mean number in flight is the
     * rate times the mean time (Little's law), is checked to the nanosecond at the end of every
     * run.
     *
     * @param arrived = answered + dropped + in flight
     * @param answered in time
     * @param dropped by a full queue
     * @param inFlight at the end
     * @param meanInFlight over the run
     * @param arrivalsPerSecond over the run
     * @param meanSecondsInside of all that arrived, from arrival to answer, loss or the end of the
     *     run; without overheads
     */
    public record Balance(
            long arrived,
            long answered,
            long dropped,
            long inFlight,
            double meanInFlight,
            double arrivalsPerSecond,
            double meanSecondsInside) {}

    public ServerlessResult {
        functions = List.copyOf(functions);
        windows = List.copyOf(windows);
    }
}
