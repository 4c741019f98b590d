package dev.stowage.sim.serverless;

/**
 * A window of a run.
 *
 * @param startSeconds its start
 * @param arrived requests in it
 * @param dropped of those
 * @param mostReady most instances that served
 * @param mostCoresGiven most CPU that instances had
 * @param meanCoresGiven mean of it
 * @param meanCoresUsed mean CPU in use
 * @param mostWaiting most requests in flight
 * @param latencies of those that arrived in it
 */
public record WindowFigures(
        double startSeconds,
        long arrived,
        long dropped,
        int mostReady,
        double mostCoresGiven,
        double meanCoresGiven,
        double meanCoresUsed,
        long mostWaiting,
        Latencies latencies) {}
