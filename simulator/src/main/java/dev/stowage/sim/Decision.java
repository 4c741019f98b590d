package dev.stowage.sim;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * One step in the life of a task that someone traces, with its reasons.
 *
 * @param atMicros when, microseconds on the workload's clock
 * @param jobId job of the task
 * @param taskIndex number of the task within its job
 * @param step what happened
 * @param text the same in a sentence
 * @param server the server concerned
 * @param ahead number of tasks that are tried before it, where the queue has an order
 * @param fitting servers that fit when the policy was asked
 * @param refusals servers that did not fit when the policy was asked, by reason
 * @param alternatives other servers, the best first: such as fit too or, if none fits, such as lack
 *     least
 */
public record Decision(
        long atMicros,
        long jobId,
        int taskIndex,
        Step step,
        String text,
        OptionalInt server,
        OptionalInt ahead,
        OptionalInt fitting,
        Map<String, Integer> refusals,
        List<Candidate> alternatives) {
    /** What happened. */
    public enum Step {
        SUBMITTED,
        REJECTED,
        TRIED,
        QUEUED,
        STARTED,
        EVICTED,
        FINISHED,
        KILLED,
        STILL_RUNNING,
        STILL_PENDING
    }

    /**
     * A server that was not taken.
     *
     * @param server its number
     * @param load its dominant share before placement
     * @param text what speaks for and against it
     */
    public record Candidate(int server, double load, String text) {}

    public Decision {
        refusals = Collections.unmodifiableMap(new LinkedHashMap<>(refusals));
        alternatives = List.copyOf(alternatives);
    }
}
