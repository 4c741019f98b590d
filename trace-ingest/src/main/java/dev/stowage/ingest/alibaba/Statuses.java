package dev.stowage.ingest.alibaba;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.model.TaskOutcome;
import org.jspecify.annotations.Nullable;

/** What the status of a batch task or instance says. */
final class Statuses {
    /** Of the words that the tables write, in the order of their descriptions. */
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

    /** What is wrong with the times of a row; null if nothing is. */
    static @Nullable String wrong(TaskOutcome outcome, long start, long end) {
        if (isAlive(outcome)) {
            boolean lacksStart = outcome == TaskOutcome.RUNNING && start == ABSENT;
            return lacksStart ? "no start of what runs" : null;
        }
        if (start == ABSENT || end == ABSENT || end == 0) {
            return "no start or no end of what has ended";
        }
        return end < start ? "an end before the start" : null;
    }

    /** True if it ended before the trace starts. */
    static boolean isBeforeStart(TaskOutcome outcome, long end) {
        return !isAlive(outcome) && end < 0;
    }

    /** True if it waits or runs when the trace ends. */
    static boolean isAlive(TaskOutcome outcome) {
        return outcome == TaskOutcome.PENDING || outcome == TaskOutcome.RUNNING;
    }
}
