package dev.stowage.ingest.sample;

/** Which tasks of a trace are in a sample. */
interface TaskChoice {
    /** True if the task of a job with that index is in it. */
    boolean keeps(long job, int index);

    /** Told of every task of the trace, once, in order, before it is asked. */
    default void see(long job, int index) {}
}
