package dev.stowage.sim;

/**
 * What a run cost the machine that computed it; written as {@code engine.json}, never part of a
 * result.
 *
 * @param wallSeconds time of the run, from opening the workload to the summary, s
 * @param events events applied: submits, finishes, evictions, machine events
 * @param tasks tasks submitted
 * @param eventsPerSecond {@code events / wallSeconds}; 0 if the clock did not move
 * @param tasksPerSecond {@code tasks / wallSeconds}; 0 if the clock did not move
 * @param peakMemoryBytes largest memory that the JVM used since it started (sum of the peaks of its
 *     pools)
 * @param threads threads used
 */
public record EngineFigures(
        double wallSeconds,
        long events,
        long tasks,
        double eventsPerSecond,
        double tasksPerSecond,
        long peakMemoryBytes,
        int threads) {}
