package dev.stowage.ingest.google;

/** Tasks by number, in the order in which their rows are kept. */
interface TaskNumbers {
    /** The number of a task, or -1. */
    int find(long jobId, int index);

    /** Number of tasks. */
    int size();

    /** True if there are tasks that are not numbered yet. */
    boolean hasPostponed();
}
