package dev.stowage.sim.serverless;

/**
 * What one function's run came to. Arrived = answered + dropped + in flight.
 *
 * @param name of the function
 * @param arrived requests
 * @param answered of them
 * @param dropped because a queue was full
 * @param inFlight at the end
 * @param arrivedCold while no instance served
 * @param instancesMade in the run, those of the start included: each of them was a cold start
 * @param mostReady most instances that served at once
 * @param growthRejected times that no server had room
 * @param cpuUsedSeconds seconds of a core that requests used
 * @param cpuGivenSeconds seconds of a core that instances had
 * @param gibSeconds memory that instances had over time
 * @param latencies of answered requests
 */
public record FunctionFigures(
        String name,
        long arrived,
        long answered,
        long dropped,
        long inFlight,
        long arrivedCold,
        long instancesMade,
        int mostReady,
        long growthRejected,
        double cpuUsedSeconds,
        double cpuGivenSeconds,
        double gibSeconds,
        Latencies latencies) {}
