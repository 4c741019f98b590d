package dev.stowage.sim.metrics;

import dev.stowage.sim.cluster.Cluster;

/**
 * What the engine tells whoever measures a run. One object serves one run; calls come in order of
 * time on one thread. Levels (what is allocated, running, queued) are read from {@link
 * Cluster#levels}; they have held from the instant before to the one that {@link #advance}
 * announces. What changes within one instant and back has no duration and no weight.
 */
public interface Recorder {
    /** Opens a recorder for a run on a cluster. */
    @FunctionalInterface
    interface Factory {
        Recorder open(Cluster cluster, RunLabels labels);
    }

    /** Time moves on to {@code nowMicros}; called before the first change of an instant. */
    void advance(long nowMicros);

    /** A task reached the cluster. */
    void submitted(long cpuMicroCores, long memoryBytes);

    /** The task that was just submitted was not let in. */
    void rejected(Rejection reason);

    /** A task was placed for the first time, after so long a wait. */
    void started(long waitMicros);

    /** A task ended by itself, so long after its submit. */
    void finished(long responseMicros);

    /** A task ended as recorded by a kill, a failure or a loss. */
    void killed();

    /** A task lost its server and is queued again. */
    void evicted();

    /**
     * An attempt came to its end, and took so long where it would have taken {@code durationMicros}
     * on an idle server; told only where tasks contend.
     */
    default void ran(long runMicros, long durationMicros) {}

    /**
     * The task that is then told to be killed or evicted lost its server because more memory was in
     * use than the server has.
     *
     * @param isForGood true if it is killed, and not queued again
     */
    default void outOfMemory(boolean isForGood) {}

    /**
     * A task that has ended, or runs when the run is over, waited so long before its starts, all of
     * them together; told only in runs in which tasks may lose their servers.
     */
    default void queued(long micros) {}

    /** The run is over and this task still runs. */
    void stillRunning();

    /**
     * The run is over and this task still waits, by now for so long.
     *
     * @param queuedMicros the same with its waits before the starts that it had
     */
    void stillPending(long waitMicros, long queuedMicros);

    /** The run is over and this task waits for what will never come. */
    void blockedForEver();

    /** Ends the recording. */
    RunRecord close(RunEnd end);
}
