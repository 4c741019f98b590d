package dev.stowage.sim.observation;

import dev.stowage.basis.Check;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * Which tasks of a run to explain, and to whom.
 *
 * @param jobId the job
 * @param taskIndex the task within the job; all of them if empty
 * @param limit at most so many tasks of the job, in order of submit
 * @param decisions told each decision, in order of time, on the thread of the simulation
 */
public record TaskTrace(
        long jobId, OptionalInt taskIndex, int limit, Consumer<Decision> decisions) {
    public TaskTrace {
        Check.positive("limit", limit);
    }

    boolean wants(long job, int index) {
        return job == jobId && (taskIndex.isEmpty() || taskIndex.getAsInt() == index);
    }
}
