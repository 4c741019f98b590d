package dev.stowage.run;

/**
 * Where a run writes what happened on the servers that someone wants to follow: one call for each
 * stay of a task when it ends, and one for each change of a server's capacity. Called on the thread
 * of the simulation, in order of {@link Stay#endMicros}.
 */
public interface ServerLog {
    /** No task, no time. */
    long NONE = -1;

    /** How a stay ended, or how the capacity of the server changed. */
    enum Ending {
        /** The task ended by itself. */
        FINISHED,
        /** The task ended as recorded by a kill, a failure or a loss. */
        KILLED,
        /** The task lost its server and waits again. */
        EVICTED,
        /** The task still runs at the end of the run. */
        RUNNING,
        /** The task goes on with another slice, of which the next line tells. */
        RESLICED,
        /** No task: the server has capacity that it did not have. */
        UP,
        /** No task: the server has no capacity any more. */
        DOWN,
        /** No task: the server has another capacity. */
        RESIZED
    }

    /** What is free on a server. */
    record Free(long cpuMicroCores, long memoryBytes) {}

    /**
     * One stay of a task on a server.
     *
     * @param server number of the server
     * @param jobId job of the task, or {@link #NONE} if the capacity changed
     * @param taskIndex number of the task within its job, or {@link #NONE}
     * @param startMicros when it was put there
     * @param endMicros when it left, or {@link #NONE} if it still runs
     * @param cpuMicroCores its CPU request, or the capacity
     * @param memoryBytes its memory request, or the capacity
     * @param ended how it ended
     * @param afterStart what was free after it came
     * @param afterEnd what was free after it left
     */
    record Stay(
            int server,
            long jobId,
            int taskIndex,
            long startMicros,
            long endMicros,
            long cpuMicroCores,
            long memoryBytes,
            Ending ended,
            Free afterStart,
            Free afterEnd) {}

    /** One stay, or one change of capacity. */
    void stay(Stay stay);
}
