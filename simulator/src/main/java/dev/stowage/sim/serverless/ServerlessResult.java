package dev.stowage.sim.serverless;

import java.util.List;

/**
 * What a run came to.
 *
 * @param autoscaler as it was run, with all parameters
 * @param functions one by one
 * @param windows in order
 * @param all latencies of all functions
 * @param simulatedSeconds length of the run
 * @param events requests, answers, decisions and instances made
 */
public record ServerlessResult(
        String autoscaler,
        List<FunctionFigures> functions,
        List<WindowFigures> windows,
        Latencies all,
        double simulatedSeconds,
        long events) {
    public ServerlessResult {
        functions = List.copyOf(functions);
        windows = List.copyOf(windows);
    }
}
