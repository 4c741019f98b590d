package dev.stowage.sim.queue;

import java.util.OptionalLong;

/**
 * What holds for the queue of a run whatever its discipline.
 *
 * @param maxWaiting a task that would have to wait beside so many others that wait is dropped;
 *     empty = no limit, 0 = nothing waits
 * @param isGang true if the tasks of a job that become ready in one instant start together or not
 *     at all; only for disciplines that {@link QueueDisciplines#checkGangs} lets through
 */
public record QueueOptions(OptionalLong maxWaiting, boolean isGang) {
    /** No limit, every task on its own. */
    public static final QueueOptions NONE = new QueueOptions(OptionalLong.empty(), false);

    public QueueOptions {
        if (maxWaiting.isPresent() && maxWaiting.getAsLong() < 0) {
            throw new IllegalArgumentException(
                    "maxWaiting = " + maxWaiting.getAsLong() + ", expected at least 0");
        }
    }
}
