package dev.stowage.ingest.alibaba;

import dev.stowage.model.TaskOutcome;

/** What the status of a batch task or instance says. */
final class Statuses {
    /** As the tables write them. */
    static final String[] WORDS = {
        "Ready", "Waiting", "Running", "Terminated", "Failed", "Cancelled", "Interrupted"
    };

    private static final TaskOutcome[] OUTCOMES = {
        TaskOutcome.PENDING,
        TaskOutcome.PENDING,
        TaskOutcome.RUNNING,
        TaskOutcome.FINISHED,
        TaskOutcome.FAILED,
        TaskOutcome.KILLED,
        TaskOutcome.KILLED
    };

    private Statuses() {}

    /** The outcome of the status of that number. */
    static TaskOutcome outcome(long status) {
        return OUTCOMES[(int) status];
    }

    /** True if it waits or runs when the trace ends. */
    static boolean isAlive(TaskOutcome outcome) {
        return outcome == TaskOutcome.PENDING || outcome == TaskOutcome.RUNNING;
    }
}
